import { sql } from "drizzle-orm";
import { pino } from "pino";
import { buildApp } from "~/app";
import { loadConfig } from "~/config";
import { demoProvider } from "~/demo/provider";
import { handlers } from "~/ingest/handlers";
import { enqueueAll } from "~/jobs/queue";
import { openProvider } from "~/provider/http/client";
import { freePace } from "~/provider/http/pace";
import { WakeSignal } from "~/wake-signal";
import { runLoop } from "~/workers/loop";
import { testDatabase } from "../support/database";

/** Opens the operator's half of the site. */
export const operatorToken = "operator-token-of-the-browser-tests";

export type Site = AsyncDisposable & { url: string; db: Db };

/** The whole service on a free port, over a database with these movies of the demo; no worker runs. */
export async function openSite(
  movies: readonly number[],
  settings: Record<string, string> = { SERVICE_ADMIN_TOKEN: operatorToken },
): Promise<Site> {
  const database = await testDatabase();
  await fill(database.db, movies);
  const config = loadConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", ...settings });
  const app = buildApp({ db: database.db, config, log: pino({ level: "silent" }) });
  app.listen({ hostname: "127.0.0.1", port: 0 });
  return {
    db: database.db,
    url: `http://127.0.0.1:${app.server?.port}`,
    [Symbol.asyncDispose]: async () => {
      await app.stop(true);
      await database.close();
    },
  };
}

type Db = Awaited<ReturnType<typeof testDatabase>>["db"];

async function fill(db: Db, movies: readonly number[]): Promise<void> {
  const stop = new AbortController();
  const provider = openProvider({
    base_url: "http://demo.invalid/3",
    token: undefined,
    timeout_ms: 5_000,
    pace: freePace,
    fetch: (request) => demoProvider({ today: "2026-11-21" })(request),
  });
  const ending = runLoop({
    db,
    handlers: handlers({ db, provider }),
    log: pino({ level: "silent" }),
    wakeSignal: new WakeSignal(),
    signal: stop.signal,
    random: () => 0.5,
    settings: { poll_ms: 20, grace_ms: 50 },
  });
  await enqueueAll(
    db,
    movies.map((id) => ({ kind: "movie" as const, external_id: String(id) })),
  );
  for (;;) {
    const open = await db.execute(
      sql`select from jobs where status in ('queued', 'running') limit 1`,
    );
    if (open.length === 0) break;
    await Bun.sleep(10);
  }
  stop.abort();
  await ending;
}
