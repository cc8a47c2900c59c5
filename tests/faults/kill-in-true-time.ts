import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { enqueueAll } from "~/jobs/queue";
import { databaseEnv, providerEnv, type Serving, serving } from "../service/program";
import { movieBody } from "../support/bodies/movie";
import { testDatabase } from "../support/database";
import { standIn } from "../support/provider";

/**
 * `bun tests/faults/kill-in-true-time.ts [jobs] [kills]`: two replicas work on a batch of jobs and
 * one of them is killed (kill -9) at a random moment, again and again. Nothing is back-dated: leases
 * of 30 s, the sweep and the delays pass in true time, so this takes minutes and is no part of
 * `bun test`. Ends with 1 unless every job succeeded, no title is missing, and every lost job was
 * taken from its dead worker within 35 s: the lease and one sweep (P2, F1).
 */
const jobs = Number(process.argv[2] ?? 500);
const kills = Number(process.argv[3] ?? 20);
/** A sweep every 5 s, and a second for a busy machine. */
const SWEEP_SECONDS = 6;

const ids = Array.from({ length: jobs }, (_, index) => index + 1);
await using database = await testDatabase();
await using provider = standIn();
for (const id of ids) {
  provider.serve(`/movie/${id}`, async () => {
    await Bun.sleep(100);
    return movieBody({ id });
  });
}
const { db } = database;
const settings = { ...databaseEnv(database), ...providerEnv(provider), LOG_LEVEL: "error" };
await enqueueAll(
  db,
  ids.map((id) => ({ kind: "movie" as const, external_id: String(id) })),
);

const replicas: Serving[] = await Promise.all([serving(settings), serving(settings)]);
const started = performance.now();
for (let kill = 1; kill <= kills; kill += 1) {
  await Bun.sleep(200 + Math.random() * 1_000);
  const [victim] = replicas.splice(kill % 2, 1);
  victim?.process.kill("SIGKILL");
  const { running, succeeded } = await counts(db);
  console.log(`kill ${kill}: ${succeeded} of ${jobs} done, ${running} running`);
  replicas.push(await serving(settings));
}
let overdue = 0;
for (;;) {
  const { succeeded, failed, late } = await counts(db);
  overdue = Math.max(overdue, late);
  if (failed > 0 || succeeded === jobs) break;
  await Bun.sleep(250);
}
const [found] = await db.execute<{ movies: number; lost: number }>(sql`
  select (select count(*)::int from movies) as movies,
    (select count(*)::int from jobs where jsonb_array_length(failures) > 0) as lost`);
const { succeeded, failed } = await counts(db);
const seconds = ((performance.now() - started) / 1_000).toFixed(0);
console.log(
  `${seconds} s: ${succeeded} of ${jobs} succeeded, ${failed} failed, ${found?.movies} movies`,
);
console.log(
  `${found?.lost} jobs were taken from dead workers, at most ${overdue.toFixed(1)} s after their lease`,
);
for (const replica of replicas) {
  replica.process.kill("SIGTERM");
  console.log(`a replica ended with ${await replica.exited}`);
}
const { running } = await counts(db);
const whole =
  succeeded === jobs && found?.movies === jobs && running === 0 && overdue <= SWEEP_SECONDS;
console.log(whole ? "nothing is lost" : "FAILED");
process.exitCode = whole ? 0 : 1;

async function counts(of: Db) {
  type Counts = { running: number; succeeded: number; failed: number; late: number };
  const [row] = await of.execute<Counts>(sql`
    select count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'succeeded')::int as succeeded,
      count(*) filter (where status = 'failed')::int as failed,
      coalesce(extract(epoch from max(now() - lease_until)), 0)::float8 as late
    from jobs where kind = 'movie'`);
  return row ?? { running: 0, succeeded: 0, failed: 0, late: 0 };
}
