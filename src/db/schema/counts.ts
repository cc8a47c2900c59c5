import { boolean, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { titleKind } from "./columns";

/**
 * How many titles there are of each kind, genre, year, status and adult flag, so that no total counts
 * rows. Statement triggers on `movies` and `series` keep it. Genre -1 is every title of the kind, else
 * the genre's place in the fixed set; year 0 and status "" are unknown.
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
 * How many people there are of each department ("" is unknown) and adult flag. Nearly all ingestions
 * add actors, so each sum is spread over shards, one for each few connections: writers do not wait
 * for each other.
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
