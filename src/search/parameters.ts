import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import { defaultKinds, type SearchedKind, searchedKinds } from "./kinds";

const MAX_LENGTH = 200;

/** Blank characters at either end, including zero-width and filler characters that `trim` keeps. */
const blankEnds =
  /^[\s\p{Z}\u200b-\u200d\u2060\u3164\ufeff]+|[\s\p{Z}\u200b-\u200d\u2060\u3164\ufeff]+$/gu;

/** For the document: at least one character that is not blank, and no U+0000. */
const visibleText = "^[^\\u0000]*[^\\u0000\\s\\u200b-\\u200d\\u2060\\u3164\\ufeff][^\\u0000]*$";

/** A query without blank characters at its ends, as it is searched and returned. */
const trimBlank = (text: string): string => text.replaceAll(blankEnds, "");

function isQuery(value: unknown): boolean {
  if (typeof value !== "string" || value.length > 20 * MAX_LENGTH) return false;
  const length = [...trimBlank(value)].length;
  return length >= 1 && length <= MAX_LENGTH;
}

TypeRegistry.Set("SearchText", (_, value) => isQuery(value));

/** The text to search for: 1 to 200 code points without blank characters at the ends. */
export const SearchText = () =>
  Type.Transform(
    Type.Unsafe<string>({
      [Kind]: "SearchText",
      type: "string",
      minLength: 1,
      maxLength: MAX_LENGTH,
      description:
        "A title or name, or its beginning, 1 to 200 characters. Case, accents, punctuation, the spelling of numbers and the order of words do not matter; one or two typos are fine. A year at the end (`dune 2021`) prefers titles of that year. An id of IMDb (`tt0133093`), or of another source with its name (`wikidata:Q83495`, `tmdb:603`), finds what carries it first.",
      examples: ["intersteller"],
      expected: `1 to ${MAX_LENGTH} characters, not all of them blank`,
      documented: { pattern: visibleText },
    }),
  )
    .Decode(trimBlank)
    .Encode((text) => text);

const isKind = (word: string): word is SearchedKind => searchedKinds.some((kind) => kind === word);

TypeRegistry.Set(
  "SearchedKinds",
  (_, value) => typeof value === "string" && value.split(",").every(isKind),
);

/** The kinds to search for, separated by commas; {@link kindsOf} reads them. */
export const SearchedKinds = () =>
  Type.Unsafe<string>({
    [Kind]: "SearchedKinds",
    type: "string",
    pattern: `^(${searchedKinds.join("|")})(,(${searchedKinds.join("|")}))*$`,
    default: defaultKinds.join(","),
    description: `Kinds to search for, separated by commas: ${searchedKinds.join(", ")}`,
    examples: ["movie,series"],
    expected: `a comma-separated list of ${searchedKinds.join(", ")}`,
  });

/** The kinds in a list separated by commas, without repeats. */
export const kindsOf = (list: string): SearchedKind[] => [
  ...new Set(list.split(",").filter(isKind)),
];
