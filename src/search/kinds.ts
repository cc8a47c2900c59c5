/** The kinds of entities in the search; the column search_name.kind stores their positions, from 1. */
export const searchedKinds = [
  "movie",
  "series",
  "person",
  "collection",
  "company",
  "keyword",
] as const;
export type SearchedKind = (typeof searchedKinds)[number];

/** The kinds that a search covers when the client names none. */
export const defaultKinds: readonly SearchedKind[] = ["movie", "series", "person", "collection"];

/** The number that search_name stores for a kind. */
export const kindNumber = (kind: SearchedKind): number => searchedKinds.indexOf(kind) + 1;
