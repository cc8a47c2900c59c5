import type { Db } from "~/db/client";
import type { SecondarySearch } from "~/search/index/secondary-search";
import { defaultKinds, type SearchedKind } from "~/search/kinds";
import { search } from "~/search/queries";

/** An entity, by kind and provider's id. */
export type Meant = { kind: SearchedKind; tmdb_id: number };

/** A query and its relevant entities. */
export type Judged = { q: string; class: string; type?: SearchedKind; accept: readonly Meant[] };

/** The rank of the first relevant hit, from 1; undefined if there is none on the page. */
export type Verdict = { query: Judged; place: number | undefined; ms: number; found: string[] };

/** Converts a public id to the provider's entity: `movie 603`. */
export type Names = ReadonlyMap<string, string>;

const meant = ({ kind, tmdb_id }: Meant): string => `${kind} ${tmdb_id}`;

/** Searches for each query, one after another, with the same code as the route; 20 hits each. */
export async function judge(
  db: Db,
  queries: readonly Judged[],
  names: Names,
  kinds: readonly SearchedKind[] = defaultKinds,
  secondary?: SecondarySearch,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const query of queries) {
    const start = performance.now();
    const request = {
      query: query.q,
      type: query.type ?? kinds.join(","),
      include_adult: "false",
      page: 1,
      page_size: 20,
    } as const;
    const { results } = await search(db, request, secondary);
    const ms = performance.now() - start;
    const found = (JSON.parse(results) as { id: string }[]).map(({ id }) => names.get(id) ?? id);
    const right = new Set(query.accept.map(meant));
    const index = found.findIndex((name) => right.has(name));
    verdicts.push({ query, place: index === -1 ? undefined : index + 1, ms, found });
  }
  return verdicts;
}

/** The percentage of queries with a relevant hit among the first `most`. */
export function success(verdicts: readonly Verdict[], most: number): number {
  const good = verdicts.filter(({ place }) => place !== undefined && place <= most);
  return (100 * good.length) / Math.max(1, verdicts.length);
}

/** The quantile `share` of the search times, in milliseconds. */
export function percentile(verdicts: readonly Verdict[], share: number): number {
  const times = verdicts.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
}

/** Success rates and times per class and in total, as lines of a table. */
export function report(verdicts: readonly Verdict[]): string[] {
  const classes = Map.groupBy(verdicts, ({ query }) => query.class);
  const rows = [...classes].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    "| class | queries | s@1 | s@5 | p50 ms | p99 ms |",
    "|---|---|---|---|---|---|",
    ...rows.map(([name, some]) => line(name, some)),
    line("all", verdicts),
  ];
}

const line = (name: string, verdicts: readonly Verdict[]): string =>
  `| ${[
    name,
    verdicts.length,
    success(verdicts, 1).toFixed(1),
    success(verdicts, 5).toFixed(1),
    percentile(verdicts, 0.5).toFixed(1),
    percentile(verdicts, 0.99).toFixed(1),
  ].join(" | ")} |`;
