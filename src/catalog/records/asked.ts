/** What a client may ask for beside the plain answer: the parameters and the values of their statements. */

import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import { type ArtworkQuery, artworkParameters, artworkValues } from "~/catalog/artwork/parameters";
import { languageValues } from "~/catalog/language/collect";
import { languageParameter } from "~/catalog/language/parameter";
import { numbersOf, seasonsParameter } from "./episodes-asked";
import { isIncluded } from "./includes";
import type { RecordSource } from "./record";

/** What a client asks for beside the plain answer: parameters that have been validated. */
export type Asked = ArtworkQuery & {
  /** Names of parts to bring along, separated by commas. */
  include?: string | undefined;
  /** Language tags, the best first, separated by commas. */
  language?: string | undefined;
  /** The country of offerings, two letters in either case. */
  country?: string | undefined;
  /** Numbers of the seasons that come with their episodes, separated by commas. */
  seasons?: string | undefined;
  /** Whether adult titles are listed in what is included. */
  include_adult?: "true" | "false" | undefined;
};

const MOST_INCLUDES = 8;

TypeRegistry.Set<{ names: readonly string[] }>("Include", ({ names }, value) => {
  if (typeof value !== "string") return false;
  const parts = value.split(",");
  if (parts.length > MOST_INCLUDES || new Set(parts).size < parts.length) return false;
  return parts.every((part) => names.includes(part));
});

/** Words of a list, each at most once: the part in front refuses a word that comes again. */
const eachOnce = (names: readonly string[]): string => {
  const word = `(${names.join("|")})`;
  const more = Math.min(names.length, MOST_INCLUDES) - 1;
  return `^(?!.*\\b(\\w+),(.*,)?\\1\\b)${word}(,${word}){0,${more}}$`;
};

/** Parts to bring along, separated by commas, each once. */
export const Include = (names: readonly string[]) =>
  Type.Unsafe<string>({
    [Kind]: "Include",
    type: "string",
    names,
    description: `What the answer brings along, separated by commas: ${names.join(", ")}`,
    examples: [names[0]],
    allowed: names,
    expected: `a comma-separated list of ${names.join(", ")}, each at most once`,
    documented: { pattern: eachOnce(names) },
  });

/** The parameters of every read of one record. */
export const recordParameters = ({ includes }: Pick<RecordSource<unknown>, "includes">) => ({
  ...languageParameter,
  include: Type.Optional(Include(Object.keys(includes))),
  ...("images" in includes && artworkParameters),
  ...("episodes" in includes && { seasons: seasonsParameter }),
});

/** Whether it takes more than the plain answer. */
export const asksForMore = ({ include, language }: Asked): boolean =>
  include !== undefined || language !== undefined;

/** The values that the statements of such answers name. */
export const askedValues = (asked: Asked): Record<string, unknown> => ({
  include: `{${asked.include ?? ""}}`,
  include_adult: asked.include_adult === "true",
  country: asked.country?.toUpperCase() ?? null,
  seasons: `{${numbersOf(asked).join(",")}}`,
  ...artworkValues(asked),
  ...languageValues(asked.language),
});

/** Marks answers that show where data came from, which changes without being told. */
export const showsUntold = ({ include }: Asked): { shows_untold: true } | undefined =>
  isIncluded(include, "provenance") ? { shows_untold: true } : undefined;
