import { sql } from "drizzle-orm";
import { buildApp } from "~/app";
import { loadConfig } from "~/config";
import { connect, type DatabaseAddress } from "~/db/client";
import { only } from "~/db/sql";
import { openDeps } from "~/deps";

/**
 * What answers cost at least, in a process of its own. The first line of standard input is a
 * {@link FloorsOrder}; prints the {@link FloorsPlaces}; ends with its standard input.
 *
 * `lookup` is a prepared lookup by primary key behind our request hooks, the unit of response times. The
 * others are routes of a bare Bun.serve: the bytes of a detail, and statements through the driver alone.
 */
export type FloorsOrder = { address: DatabaseAddress; detail: string; page: string };
export type FloorsPlaces = { lookup: string; bare: string; pid: number };

const [order] = await Array.fromAsync(firstLine());
const { address, detail, page } = JSON.parse(order ?? "") as FloorsOrder;

async function* firstLine() {
  for await (const line of console) {
    yield line;
    return;
  }
}

const config = loadConfig({
  NODE_ENV: "development",
  LOG_LEVEL: "silent",
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_SEARCH: "0",
});
const deps = openDeps(config, address, "http");
const { id } = only(
  await deps.db.execute<{ id: string }>(sql`select id from movies order by id limit 1`),
);
const app = buildApp(deps)
  .get("/floor/lookup", async () =>
    only(await deps.db.execute(sql`select id, title from movies where id = ${id}::uuid`)),
  )
  .listen({ hostname: "127.0.0.1", port: 0 });

const driver = connect(address, { max: 10, fetch_types: false, onnotice: () => {} });
const prepare = { prepare: true };
const parameters = [...page.matchAll(/^-- \$\d+ .* = '(.*)'$/gm)].map(([, value]) => value ?? "");
const statement = page.replace(/^--.*$/gm, "").trim();
const key = "select id, title from movies where id = $1::uuid";
const json = { headers: { "content-type": "application/json" } };

const bare = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  routes: {
    "/bytes": () => new Response(detail, json),
    "/select-1": async () => Response.json(await driver.unsafe("select 1 as one", [], prepare)),
    "/lookup": async () => Response.json(await driver.unsafe(key, [id], prepare)),
    "/page": async () => Response.json(await driver.unsafe(statement, parameters, prepare)),
  },
});
const places: FloorsPlaces = {
  lookup: `http://127.0.0.1:${app.server?.port}`,
  bare: bare.url.origin,
  pid: process.pid,
};
console.log(JSON.stringify(places));
for await (const _ of console) {
}
process.exit(0);
