import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { titleKind } from "./columns";

/**
 * The number of titles per kind, genre, year, status and adult flag, so that totals of lists need not count
 * rows. Statement triggers on `movies` and `series` maintain it. `genre` is the genre's index in the fixed
 * set, or -1 for all titles of the kind; year 0 and status "" mean unknown. Each number is the sum over its
 * shards: a transaction writes in the first shard that no other one holds, so nobody waits for a counter.
 */
export const title_counts = pgTable(
  "title_counts",
  {
    kind: titleKind().notNull(),
    genre: smallint().notNull(),
    year: smallint().notNull(),
    status: text().notNull(),
    adult: boolean().notNull(),
    shard: smallint().notNull().default(0),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.genre, t.year, t.status, t.adult, t.shard] })],
);

/** The sums of {@link title_counts} over all years: a few rows where the years have hundreds. */
export const title_totals = pgTable(
  "title_totals",
  {
    kind: titleKind().notNull(),
    genre: smallint().notNull(),
    status: text().notNull(),
    adult: boolean().notNull(),
    shard: smallint().notNull(),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.genre, t.status, t.adult, t.shard] })],
);

/** The number of people per department ("" means unknown) and adult flag, in shards like {@link title_counts}. */
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

/** The number of titles per keyword and kind without adult ones, in shards like {@link title_counts}. */
export const keyword_counts = pgTable(
  "keyword_counts",
  {
    keyword_id: uuid().notNull(),
    kind: titleKind().notNull(),
    shard: smallint().notNull(),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyword_id, t.kind, t.shard] })],
);

/** The number of keywords (kind `keyword`) and of companies of a type (kind: the type), in shards. */
export const record_counts = pgTable(
  "record_counts",
  { kind: text().notNull(), shard: smallint().notNull(), n: integer().notNull() },
  (t) => [primaryKey({ columns: [t.kind, t.shard] })],
);
