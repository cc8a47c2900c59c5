import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { demoProvider } from "~/demo/provider";
import { handlers } from "~/ingest/handlers";
import { enqueueAll, type JobRequest } from "~/jobs/queue";
import { openProvider } from "~/provider/http/client";
import { freePace } from "~/provider/http/pace";
import { WakeSignal } from "~/wake-signal";
import { runLoop } from "~/workers/loop";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Ingests these records from the demo's provider; returns when no job is left. */
export async function ingestDemo(db: Db, requests: readonly JobRequest[]): Promise<void> {
  const stop = new AbortController();
  const provider = openProvider({
    base_url: "http://demo.invalid/3",
    token: undefined,
    timeout_ms: 5_000,
    pace: freePace,
    fetch: demoProvider({ today: "2026-11-21" }),
  });
  await enqueueAll(db, requests);
  const loop = runLoop({
    db,
    handlers: handlers({ db, provider }),
    log: silent,
    wakeSignal: new WakeSignal(),
    signal: stop.signal,
    random: () => 0.5,
    settings: { poll_ms: 5, grace_ms: 50 },
  });
  const isOpen = sql`select from jobs where status in ('queued', 'running') limit 1`;
  while ((await db.execute(isOpen)).length > 0) await Bun.sleep(5);
  stop.abort();
  await loop;
}
