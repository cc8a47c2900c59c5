import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import { defaultKinds, type SearchedKind, searchedKinds } from "./kinds";

const LONGEST = 200;

/** Blank characters at either end, also those JavaScript's `trim` keeps: zero-width and filling ones. */
const blankEnds =
  /^[\s\p{Z}\u200b-\u200d\u2060\u3164\ufeff]+|[\s\p{Z}\u200b-\u200d\u2060\u3164\ufeff]+$/gu;

/** A query as it is searched for and shown: without blank ends. */
export const trimmed = (text: string): string => text.replaceAll(blankEnds, "");

function isQuery(value: unknown): boolean {
  if (typeof value !== "string" || value.length > 20 * LONGEST) return false;
  const length = [...trimmed(value)].length;
  return length >= 1 && length <= LONGEST;
}

TypeRegistry.Set("SearchText", (_, value) => isQuery(value));

/** The text to search for: 1 to 200 code points once blank ends are off (M88). */
export const SearchText = () =>
  Type.Transform(
    Type.Unsafe<string>({
      [Kind]: "SearchText",
      type: "string",
      minLength: 1,
      maxLength: LONGEST,
      description:
        "A title or name, or its beginning, 1 to 200 characters; case, accents, punctuation, the spelling of numbers, the order of words and a slip or two do not matter. A year at the end (`dune 2021`) prefers that year.",
      examples: ["intersteller"],
      expected: `1 to ${LONGEST} characters, not all of them blank`,
    }),
  )
    .Decode(trimmed)
    .Encode((text) => text);

const isKind = (word: string): word is SearchedKind => searchedKinds.some((kind) => kind === word);

TypeRegistry.Set(
  "SearchedKinds",
  (_, value) => typeof value === "string" && value.split(",").every(isKind),
);

/** Which kinds to search for: words joined by commas; {@link kindsOf} reads them (M88). */
export const SearchedKinds = () =>
  Type.Unsafe<string>({
    [Kind]: "SearchedKinds",
    type: "string",
    pattern: `^(${searchedKinds.join("|")})(,(${searchedKinds.join("|")}))*$`,
    default: defaultKinds.join(","),
    description: `Kinds to search for, joined by commas: ${searchedKinds.join(", ")}`,
    examples: ["movie,series"],
    expected: `a comma-separated list of ${searchedKinds.join(", ")}`,
  });

/** The kinds that such a list names, each once. */
export const kindsOf = (list: string): SearchedKind[] => [
  ...new Set(list.split(",").filter(isKind)),
];
