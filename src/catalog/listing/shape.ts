import { uuidOf } from "~/http/request/public-id";
import { genres } from "~/vocabulary";
import type { TitleFilter } from "./filter";
import type { Sort } from "./sorts";

/** Which text a statement has: what is filtered and how it is ordered, never the values. */
export type Shape = {
  sort: Sort;
  /** Whether it is for pages after the first: those alone carry an OFFSET. */
  later: boolean;
  genre: boolean;
  year: boolean;
  status: boolean;
  keyword: "by id" | "by name" | undefined;
  votes: boolean;
};

const usual: Sort = "popularity.desc";
const ordersOfFirstPages: readonly Sort[] = [usual, "date.desc", "rating.desc", "title.asc"];
const ordersOfLaterPages: readonly Sort[] = [usual, "title.asc"];

/**
 * Whether a shape is one of the few that most requests have: unfiltered in an order that starts with what
 * people look for, or the first page of a genre, a year or a status. The others are some fifteen hundred.
 */
export function isCommon({ sort, later, genre, year, status, keyword, votes }: Shape): boolean {
  const filters = [genre, year, status].filter(Boolean).length;
  if (votes || keyword !== undefined || filters > 1) return false;
  if (filters === 1) return sort === usual && !later;
  return (later ? ordersOfLaterPages : ordersOfFirstPages).includes(sort);
}

const placeOfGenre = new Map<string, number>(genres.map(({ id }, place) => [id, place]));

/** The name of a shape, to keep its statement under. */
export const nameOf = (shape: Shape): string => Object.values(shape).join();

/** The text and the values that a filter needs; undefined when nothing can match: a genre that does not exist. */
export function readFilter(filter: TitleFilter, sort: Sort) {
  const { page, page_size, year, status, keyword, vote_count_gte } = filter;
  const genre_id = filter.genre === undefined ? undefined : uuidOf("genre", filter.genre);
  const genre = genre_id === undefined ? undefined : placeOfGenre.get(genre_id);
  if (filter.genre !== undefined && genre === undefined) return undefined;
  const keyword_id = keyword === undefined ? undefined : uuidOf("keyword", keyword);
  const byName = keyword === undefined ? undefined : "by name";
  const shape: Shape = {
    sort,
    later: page > 1,
    genre: genre !== undefined,
    year: year !== undefined,
    status: status !== undefined,
    keyword: keyword_id === undefined ? byName : "by id",
    votes: vote_count_gte !== undefined,
  };
  const values = {
    page_size,
    offset: (page - 1) * page_size,
    adult: filter.include_adult === "true",
    genre,
    genre_id,
    genre_bit: genre === undefined ? undefined : 1 << genre,
    year,
    first_day: `${year}-01-01`,
    last_day: `${year}-12-31`,
    status,
    keyword: keyword_id ?? keyword,
    votes: vote_count_gte,
  };
  return { shape, values };
}
