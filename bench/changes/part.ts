import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { recorded } from "../../tests/support/recorded";
import { type Measured, measureIngestion } from "../ingest/measure";
import { startProvider } from "../ingest/provider";
import { type Bench, type Column, type Part, type Row, spread } from "../part";
import { type Latencies, measureLatency } from "./latency";

const THREADS = 4;

/** The least rate of ingestion with the feed, as a part of that without. */
const LEAST_RATE = 0.85;

const columns: Record<string, Column> = {
  first_rate: { unit: "titles/s", better: "more" },
  first_postgres_ms: { unit: "ms", better: "less" },
  compared_rate: { unit: "titles/s", better: "more" },
  compared_postgres_ms: { unit: "ms", better: "less" },
  p50_ms: { unit: "ms", better: "less" },
  p99_ms: { unit: "ms", better: "less" },
};

/** The longest time from a commit to the feed at the 99th percentile, in milliseconds. */
const LONGEST = { idle: 1_000, busy: 3_000 };

/** As if there were no feed: nothing is noted, so nothing is numbered. */
async function withoutFeed(db: Db): Promise<void> {
  await db.execute(sql`
    do $$
    declare
      noting record;
    begin
      for noting in
        select tgrelid::regclass as noted, tgname from pg_trigger
        where not tgisinternal and tgname ~ '_(noted|kept)(_|$)|^changes_stamped$'
      loop
        execute format('alter table %s disable trigger %I', noting.noted, noting.tgname);
      end loop;
    end $$`);
}

const figures = (measured: readonly Measured[]): Row["figures"] => {
  const of = (value: (one: Measured) => number) => spread(measured.map(value));
  return {
    first_rate: of(({ first }) => first.rate),
    first_postgres_ms: of(({ first }) => first.postgres_ms),
    compared_rate: of(({ compared }) => compared.rate),
    compared_postgres_ms: of(({ compared }) => compared.postgres_ms),
  };
};

function latencyRow(name: keyof Latencies, rounds: readonly Latencies[], smoke: boolean): Row {
  const sorted = rounds.map((latencies) => latencies[name].toSorted((a, b) => a - b));
  const at = (share: number) =>
    spread(sorted.map((times) => times[Math.floor(times.length * share)] ?? Number.NaN));
  const p99 = at(0.99);
  const broken = `a commit was in the feed after ${p99.median.toFixed(0)} ms`;
  return {
    name: `from commit to feed, ${name}`,
    figures: { p50_ms: at(0.5), p99_ms: p99 },
    ...(!smoke && p99.median > LONGEST[name] && { broken }),
  };
}

async function run({ rounds, smoke, say }: Bench): Promise<Row[]> {
  if (recorded === undefined) {
    say("there are no recorded movies beside this repository");
    return [];
  }
  const provider = await startProvider();
  const titles = smoke ? 8 : provider.movies;
  const [without, withFeed]: [Measured[], Measured[]] = [[], []];
  const latencies: Latencies[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      const measure = (prepare?: (db: Db) => Promise<void>) =>
        measureIngestion(provider, { threads: THREADS, titles, ...(prepare && { prepare }) });
      without.push(await measure(withoutFeed));
      withFeed.push(await measure());
      latencies.push(await measureLatency(provider, { samples: smoke ? 2 : 100, titles }));
    }
  } finally {
    provider.stop();
  }
  const rate = (measured: readonly Measured[]) =>
    spread(measured.map(({ first }) => first.rate)).median;
  const ratio = rate(withFeed) / rate(without);
  const broken = `ingestion with the feed is ${ratio.toFixed(2)} of that without`;
  return [
    { name: "without the feed", figures: figures(without) },
    {
      name: "with the feed",
      figures: figures(withFeed),
      ...(!smoke && ratio < LEAST_RATE && { broken }),
    },
    latencyRow("idle", latencies, smoke),
    latencyRow("busy", latencies, smoke),
  ];
}

/** What the change feed costs an ingestion, and how soon it has it; without recordings it measures nothing. */
export const changes: Part = {
  name: "changes",
  about:
    "recorded movies with the change feed and without; from a commit to the feed, idle and with 8 workers",
  sized: false,
  columns,
  run,
};
