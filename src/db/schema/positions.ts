/** Where the pages of long sorted lists begin; src/positions keeps and reads these tables. */

import {
  boolean,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "./columns";

/**
 * The log of a table: one row for each record that left (`n` = -1) or entered (`n` = 1) its place in some
 * list since the last fold, with what its place depended on. Statement triggers only ever append.
 */
const titleMoves = <Name extends string>(name: Name) =>
  pgTable(name, {
    n: smallint().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    popularity: doublePrecision(),
    vote_average: doublePrecision(),
    vote_count: integer(),
    date: date(),
    adult: boolean().notNull(),
    genre_mask: integer().notNull(),
    year: smallint(),
  });

export const movie_moves = titleMoves("movie_moves");
export const series_moves = titleMoves("series_moves");
export const person_moves = pgTable("person_moves", {
  n: smallint().notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  popularity: doublePrecision(),
  adult: boolean().notNull(),
});

/**
 * The blocks of each list in order, as of the last fold: the numbers of their marks. The first block has
 * none and begins with the list; its number is 0.
 */
export const list_blocks = pgTable("list_blocks", {
  list: text().primaryKey(),
  marks: integer().array().notNull(),
  built_at: moment().notNull().defaultNow(),
});

/** What decides the place of the first record of a block, at the time the block was made. */
export const list_marks = pgTable(
  "list_marks",
  {
    list: text().notNull(),
    mark: integer().notNull(),
    id: uuid().notNull(),
    name: text(),
    popularity: doublePrecision(),
    vote_average: doublePrecision(),
    vote_count: integer(),
    date: date(),
  },
  (t) => [primaryKey({ columns: [t.list, t.mark] })],
);

/** For each part of a list: how many of its records come before each block, and how many it has in all. */
export const list_starts = pgTable(
  "list_starts",
  {
    list: text().notNull(),
    part: text().notNull(),
    starts: integer().array().notNull(),
    total: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.part] })],
);
