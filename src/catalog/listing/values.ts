/** The values that the statements of a list get from the parameters of a request. */

import { uuidOf } from "~/http/request/public-id";
import { genres } from "~/vocabulary";
import type { Sort, TitleFilter } from "./filter";

/** The bit of a genre in `genre_mask` and its number in the counters, by its UUID. */
const genrePositions = new Map<string, number>(genres.map(({ id }, position) => [id, position]));

const noGenre = { genre: null, genre_id: null, genre_bits: 0, least_genre_bits: 0 };

/**
 * The genres of a filter; undefined where no title can match. `genre` is the number of the only one,
 * `genre_id` one that every match has, and `least_genre_bits` the least `genre_mask & genre_bits` that
 * matches: 1 for any of the genres, all bits for all.
 */
function readGenres(genre: string) {
  const matchAny = genre.includes("|");
  const ids = genre.split(matchAny ? "|" : ",").map((id) => uuidOf("genre", id) ?? "");
  const known = [...new Set(ids)].filter((id) => genrePositions.has(id));
  const [first] = known;
  if (first === undefined || (!matchAny && known.length < new Set(ids).size)) return undefined;
  const genre_bits = known.reduce((bits, id) => bits | (1 << (genrePositions.get(id) ?? 0)), 0);
  const only = known.length === 1;
  return {
    genre: only ? (genrePositions.get(first) ?? null) : null,
    genre_id: only || !matchAny ? first : null,
    genre_bits,
    least_genre_bits: matchAny ? 1 : genre_bits,
  };
}

/** A keyword by its id, or by its name. */
function readKeyword(keyword: string | undefined) {
  const keyword_id = keyword === undefined ? null : (uuidOf("keyword", keyword) ?? null);
  return { keyword_id, keyword_name: keyword_id === null ? (keyword ?? null) : null };
}

/** The values of a page, null for filters that are not set; undefined where no title can match the genres. */
export function readValues(filter: TitleFilter, sort: Sort) {
  const genre = filter.genre === undefined ? noGenre : readGenres(filter.genre);
  if (genre === undefined) return undefined;
  const { page, page_size, include_adult, year = null } = filter;
  return {
    sort,
    page_size,
    offset: (page - 1) * page_size,
    adult: include_adult === "true",
    ...genre,
    year,
    status: filter.status ?? null,
    ...readKeyword(filter.keyword),
    votes: filter.vote_count_gte ?? null,
  };
}

export type Values = NonNullable<ReturnType<typeof readValues>>;
