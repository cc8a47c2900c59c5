import { sql } from "drizzle-orm";
import { loadConfig } from "~/config";
import type { Db } from "~/db/client";
import { planOnce } from "~/refresh/planner";
import { refreshSteps } from "~/refresh/steps";
import { type Row, type Spread, spread } from "../part";

/** Medians of the rounds in ms. */
const columnsOf = (values: readonly number[], selects: readonly number[]): Row["figures"] => {
  const times = values.map((value, index) => value / (selects[index] ?? Number.NaN));
  return { p50_ms: spread(values), selects: spread(times) };
};

const steps = refreshSteps(loadConfig({ TMDB_API_TOKEN: "token" }));

/** Fills tables with records of which none is due; triggers are off, so nothing else is written. */
export async function fill(db: Db, records: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into movies (id, title, popularity, status) select ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        'Movie ' || n, 0.6 + 500 * power(random(), 12), 'released' from generate_series(1, ${records}::int) n`);
    await tx.execute(sql`insert into titles (id, kind, external_id)
      select id, 'movie', row_number() over (order by id) from movies`);
    await tx.execute(sql`
      insert into provenance (kind, external_id, entity_id, endpoint, payload_hash, reading, fetched_at, job_id, run)
      select 'movie', external_id, id, '/', '', 1, now(), id, 1 from titles`);
    await tx.execute(sql`
      insert into refresh_state (kind, external_id, tier, next_refresh_at, last_fetched_at)
      select 'movie', external_id, case when external_id % 50 = 0 then 'current' else 'rest' end::refresh_tier,
        now() + interval '1 day' + random() * interval '140 days', now() from titles`);
  });
  for (const table of ["movies", "titles", "provenance", "refresh_state", "jobs"]) {
    await db.execute(sql.raw(`vacuum analyze ${table}`));
  }
  await db.execute(sql`
    update change_lists set requested_at = now(), began_at = now(), through_day = current_date`);
  await planOnce(db, steps);
}

const PASSES = 20;

async function medianOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let pass = 0; pass < count; pass += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return spread(times).median;
}

type Case = {
  name: string;
  /** Before each pass. */
  before?: (db: Db) => Promise<unknown>;
  /** The steps that a pass has to do. */
  does: string[];
  passes?: number;
};

const cases: readonly Case[] = [
  { name: "an idle pass", does: [], passes: 10 * PASSES },
  {
    name: "a pass that plans 7 of 100,000 due records",
    before: async (db) => {
      // As if they had ended; truncating would have every statement planned anew.
      await db.execute(sql`delete from jobs`);
    },
    does: ["due records"],
  },
  {
    name: "a pass that ranks titles by popularity",
    before: (db) => db.execute(sql`update refresh_rules set ranked_at = null`),
    does: ["popular titles"],
  },
];

/** Makes a part of the records due, or, as 0, those that are due wait again; the tables are tidy afterwards. */
async function makeDue(db: Db, part: number): Promise<void> {
  await db.execute(
    part > 0
      ? sql`update refresh_state set next_refresh_at = now() - random() * interval '30 days' where random() < ${part}`
      : sql`update refresh_state set next_refresh_at = now() + random() * interval '140 days' where next_refresh_at <= now()`,
  );
  await db.execute(sql`vacuum analyze refresh_state`);
  await db.execute(sql`checkpoint`);
}

/** The cost of a pass of the planner beside that of `select 1`, turn by turn. Throws when a pass does other work. */
export async function measurePlanning(db: Db, records: number, rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const each of cases) {
    if (each.does.includes("due records")) await makeDue(db, Math.min(1, 100_000 / records));
    rows.push(await measureCase(db, each, rounds));
    await makeDue(db, 0);
    await db.execute(sql`truncate jobs`);
  }
  return rows;
}

async function measureCase(db: Db, each: Case, rounds: number): Promise<Row> {
  const { name } = each;
  const [selects, values]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    selects.push(await medianOf(200, () => db.execute(sql`select 1`)));
    values.push(await medianPass(db, each));
  }
  const figures = columnsOf(values, selects);
  const broken = `${name} costs more than 100 times select 1`;
  return { name, figures, ...(isTooMuch(figures.selects) && { broken }) };
}

async function medianPass(db: Db, { name, before, does, passes = PASSES }: Case): Promise<number> {
  const times: number[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    await before?.(db);
    const start = performance.now();
    const done = await planOnce(db, steps);
    times.push(performance.now() - start);
    if (done.join() !== does.join()) throw new Error(`${name} did ${done.join() || "nothing"}`);
  }
  return spread(times).median;
}

const isTooMuch = (selects: Spread | undefined): boolean => (selects?.median ?? 0) > 100;
