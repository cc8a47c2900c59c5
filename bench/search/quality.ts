import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { cpuOf } from "../cpu";
import { type Bench, type Column, type Part, type Row, spread } from "../part";
import { type Judged, judge, percentile, success, type Verdict } from "./judged";
import { openSet, type QuerySet, querySets } from "./sets";

const columns: Record<string, Column> = {
  p50_ms: { unit: "ms", better: "less" },
  p99_ms: { unit: "ms", better: "less" },
  postgres_us: { unit: "µs", better: "less" },
  first: { unit: "%", better: "more" },
  first_five: { unit: "%", better: "more" },
  queries: { unit: "queries", better: "neither" },
};

/** What the queries of a class have in common, by the beginning of its name. */
const groups: readonly (readonly [string, RegExp])[] = [
  ["exact", /^(exact|lowercase|kind_|original|alternate|short|stop|collection|cjk_cyr_primary)/],
  ["as you type", /prefix/],
  ["a slip", /typo/],
];

const groupOf = ({ class: name }: Judged): string =>
  groups.find(([, pattern]) => pattern.test(name))?.[0] ?? "other";

type Measured = { verdicts: readonly Verdict[]; postgres_us: number };

/** Judges queries; CPU is that of the sessions of the database, per query. */
async function measure(db: Db, run: () => Promise<Verdict[]>): Promise<Measured> {
  const sessions = await db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`);
  const pids = sessions.map(({ pid }) => pid);
  const spent = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
  const before = spent();
  const verdicts = await run();
  return { verdicts, postgres_us: (spent() - before) / Math.max(1, verdicts.length) };
}

const rowOf = (name: string, rounds: readonly Measured[]): Row => ({
  name,
  figures: {
    p50_ms: spread(rounds.map(({ verdicts }) => percentile(verdicts, 0.5))),
    p99_ms: spread(rounds.map(({ verdicts }) => percentile(verdicts, 0.99))),
    postgres_us: spread(rounds.map(({ postgres_us }) => postgres_us)),
    first: spread(rounds.map(({ verdicts }) => success(verdicts, 1))),
    first_five: spread(rounds.map(({ verdicts }) => success(verdicts, 5))),
    queries: spread(rounds.map(({ verdicts }) => verdicts.length)),
  },
});

function brokenBy({ least }: QuerySet, all: Row): string | undefined {
  const [first = 0, five = 0] = [all.figures.first?.median, all.figures.first_five?.median];
  if (least === undefined || (first >= least.first && five >= least.five)) return undefined;
  return `${first.toFixed(1)} and ${five.toFixed(1)} % where ${least.first} and ${least.five} are promised`;
}

/** The rows of a set: its groups of queries, then all of them. */
async function measureSet(set: QuerySet, bench: Bench): Promise<Row[]> {
  bench.say(`filling ${set.name}`);
  await using open = await openSet(set, bench.keep);
  const { db, names } = open;
  const judged = (queries: readonly Judged[]) => () => judge(db, queries, names, set.kinds);
  await judged(open.queries.slice(0, 50))();
  const byGroup = Map.groupBy(open.queries, groupOf);
  const rounds: Map<string, Measured>[] = [];
  for (let round = 1; round <= (bench.smoke ? 1 : bench.rounds); round += 1) {
    bench.say(`${set.name}, round ${round} of ${bench.rounds}`);
    const measured = new Map<string, Measured>();
    for (const [name, queries] of byGroup) {
      measured.set(name, await measure(db, judged(queries)));
    }
    const all = [...measured.values()];
    const verdicts = all.flatMap(({ verdicts }) => verdicts);
    const spent = all.reduce((sum, one) => sum + one.postgres_us * one.verdicts.length, 0);
    measured.set("all", { verdicts, postgres_us: spent / verdicts.length });
    rounds.push(measured);
  }
  return [...byGroup.keys(), "all"].map((name) => {
    const row = rowOf(
      `${set.name}: ${name}`,
      rounds.flatMap((measured) => measured.get(name) ?? []),
    );
    const broken = name === "all" ? brokenBy(set, row) : undefined;
    return { ...row, ...(broken !== undefined && { broken }) };
  });
}

/** How good and how fast searches are, on queries with known answers. */
export const quality: Part = {
  name: "quality",
  about: "searches with known answers; with --scale 1m also among 2.3 million names",
  sized: false,
  columns,
  async run(bench) {
    const sets = querySets(bench.scale === "1m").slice(0, bench.smoke ? 1 : undefined);
    const rows: Row[] = [];
    for (const set of sets) rows.push(...(await measureSet(set, bench)));
    return rows;
  },
};
