import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";

/** Builds the SELECTs that stand inside another statement; they need no connection. */
export const embedded = new QueryBuilder();

/** A SELECT and the type of its rows. */
type Rows<T> = SQLWrapper & { readonly _: { readonly result: T[] } };

/**
 * The rows of a SELECT as one JSON array in its order, `[]` when there are none: lists inside a
 * record cost no further statement. Computed columns need a name: `.as("id")`.
 */
export const listOf = <T>(rows: Rows<T>): SQL<T[]> =>
  sql<T[]>`(select coalesce(json_agg(item), '[]'::json) from ${rows} item)`;

/** The only row of a SELECT as one JSON object; null when there is none. */
export const oneOf = <T>(rows: Rows<T>): SQL<T | null> =>
  sql<T | null>`(select row_to_json(item) from ${rows} item)`;

/**
 * A computed column whose columns keep their table's name. drizzle drops it at the top of a computed
 * column where only one table is read, and inside a record a bare name would mean the inner table.
 */
export const qualified = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`;
