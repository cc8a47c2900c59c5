/** What can be searched for, in the order of the numbers that search_name stores: movie is 1. */
export const searchedKinds = [
  "movie",
  "series",
  "person",
  "collection",
  "company",
  "keyword",
] as const;
export type SearchedKind = (typeof searchedKinds)[number];

/** What is searched for when the client names no kind (M88). */
export const defaultKinds: readonly SearchedKind[] = ["movie", "series", "person", "collection"];

/** The number of a kind in search_name. */
export const kindNumber = (kind: SearchedKind): number => searchedKinds.indexOf(kind) + 1;
