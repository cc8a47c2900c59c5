import type { Catalog } from "../catalog/catalog";
import type { Bench, Column, Part, Row } from "../part";
import type { Case } from "./cases";
import { measureRequests, type Requests, requestColumns } from "./requests";

/** What a hit of the cache has columns for; its bytes are those of the computed answer. */
const hotColumns = [
  "p50",
  "p50_ms",
  "rps_16",
  "p50_16_ms",
  "p99_16_ms",
  "service_us",
  "postgres_us",
] as const;
const shownOfHits: ReadonlySet<string> = new Set(["p50_ms", "rps_16", "service_us"]);
const hotNames = hotColumns.map((column) => [column, `hot_${column}`] as const);

/** The columns of a request, computed and then from the cache. */
export const readColumns: Record<string, Column> = {
  ...requestColumns,
  ...Object.fromEntries(
    hotNames.map(([column, hot]) => [
      hot,
      shownOfHits.has(column)
        ? requestColumns[column]
        : { ...requestColumns[column], hidden: true },
    ]),
  ),
};

const urls = (origin: string, { paths }: Case) => paths.map((path) => `${origin}/api/v1${path}`);

async function answer(url: string, { headers = {}, status = 200 }: Case): Promise<string> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${url} answers ${response.status}: ${text}`);
  if (status === 200) JSON.parse(text);
  return text;
}

/** How many paths of a case are checked; more would cost more than measuring them. */
const CHECKED = { full: 20, smoke: 2 };

/** Throws unless a hit has the bytes of a computed answer. */
async function checkCase({ cold, hot }: Catalog, one: Case, most: number): Promise<void> {
  for (const path of one.paths.slice(0, most)) {
    const computed = await answer(`${cold.url}/api/v1${path}`, one);
    for (let time = 1; hot !== undefined && time <= 2; time += 1) {
      const kept = await answer(`${hot.url}/api/v1${path}`, one);
      if (kept !== computed) throw new Error(`${path} has another answer from the cache`);
    }
  }
}

/** Checks and measures each case, computed and from the cache. */
export async function measureReads(
  bench: Bench,
  catalog: Catalog,
  cases: readonly Case[],
): Promise<Row[]> {
  const { cold, hot } = catalog;
  for (const one of cases) {
    bench.say(`checking ${one.name}`);
    await checkCase(catalog, one, bench.smoke ? CHECKED.smoke : CHECKED.full);
  }
  const all = cases.flatMap((one): Requests[] => [
    { ...one, urls: urls(cold.url, one), pid: cold.pid },
    ...(hot ? [{ ...one, name: `hot ${one.name}`, urls: urls(hot.url, one), pid: hot.pid }] : []),
  ]);
  const rows = new Map((await measureRequests(bench, catalog, all)).map((row) => [row.name, row]));
  return cases.map(({ name }) => {
    const figures = { ...rows.get(name)?.figures };
    for (const [column, to] of hotNames) {
      const spread = rows.get(`hot ${name}`)?.figures[column];
      if (spread !== undefined) figures[to] = spread;
    }
    return { name, figures };
  });
}

type Cases = (catalog: Catalog) => readonly Case[] | Promise<readonly Case[]>;

/** A part that measures requests to the service. */
export const readPart = (name: string, about: string, cases: Cases): Part => ({
  name,
  about,
  sized: true,
  columns: readColumns,
  async run(bench) {
    const catalog = await bench.catalog();
    return measureReads(bench, catalog, await cases(catalog));
  },
});
