import type { TranslatedKind } from "~/vocabulary/translated-kinds";

/** The texts that translations have. */
export type TextColumn = "title" | "overview" | "tagline" | "homepage";

const same = {
  title: "title",
  overview: "overview",
  tagline: "tagline",
  homepage: "homepage",
} as const;

/** The fields of records that other languages have texts for, in the order of `localized`, and what they are among the translations. */
export const textFields: Record<TranslatedKind, Readonly<Record<string, TextColumn>>> = {
  movie: same,
  series: same,
  season: same,
  episode: same,
  collection: { name: "title", overview: "overview", homepage: "homepage" },
  person: { biography: "overview", homepage: "homepage" },
};

/** The fields of a kind that `localized` can have, in its order. */
export const localizedFields = (kind: TranslatedKind): string[] => [
  ...Object.keys(textFields[kind]),
  "poster_path",
];
