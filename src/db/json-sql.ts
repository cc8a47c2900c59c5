import type { ArrayOptions, TSchema } from "@sinclair/typebox";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { t } from "elysia";

/** Builds the SELECTs that stand inside another statement; they need no connection. */
export const embedded = new QueryBuilder();

/** A SELECT and the type of its rows. */
type Rows<T> = SQLWrapper & { readonly _: { readonly result: T[] } };

/** A list of at most `most` items. Only the document says so: whoever fills the list keeps to it. */
export const ListOf = <Item extends TSchema>(item: Item, most: number, options?: ArrayOptions) =>
  t.Array(item, { ...options, documented: { maxItems: most } });

/**
 * The rows of a SELECT as one JSON array in its order, `[]` when there are none: lists inside a
 * record cost no further statement. Computed columns need a name: `.as("id")`. Where nothing but
 * `most` limits the rows, those past it are left out: one answer is never as large as a table.
 */
export function listOf<T>(rows: Rows<T>, most?: number): SQL<T[]> {
  const limit = most === undefined ? undefined : sql.raw(String(most));
  const items = limit ? sql`(select * from ${rows} listed limit ${limit})` : rows;
  return sql<T[]>`(select coalesce(json_agg(item), '[]'::json) from ${items} item)`;
}

/** The only row of a SELECT as one JSON object; null when there is none. */
export const oneOf = <T>(rows: Rows<T>): SQL<T | null> =>
  sql<T | null>`(select row_to_json(item) from ${rows} item)`;

/**
 * A computed column whose columns keep their table's name. drizzle drops it at the top of a computed
 * column where only one table is read, and inside a record a bare name would mean the inner table.
 */
export const qualified = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`;
