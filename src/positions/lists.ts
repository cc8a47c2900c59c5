/** The sorted lists whose pages are found by positions. */

import { type AnyColumn, getTableName, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { movie_moves, movies, people, person_moves, series, series_moves } from "~/db/schema";

/** A column of the log and of the marks that decides a place. */
export type Fact = "name" | "popularity" | "vote_average" | "vote_count" | "date";

/** One step of an order: nulls come last in both directions. */
export type Key = { fact: Fact; falling: boolean };

/** A table whose records are listed, and its log. */
export type Listed = {
  name: string;
  table: PgTable;
  moves: PgTable;
  /** The columns of the table behind the facts of its orders. */
  columns: Partial<Record<Fact, AnyColumn>>;
  orders: Record<string, Key[]>;
  /**
   * What a record's parts depend on; the log has columns of these names. `adult` is null for removed
   * records, which are in no list and no log.
   */
  facets: Record<"adult", SQLWrapper> & Record<string, SQLWrapper>;
};

/** A list of one order: `movies popularity.desc`. */
export type List = { name: string; listed: Listed; keys: Key[] };

const falling = (fact: Fact): Key => ({ fact, falling: true });
const rising = (fact: Fact): Key => ({ fact, falling: false });

const ofTitles = {
  "popularity.desc": [falling("popularity")],
  "popularity.asc": [rising("popularity")],
  "date.desc": [falling("date")],
  "date.asc": [rising("date")],
  "rating.desc": [falling("vote_average"), falling("vote_count")],
  "rating.asc": [rising("vote_average"), rising("vote_count")],
  "title.asc": [rising("name")],
  "title.desc": [falling("name")],
};
const ofPeople = {
  "popularity.desc": [falling("popularity")],
  "popularity.asc": [rising("popularity")],
  "name.asc": [rising("name")],
  "name.desc": [falling("name")],
};

const titleColumns = (table: typeof movies | typeof series, date: AnyColumn) => ({
  name: table.title,
  popularity: table.popularity,
  vote_average: table.vote_average,
  vote_count: table.vote_count,
  date,
});

const titleFacets = ({ adult, genre_mask, year }: typeof movies | typeof series) => ({
  adult,
  genre_mask,
  year,
});

const listed = (given: Omit<Listed, "name">): Listed => ({
  ...given,
  name: getTableName(given.table),
});

export const listedMovies = listed({
  table: movies,
  moves: movie_moves,
  columns: titleColumns(movies, movies.release_date),
  orders: ofTitles,
  facets: titleFacets(movies),
});
export const listedSeries = listed({
  table: series,
  moves: series_moves,
  columns: titleColumns(series, series.first_air_date),
  orders: ofTitles,
  facets: titleFacets(series),
});
export const listedPeople = listed({
  table: people,
  moves: person_moves,
  columns: { name: people.name, popularity: people.popularity },
  orders: ofPeople,
  facets: { adult: people.adult },
});

export const everyListed = [listedMovies, listedSeries, listedPeople];

/** The condition that a record of a table is not removed. */
export const isListed = ({ facets }: Listed): SQL => sql`${facets.adult} is not null`;

/** The list of one order of a table. */
export function listOf(of: Listed, order: string): List {
  const keys = of.orders[order];
  if (keys === undefined) throw new Error(`There is no order ${order} of ${of.name}.`);
  return { name: `${of.name} ${order}`, listed: of, keys };
}

export const listsOf = (of: Listed): List[] =>
  Object.keys(of.orders).map((order) => listOf(of, order));
