/** Subqueries that return JSON, so that one statement reads a record with all of its lists. */

import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";

/** Builds a SELECT that stands inside another statement: `subquery.select(…).from(…)`. */
export const subquery = new QueryBuilder();

/** A SELECT and the type of its rows. */
type Rows<T> = SQLWrapper & { readonly _: { readonly result: T[] } };

/**
 * The rows of a SELECT as one JSON array, in the order of the SELECT; `[]` when there are none.
 * Computed columns need a name: `.as("id")`. `most` bounds the array where no LIMIT does, so that no
 * response grows with a table.
 */
export function jsonArray<T>(rows: Rows<T>, most?: number): SQL<T[]> {
  const limit = most === undefined ? undefined : sql.raw(String(most));
  const items = limit ? sql`(select * from ${rows} listed limit ${limit})` : rows;
  return sql<T[]>`(select coalesce(json_agg(item), '[]'::json) from ${items} item)`;
}

/** The only row of a SELECT as one JSON object; null when there is none. */
export const jsonObject = <T>(rows: Rows<T>): SQL<T | null> =>
  sql<T | null>`(select row_to_json(item) from ${rows} item)`;

/** A column that holds an array, as JSON; `[]` when the column is null. */
export const storedArray = <T>(column: SQLWrapper): SQL<T[]> =>
  sql<T[]>`coalesce(to_json(${column}), '[]'::json)`;

/**
 * A computed column whose columns keep the name of their table. Drizzle drops that name at the top of
 * a computed column when the statement reads one table only; inside a subquery the bare name would then
 * mean a column of the inner table.
 */
export const qualified = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`;
