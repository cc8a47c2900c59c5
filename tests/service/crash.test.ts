import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { enqueueAll } from "~/jobs/queue";
import { rescue } from "~/jobs/rescue";
import { eventually } from "../jobs/observation";
import { makeDue } from "../jobs/records";
import { movieBody } from "../support/bodies/movie";
import { testDatabase } from "../support/database";
import { type StandIn, standIn } from "../support/provider";
import { databaseEnv, providerEnv, serving } from "./program";

setDefaultTimeout(60_000);

const JOBS = 100;
const ids = Array.from({ length: JOBS }, (_, index) => index + 1);

const succeeded = async (db: Db): Promise<number> => {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int from jobs where kind = 'movie' and status = 'succeeded'`,
  );
  return row?.count ?? 0;
};

/** How many sessions the service has on this database. */
const sessionsOf = async (db: Db): Promise<number> => {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name like 'media-catalog %'`);
  return row?.count ?? 0;
};

/** The catalog by its public facts, without keys and times. */
const catalogOf = async (db: Db) => {
  const rows = await db.execute<{ of: string; facts: string }>(sql`
    select 'movies' as of, json_agg(json_build_array(external_id, movies.title, runtime) order by external_id)::text as facts
      from movies join titles using (id)
    union all select 'credits', json_agg(json_build_array(t.external_id, p.external_id, c.credit_type, c.character, c.job) order by c.external_id)::text
      from credits c join titles t on t.id = c.title_id join people p on p.id = c.person_id
    union all select 'artwork', json_agg(file_path order by file_path)::text from artwork
    union all select 'provenance', json_agg(external_id order by external_id)::text from provenance`);
  return Object.fromEntries(rows.map(({ of, facts }) => [of, facts]));
};

describe("kill -9 in the middle of 100 jobs", () => {
  test("P2, F1: nothing is lost, and the catalog is as complete as without", async () => {
    const calmly = ingestAll(async () => {});
    const crashing = ingestAll(async (db, settings, provider) => {
      const release = provider.hold("/movie/40");
      await using first = await serving(settings);
      await eventually(async () => expect(await succeeded(db)).toBeGreaterThan(50), 20_000);
      first.process.kill("SIGKILL");
      await first.exited;
      // A claim that it had sent may still commit: its sessions end before anything is taken back.
      await eventually(async () => expect(await sessionsOf(db)).toBe(0));
      release();
      expect(await succeeded(db)).toBeLessThan(JOBS);
      // What 30 s and the sweep of any replica do, without waiting for them.
      await db.execute(sql`
        update jobs set lease_until = now() - interval '1 s' where status = 'running'`);
      const lost = await rescue(db);
      expect(lost).toBeGreaterThanOrEqual(1);
      expect(lost).toBeLessThanOrEqual(2);
      await makeDue(db);
    });
    const [calm, crashed] = await Promise.all([calmly, crashing]);
    expect(crashed.catalog).toEqual(calm.catalog);
    expect(calm.attempts).toEqual([{ attempts: 1, jobs: JOBS }]);
    const jobs = crashed.attempts.reduce((sum, { jobs }) => sum + jobs, 0);
    expect([jobs, crashed.attempts.at(-1)?.attempts]).toEqual([JOBS, 2]);
  });
});

type Crash = (db: Db, settings: Record<string, string>, provider: StandIn) => Promise<void>;

/** All jobs on a database of their own, after what `crash` does to it; ends with a graceful stop. */
async function ingestAll(crash: Crash) {
  await using provider = standIn();
  for (const id of ids) provider.serve(`/movie/${id}`, movieBody({ id }));
  await using database = await testDatabase();
  const { db } = database;
  const settings = { ...databaseEnv(database), ...providerEnv(provider) };
  await enqueueAll(
    db,
    ids.map((id) => ({ kind: "movie" as const, external_id: String(id) })),
  );
  await crash(db, settings, provider);
  await using service = await serving(settings);
  await eventually(async () => expect(await succeeded(db)).toBeGreaterThanOrEqual(JOBS), 20_000);
  service.process.kill("SIGTERM");
  expect(await service.exited).toBe(0);
  const attempts = await db.execute<{ attempts: number; jobs: number }>(sql`
    select attempts, count(*)::int as jobs from jobs where kind = 'movie' group by 1 order by 1`);
  return { catalog: await catalogOf(db), attempts: [...attempts] };
}
