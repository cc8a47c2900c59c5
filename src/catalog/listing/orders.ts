/** What a list of titles reads, and its orders. */

import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { byName } from "~/db/sql";
import type { Listed } from "~/positions/lists";
import type { TitleKind } from "~/vocabulary";
import type { Sort } from "./filter";

/** The table `movies` or `series`. */
export type TitleTable = PgTable &
  Record<
    "id" | "title" | "popularity" | "vote_average" | "vote_count" | "year" | "genre_mask" | "adult",
    PgColumn
  >;

/** What is listed. */
export type Listing<Fields> = {
  kind: TitleKind;
  table: TitleTable;
  /** The column of the filter `year` and of the order by date. */
  date: PgColumn;
  /** The positions of its pages. */
  listed: Listed;
  /** The columns of one result. */
  fields: Fields;
};

/** The most results of a page. A literal: with a bound LIMIT PostgreSQL plans every execution anew. */
export const MOST = sql.raw("50");

/** The ORDER BY of each sort: nulls last in both directions, the id at the end. */
export function ordersOf(table: TitleTable, date: PgColumn): Record<Sort, SQL[]> {
  const descending = (column: PgColumn) => sql`${column} desc nulls last`;
  const ascending = (column: PgColumn) => sql`${column} asc nulls last`;
  const id = sql`${table.id}`;
  return {
    "popularity.desc": [descending(table.popularity), id],
    "popularity.asc": [ascending(table.popularity), id],
    "date.desc": [descending(date), id],
    "date.asc": [ascending(date), id],
    "rating.desc": [descending(table.vote_average), descending(table.vote_count), id],
    "rating.asc": [ascending(table.vote_average), ascending(table.vote_count), id],
    "title.asc": [byName(table.title), id],
    "title.desc": [sql`${byName(table.title)} desc`, id],
  };
}
