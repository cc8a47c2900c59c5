import { Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
import { OneOf, QueryInt } from "~/http/request/fields";
import { pageQuery } from "~/http/request/page";
import { idKinds } from "~/vocabulary";
import { GenreFilter } from "./genre-filter";
import { adultQuery } from "./page";
import type { Sort } from "./sorts";

const otherSpellings: Record<string, string> = { cancelled: "canceled" };

/** `Post Production` and `post-production` are post_production (M73). */
function canonicalStatus(text: string): string {
  const word = text.toLowerCase().replaceAll(/[ -]/g, "_");
  return Object.hasOwn(otherSpellings, word) ? (otherSpellings[word] ?? word) : word;
}

TypeRegistry.Set<{ enum: readonly string[] }>(
  "StatusWord",
  ({ enum: words }, value) => typeof value === "string" && words.includes(canonicalStatus(value)),
);

const longestKeyword = 200;
const idOfAnotherKind = new RegExp(
  `^(?:${idKinds.filter((kind) => kind !== "keyword").join("|")})_[0-9a-f]{32}$`,
);

TypeRegistry.Set(
  "KeywordInput",
  (_, value) =>
    typeof value === "string" &&
    value.length > 0 &&
    [...value].length <= longestKeyword &&
    !idOfAnotherKind.test(value),
);

/** One of the status words in any case, with spaces or hyphens; arrives in its canonical spelling. */
const StatusWord = <const Words extends readonly string[]>(words: Words) =>
  Type.Transform(
    Type.Unsafe<Words[number]>({
      [Kind]: "StatusWord",
      type: "string",
      enum: [...words],
      description: "In any case, with spaces or hyphens as well",
    }),
  )
    .Decode((text) => canonicalStatus(text) as Words[number])
    .Encode((word) => word);

/** Filters, order and page of a listing of titles (M70 to M77); everything wrong is refused before any query. */
export const titleFilter = <
  const Statuses extends readonly string[],
  const Sorts extends Readonly<Record<string, Sort>>,
>(
  statuses: Statuses,
  sorts: Sorts,
) =>
  Type.Object({
    ...pageQuery({ page_size: 20, maximum: 50 }),
    genre: Type.Optional(GenreFilter()),
    year: Type.Optional(
      QueryInt({ minimum: 1870, maximum: 2200, description: "Only titles first out in this year" }),
    ),
    status: Type.Optional(StatusWord(statuses)),
    keyword: Type.Optional(
      Type.Unsafe<string>({
        [Kind]: "KeywordInput",
        type: "string",
        description: "Id of a keyword, or its whole name in any case",
        examples: ["time travel"],
        documented: { maxLength: longestKeyword, pattern: "^[^\\u0000]+$" },
        expected: `a keyword's id or its name of at most ${longestKeyword} characters`,
      }),
    ),
    vote_count_gte: Type.Optional(
      QueryInt({
        minimum: 0,
        maximum: 999_999_999,
        description: "Only titles with this many votes: keeps a lone 10 off the top of a ranking",
      }),
    ),
    ...adultQuery,
    sort_by: OneOf(Object.keys(sorts) as (keyof Sorts & string)[], {
      default: "popularity.desc",
      description: "A field alone takes its natural direction: dates and numbers from the top",
    }),
  });

/** What a listing of titles is asked for, whichever kind they are. */
export type TitleFilter = Omit<Static<ReturnType<typeof titleFilter>>, "status" | "sort_by"> & {
  status?: string;
};
