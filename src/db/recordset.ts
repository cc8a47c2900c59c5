import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";

/** A row to write, by column name. All rows of one call carry the same columns. */
export type Row = Record<string, unknown>;

/** The columns of `table` that the rows carry, in the table's order. */
export const columnsIn = (table: PgTable, row: Row): PgColumn[] =>
  getTableConfig(table).columns.filter((column) => column.name in row);

/** The rows as one JSON parameter, typed by the table's own columns: one statement text for any number of rows. */
export function recordset(columns: PgColumn[], rows: readonly Row[]): SQL {
  const definition = columns.map((c) => sql`${name(c)} ${sql.raw(c.getSQLType())}`);
  return sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as rows(${list(definition)})`;
}

/** One payload may name a thing twice; the first one counts. */
export function distinctBy<R extends Row>(rows: readonly R[], key: readonly string[]): R[] {
  const first = new Map<string, R>();
  for (const row of rows) {
    const text = JSON.stringify(key.map((column) => row[column] ?? null));
    if (!first.has(text)) first.set(text, row);
  }
  return [...first.values()];
}

export const list = (parts: SQL[], separator: SQL = sql`, `): SQL => sql.join(parts, separator);
export const all = (parts: SQL[]): SQL => list(parts, sql` and `);
export const tuple = (parts: SQL[]): SQL => sql`row(${list(parts)})`;
export const name = (column: PgColumn): SQL => sql`${sql.identifier(column.name)}`;
export const names = (columns: readonly string[]): SQL =>
  list(columns.map((column) => sql`${sql.identifier(column)}`));
