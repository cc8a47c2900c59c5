/** The kinds of records that have translations. */
export const translatedKinds = [
  "movie",
  "series",
  "season",
  "episode",
  "person",
  "collection",
] as const;
export type TranslatedKind = (typeof translatedKinds)[number];
