import { largestPage } from "~/bounds";
import { OneOf, QueryInt } from "~/http/request/fields";
import { uuidOf } from "~/http/request/public-id";
/** The parameters of GET /movies and GET /series: filters, page and order. */

import { Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
import { adultQuery } from "~/catalog/adult";
import { listParameters } from "~/catalog/records/list-parameters";
import { pageQuery } from "~/http/request/page";
import { genres, idKinds, movieStatuses, seriesStatuses } from "~/vocabulary";

const genreNames = genres.map(({ name }) => name);
const genreIdsByName = new Map(
  genres.map(({ id, name }) => [name.toLowerCase(), `genre_${id.replaceAll("-", "")}`]),
);

/** The id of a genre, given by its name in any case or by its id; undefined for all other text. */
function genreId(text: string): string | undefined {
  const named = genreIdsByName.get(text.toLowerCase());
  return named ?? (uuidOf("genre", text) === undefined ? undefined : text);
}

const MOST_GENRES = 20;

/** The ids of one or more genres with the same separator; undefined for all other text. */
function genreIds(text: string): string | undefined {
  const separator = text.includes("|") ? "|" : ",";
  const ids = text.split(separator).map(genreId);
  return ids.length <= MOST_GENRES && !ids.includes(undefined) ? ids.join(separator) : undefined;
}

TypeRegistry.Set(
  "GenreFilter",
  (_, value) => typeof value === "string" && genreIds(value) !== undefined,
);

const oneGenre = `(${genreNames.join("|")}|genre_[0-9a-f]{32})`;

/** Genres by their names in any case or by their ids, with `,` for all of them and `|` for any; decodes to ids. */
const GenreFilter = () =>
  Type.Transform(
    Type.Unsafe<string>({
      [Kind]: "GenreFilter",
      type: "string",
      filter: true,
      description:
        "Only titles of this genre: its name in any case, or its id. Of several, `Drama,Crime` finds titles that have all of them, `Drama|Crime` those that have any",
      examples: ["Drama"],
      expected: `one of ${genreNames.join(", ")}, or a genre's id: genre_ and 32 lower-case hex digits; up to ${MOST_GENRES} of them, separated by , (all) or | (any)`,
      allowed: genreNames,
      documented: {
        anyOf: [
          { enum: genreNames },
          { pattern: "^genre_[0-9a-f]{32}$" },
          { pattern: `^${oneGenre}((,${oneGenre}){1,19}|(\\|${oneGenre}){1,19})$` },
        ],
      },
    }),
  )
    .Decode((text) => genreIds(text) ?? text)
    .Encode((ids) => ids);

const otherSpellings: Record<string, string> = { cancelled: "canceled" };

/** `Post Production` and `post-production` are `post_production`. */
function canonicalStatus(text: string): string {
  const word = text.toLowerCase().replaceAll(/[ -]/g, "_");
  return Object.hasOwn(otherSpellings, word) ? (otherSpellings[word] ?? word) : word;
}

TypeRegistry.Set<{ enum: readonly string[] }>(
  "StatusWord",
  ({ enum: words }, value) => typeof value === "string" && words.includes(canonicalStatus(value)),
);

/** One of the status words in any case, with spaces or hyphens; decodes to the canonical spelling. */
const StatusWord = <const Words extends readonly string[]>(words: Words) =>
  Type.Transform(
    Type.Unsafe<Words[number]>({
      [Kind]: "StatusWord",
      type: "string",
      enum: [...words],
      filter: true,
      description: "Only titles with this status; any case, spaces and hyphens are accepted",
    }),
  )
    .Decode((text) => canonicalStatus(text) as Words[number])
    .Encode((word) => word);

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

const KeywordInput = () =>
  Type.Unsafe<string>({
    [Kind]: "KeywordInput",
    type: "string",
    filter: true,
    description: "Only titles with this keyword: its id, or its whole name in any case",
    examples: ["time travel"],
    documented: { maxLength: longestKeyword, pattern: "^[^\\u0000]+$" },
    expected: `a keyword's id or its name of at most ${longestKeyword} characters`,
  });

type SortField = "popularity" | "date" | "rating" | "title";
/** An order of a list of titles, independent of the names that `sort_by` has for it. */
export type Sort = `${SortField}.${"asc" | "desc"}`;

const defaultDirection = {
  popularity: "desc",
  date: "desc",
  rating: "desc",
  title: "asc",
} as const;

/** The words of `sort_by` from the names of fields: `rating`, `rating.asc` and `rating.desc`. */
function sortWords<const Names extends Readonly<Record<string, SortField>>>(names: Names) {
  const entries = Object.entries(names).flatMap(([name, field]): [string, Sort][] => [
    [`${name}.desc`, `${field}.desc`],
    [`${name}.asc`, `${field}.asc`],
    [name, `${field}.${defaultDirection[field]}`],
  ]);
  return Object.fromEntries(entries) as Record<
    (keyof Names & string) | `${keyof Names & string}.${"asc" | "desc"}`,
    Sort
  >;
}

/** The orders of GET /movies; the last two names are those of TMDB. */
export const movieSorts = sortWords({
  popularity: "popularity",
  release_date: "date",
  rating: "rating",
  title: "title",
  primary_release_date: "date",
  vote_average: "rating",
});

/** The orders of GET /series; the last three names are those of TMDB. */
export const seriesSorts = sortWords({
  popularity: "popularity",
  air_date: "date",
  rating: "rating",
  title: "title",
  first_air_date: "date",
  vote_average: "rating",
  name: "title",
});

const titleFilter = <
  const Statuses extends readonly string[],
  const Sorts extends Readonly<Record<string, Sort>>,
>(
  statuses: Statuses,
  sorts: Sorts,
) =>
  Type.Object({
    ...pageQuery({ page_size: 20, maximum: largestPage.full }),
    genre: Type.Optional(GenreFilter()),
    year: Type.Optional(
      QueryInt({
        minimum: 1870,
        maximum: 2200,
        filter: true,
        description: "Only titles that first came out in this year",
        examples: [1999],
      }),
    ),
    status: Type.Optional(StatusWord(statuses)),
    keyword: Type.Optional(KeywordInput()),
    vote_count_gte: Type.Optional(
      QueryInt({
        minimum: 0,
        maximum: 999_999_999,
        description: "Only titles with at least this many votes",
        examples: [100],
      }),
    ),
    ...adultQuery,
    ...listParameters,
    sort_by: OneOf(Object.keys(sorts) as (keyof Sorts & string)[], {
      default: "popularity.desc",
      filter: true,
      description: "A field without a direction sorts titles from A to Z, all else descending",
    }),
  });

export const MovieFilter = titleFilter(movieStatuses, movieSorts);
export type MovieFilter = Static<typeof MovieFilter>;

export const SeriesFilter = titleFilter(seriesStatuses, seriesSorts);
export type SeriesFilter = Static<typeof SeriesFilter>;

/** The parameters that lists of movies and of series have in common. */
export type TitleFilter = Omit<MovieFilter, "status" | "sort_by"> & { status?: string };
