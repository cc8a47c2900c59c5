/** Subqueries that return JSON, so that one statement reads a record with all of its lists. */

import { is, SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type PgColumn, QueryBuilder } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { JsonText } from "./json-text";

/** Builds a SELECT that stands inside another statement: `subquery.select(…).from(…)`. */
export const subquery = new QueryBuilder();

/** A SELECT and the type of its rows. */
type Rows<T> = SQLWrapper & { readonly _: { readonly result: T[] } };

/**
 * The rows of a SELECT as one JSON array, in the order of the SELECT; `[]` when there are none.
 * Computed columns need a name: `.as("id")`. `most` bounds the array where no LIMIT does, so that no
 * response grows with a table.
 */
export function jsonArray<T>(rows: Rows<T>, most?: number | SQL): SQL<T[]> {
  const limit = typeof most === "number" ? sql.raw(String(most)) : most;
  const items = limit ? sql`(select * from ${rows} listed limit ${limit})` : rows;
  return sql<T[]>`array_to_json(array(select item from ${items} item))`;
}

/** The only row of a SELECT as one JSON object; null when there is none. */
export const jsonObject = <T>(rows: Rows<T>): SQL<T | null> =>
  sql<T | null>`(select row_to_json(item) from ${rows} item)`;

/** The same JSON as a text, which the driver does not parse. Arrays and rows of this file are compact. */
export const jsonText = <T>(json: SQL<T>): SQL<JsonText<NonNullable<T>> | Extract<T, null>> =>
  sql`${json}::text`;

type Fields = Record<string, SQL | SQL.Aliased | PgColumn>;

/** These columns of the surrounding SELECT as one JSON object, in their order. */
export const jsonRow = <Columns extends Fields>(
  fields: Columns,
): SQL<SelectResultFields<Columns>> => {
  const columns = Object.entries(fields).map(([name, field]) => {
    const value = is(field, SQL.Aliased) ? field.sql : field;
    return sql`${value} as ${sql.identifier(name)}`;
  });
  return sql`(select row_to_json(item) from (select ${sql.join(columns, sql`, `)}) item)`;
};

/** A column that holds an array, as JSON; `[]` when the column is null. */
export const storedArray = <T>(column: SQLWrapper): SQL<T[]> =>
  sql<T[]>`coalesce(to_json(${column}), '[]'::json)`;

/**
 * A computed column whose columns keep the name of their table. Drizzle drops that name at the top of
 * a computed column when the statement reads one table only; inside a subquery the bare name would then
 * mean a column of the inner table.
 */
export const qualified = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`;
