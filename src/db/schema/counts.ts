import { boolean, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { titleKind } from "./columns";

/**
 * The number of titles per kind, genre, year, status and adult flag, so that totals of lists need not count
 * rows. Statement triggers on `movies` and `series` maintain it. `genre` is the genre's index in the fixed
 * set, or -1 for all titles of the kind; year 0 and status "" mean unknown.
 */
export const title_counts = pgTable(
  "title_counts",
  {
    kind: titleKind().notNull(),
    genre: smallint().notNull(),
    year: smallint().notNull(),
    status: text().notNull(),
    adult: boolean().notNull(),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.genre, t.year, t.status, t.adult] })],
);

/**
 * The number of people per department ("" means unknown) and adult flag. Almost every ingestion adds
 * actors, so each count is split into shards and concurrent writers rarely wait for each other.
 */
export const person_counts = pgTable(
  "person_counts",
  {
    department: text().notNull(),
    adult: boolean().notNull(),
    shard: smallint().notNull(),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.department, t.adult, t.shard] })],
);
