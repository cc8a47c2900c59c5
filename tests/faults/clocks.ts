import { existsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { enqueueAll } from "~/jobs/queue";
import { databaseEnv, providerEnv, serving } from "../service/program";
import { movieBody } from "../support/bodies/movie";
import { testDatabase } from "../support/database";
import { standIn } from "../support/provider";
import { check, finish, secondsUntil } from "./support";

/**
 * `bun tests/faults/clocks.ts`: of three replicas one is an hour ahead and one an hour behind. No job is
 * taken before its lease ends, and a slot of the schedule is one refresh (F25, F26, P7). Needs libfaketime.
 */
const library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
if (!existsSync(library)) {
  console.log("skipped: there is no libfaketime on this machine");
  finish();
}
const JOBS = 200;
await using database = await testDatabase();
await using provider = standIn();
const ids = Array.from({ length: JOBS }, (_, index) => index + 1);
for (const id of ids) {
  provider.serve(`/movie/${id}`, async () => {
    await Bun.sleep(200);
    return movieBody({ id });
  });
}
const settings = {
  ...databaseEnv(database),
  ...providerEnv(provider),
  LOG_LEVEL: "warn",
  // A slot each minute, by the database's clock.
  TRENDING_CRON: "* * * * *",
};
const shifted = (by: string) => ({
  LD_PRELOAD: library,
  FAKETIME: by,
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
});
const replicas = await Promise.all([
  serving(settings),
  serving({ ...settings, ...shifted("+1h") }),
  serving({ ...settings, ...shifted("-1h") }),
]);
const dates = await Promise.all(
  replicas.map(async ({ call }) => (await call("GET", "/health/live")).headers.get("date")),
);
console.log(`        clocks: ${dates.join(" | ")}`);
await enqueueAll(
  database.db,
  ids.map((id) => ({ kind: "movie" as const, external_id: String(id) })),
);
const done = await secondsUntil(async () => {
  const [row] = await database.db.execute<{ n: number }>(sql`
    select count(*)::int as n from jobs where kind = 'movie' and status = 'succeeded'`);
  return row?.n === JOBS;
}, 100);
const [attempts] = await database.db.execute<{ n: number }>(sql`
  select count(*)::int as n from jobs where kind = 'movie' and attempts <> 1`);
check(
  attempts?.n === 0,
  `F26: ${JOBS} jobs in ${done.toFixed(1)} s, ${attempts?.n} taken more than once`,
);
await Bun.sleep(65_000);
const [slots] = await database.db.execute<{ n: number; future: number; minutes: number }>(sql`
  select count(*)::int as n, count(*) filter (where slot > now())::int as future,
    (extract(epoch from max(slot) - min(slot)) / 60)::int + 1 as minutes
  from cron_slots where name = 'trending'`);
check(slots?.future === 0, "F26: no slot of the future is taken");
check(
  (slots?.n ?? 0) >= 2 && slots?.n === slots?.minutes,
  `F25: ${slots?.n} slots in ${slots?.minutes} minutes`,
);
for (const replica of replicas) {
  replica.process.kill("SIGTERM");
  await replica.exited;
}
finish();
