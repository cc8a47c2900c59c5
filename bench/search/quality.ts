import type { Db } from "~/db/client";
import { type Bench, type Column, type Part, type Row, spread } from "../part";
import { inScratch } from "../scratch";
import { bulkQueries, hasBulk, loadBulk } from "./bulk";
import { loadDemo } from "./demo";
import { demoQueries } from "./demo-queries";
import { type Judged, judge, percentile, success, type Verdict } from "./judged";
import { providerNames } from "./names";

const columns: Record<string, Column> = {
  first: { unit: "%", better: "more" },
  first_five: { unit: "%", better: "more" },
  p50_ms: { unit: "ms", better: "less" },
  p99_ms: { unit: "ms", better: "less" },
  queries: { unit: "queries", better: "neither" },
};

const bulkKinds = ["movie", "series", "person", "collection", "company"] as const;

/** Names and queries with known answers. */
type Names = {
  name: string;
  database: string;
  load: (db: Db) => Promise<void>;
  queries: () => Promise<readonly Judged[]>;
  kinds?: typeof bulkKinds;
};

const demo: Names = {
  name: "demo",
  database: "bench_search_demo",
  load: loadDemo,
  queries: async () => demoQueries,
};
const bulk: Names = {
  name: "bulk",
  database: "bench_search_bulk",
  load: loadBulk,
  queries: bulkQueries,
  kinds: bulkKinds,
};

/** The verdicts of each round. */
function judgeRounds({ rounds, keep, say }: Bench, names: Names): Promise<Verdict[][]> {
  return inScratch(names.database, keep, async ({ db, fresh }) => {
    say(`loading ${names.name}`);
    if (fresh) await names.load(db);
    const [queries, provider] = [await names.queries(), await providerNames(db)];
    await judge(db, queries.slice(0, 50), provider, names.kinds);
    const verdicts: Verdict[][] = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}: ${names.name}`);
      verdicts.push(await judge(db, queries, provider, names.kinds));
    }
    return verdicts;
  });
}

function row(name: string, rounds: readonly (readonly Verdict[])[]): Row {
  const of = (value: (verdicts: readonly Verdict[]) => number) => spread(rounds.map(value));
  const figures = {
    first: of((verdicts) => success(verdicts, 1)),
    first_five: of((verdicts) => success(verdicts, 5)),
    p50_ms: of((verdicts) => percentile(verdicts, 0.5)),
    p99_ms: of((verdicts) => percentile(verdicts, 0.99)),
    queries: of((verdicts) => verdicts.length),
  };
  return { name, figures };
}

function rows({ name }: Names, rounds: readonly Verdict[][]): Row[] {
  const classes = [...new Set(rounds.flat().map(({ query }) => query.class))].sort();
  const ofClass = (wanted: string) =>
    rounds.map((verdicts) => verdicts.filter(({ query }) => query.class === wanted));
  return [
    ...classes.map((each) => row(`${name}: ${each}`, ofClass(each))),
    row(`${name}: all`, rounds),
  ];
}

async function run(bench: Bench): Promise<Row[]> {
  const all = bench.smoke || !hasBulk() ? [demo] : [demo, bulk];
  const found: Row[] = [];
  for (const names of all) found.push(...rows(names, await judgeRounds(bench, names)));
  if (found.some(({ figures }) => (figures.first_five?.median ?? 0) === 0)) {
    throw new Error("a class of queries finds nothing");
  }
  return found;
}

/** Queries with known answers: how many come first or among five, in the demo and in the bulk data. */
export const quality: Part = {
  name: "quality",
  about: "queries with known answers: how many of them come first, or among five",
  sized: false,
  columns,
  run,
};
