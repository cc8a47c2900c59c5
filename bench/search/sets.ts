import type { Db } from "~/db/client";
import { defaultKinds, type SearchedKind } from "~/search/kinds";
import { openScratch, type Scratch } from "../scratch";
import { bulkQueries, hasBulk, loadBulk } from "./bulk";
import { loadDemo } from "./demo";
import { demoQueries } from "./demo-queries";
import type { Judged, Names } from "./judged";
import { providerNames } from "./names";
import { loadRecombined } from "./recombined";

/** A catalog and queries whose right answers are known. */
export type QuerySet = {
  name: string;
  database: string;
  kinds: readonly SearchedKind[];
  load: (db: Db) => Promise<void>;
  queries: () => Promise<readonly Judged[]>;
  /** The least shares of queries with a right hit first, and among the first five, in percent. */
  least?: { first: number; five: number };
};

const bulkKinds = ["movie", "series", "person", "collection", "company"] as const;

const demo: QuerySet = {
  name: "demo",
  database: "bench_search_demo",
  kinds: defaultKinds,
  load: loadDemo,
  queries: async () => demoQueries,
  least: { first: 98, five: 99 },
};

const bulk: QuerySet = {
  name: "bulk",
  database: "bench_search_bulk",
  kinds: bulkKinds,
  load: loadBulk,
  queries: bulkQueries,
  least: { first: 95, five: 99.5 },
};

const large: QuerySet = {
  ...bulk,
  name: "2.3 million",
  database: "bench_search_large",
  load: async (db) => {
    await loadBulk(db);
    await loadRecombined(db);
  },
  least: { first: 93.5, five: 99 },
};

/** The sets that can be measured here, smallest first; the largest takes minutes to fill. */
export const querySets = (isLarge: boolean): readonly QuerySet[] =>
  hasBulk() ? [demo, bulk, ...(isLarge ? [large] : [])] : [demo];

export type OpenSet = Scratch & { queries: readonly Judged[]; names: Names };

/** Opens the catalog of a set, filled before by an earlier run that kept it, or now. */
export async function openSet({ database, load, queries }: QuerySet, keep: boolean) {
  const scratch = await openScratch(database, { keep });
  if (scratch.fresh) await load(scratch.db);
  const names = await providerNames(scratch.db);
  return { ...scratch, queries: await queries(), names } satisfies OpenSet;
}
