import { sql } from "drizzle-orm";
import { buildApp } from "~/app";
import { loadConfig } from "~/config";
import type { DatabaseAddress } from "~/db/client";
import { only } from "~/db/sql";
import { openDeps } from "~/deps";

/**
 * The service with a given database, in a process of its own so that the measuring process does not affect
 * it, and baselines for comparison: Bun alone, a constant response through our HTTP hooks, and a prepared
 * lookup by primary key. Prints both addresses; ends with its standard input.
 */
const address = JSON.parse(process.argv[2] ?? "") as DatabaseAddress;
const config = loadConfig({
  NODE_ENV: "test",
  LOG_LEVEL: "silent",
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_SEARCH: "0",
});
const deps = openDeps(config, address, "http");
const { id } = only(
  await deps.db.execute<{ id: string }>(sql`select id from movies order by id limit 1`),
);

const app = buildApp(deps)
  .get("/floor/constant", () => ({ status: "ok" }))
  .get("/floor/lookup", async () =>
    only(await deps.db.execute(sql`select id, title from movies where id = ${id}::uuid`)),
  )
  .listen({ hostname: "127.0.0.1", port: 0 });
const raw = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => Response.json({ status: "ok" }),
});
console.log(JSON.stringify({ url: `http://127.0.0.1:${app.server?.port}`, raw: raw.url.href }));

for await (const _ of Bun.stdin.stream()) {
}
process.exit(0);
