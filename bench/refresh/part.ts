import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { recorded } from "../../tests/support/recorded";
import { type Measured, measureIngestion } from "../ingest/measure";
import { startProvider } from "../ingest/provider";
import { type Bench, type Column, type Part, type Row, spread } from "../part";
import { inScratch } from "../scratch";
import { fill, measurePlanning } from "./planning";

const THREADS = 4;
const RECORDS = 1_300_000;

/** The least rate of ingestion with the planner, as a part of that without. */
const LEAST_RATE = 0.85;

const columns: Record<string, Column> = {
  p50_ms: { unit: "ms", better: "less" },
  selects: { unit: "times select 1", better: "less" },
  first_rate: { unit: "titles/s", better: "more" },
  unchanged_rate: { unit: "titles/s", better: "more" },
  first_postgres_ms: { unit: "ms", better: "less" },
  unchanged_postgres_ms: { unit: "ms", better: "less" },
};

/** As if nothing were ever fetched again. */
async function withoutTiers(db: Db): Promise<void> {
  for (const table of ["provenance", "seasons", "jobs"]) {
    const rows = await db.execute<{ name: string }>(sql`
      select tgname as name from pg_trigger
      where tgrelid = ${table}::regclass and tgname ~ 'schedule|refresh'`);
    for (const { name } of rows) {
      await db.execute(sql.raw(`alter table ${table} disable trigger ${name}`));
    }
  }
}

const listsRead = (db: Db) =>
  db.execute(sql`update change_lists set requested_at = now()`).then(() => {});

const figures = (measured: readonly Measured[]): Row["figures"] => {
  const of = (value: (one: Measured) => number) => spread(measured.map(value));
  return {
    first_rate: of(({ first }) => first.rate),
    unchanged_rate: of(({ unchanged }) => unchanged.rate),
    first_postgres_ms: of(({ first }) => first.postgres_ms),
    unchanged_postgres_ms: of(({ unchanged }) => unchanged.postgres_ms),
  };
};

async function measureIngestions({ rounds, smoke, say }: Bench): Promise<Row[]> {
  if (recorded === undefined) {
    say("there are no recorded movies beside this repository");
    return [];
  }
  const provider = await startProvider();
  const titles = smoke ? 8 : provider.movies;
  const [without, withPlanner]: [Measured[], Measured[]] = [[], []];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      say(`ingestion, round ${round} of ${rounds}`);
      const common = { threads: THREADS, titles };
      without.push(await measureIngestion(provider, { ...common, prepare: withoutTiers }));
      withPlanner.push(
        await measureIngestion(provider, { ...common, plan: true, prepare: listsRead }),
      );
    }
  } finally {
    provider.stop();
  }
  const rate = (measured: readonly Measured[]) =>
    spread(measured.map(({ first }) => first.rate)).median;
  const ratio = rate(withPlanner) / rate(without);
  const broken = `ingestion with the planner is ${ratio.toFixed(2)} of that without`;
  return [
    { name: "ingestion without tiers and planner", figures: figures(without) },
    {
      name: "ingestion with them",
      figures: figures(withPlanner),
      ...(!smoke && ratio < LEAST_RATE && { broken }),
    },
  ];
}

async function run(bench: Bench): Promise<Row[]> {
  const { rounds, smoke, keep, say } = bench;
  const records = smoke ? 2_000 : RECORDS;
  say(`planning for ${records} records`);
  const planning = await inScratch("bench_refresh", keep, async ({ db, fresh }) => {
    if (fresh) await fill(db, records);
    return measurePlanning(db, records, rounds);
  });
  const checked = smoke ? planning.map(({ broken: _, ...row }) => row) : planning;
  return [...checked, ...(await measureIngestions(bench))];
}

/** What it costs to keep records fresh; without recordings it does not measure ingestion. */
export const refresh: Part = {
  name: "refresh",
  about:
    "a pass of the planner over 1.3 million records, and ingestion with the planner and without",
  sized: false,
  columns,
  run,
};
