import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { textOf, written } from "./fixed-statement";

/** A row to write, by column name. All rows of one call have the same columns. */
export type Row = Record<string, unknown>;

const columnsByTable = new WeakMap<PgTable, readonly PgColumn[]>();

/** The columns of a table in its order, cached: drizzle rebuilds the list on every call. */
export function columnsOf(table: PgTable): readonly PgColumn[] {
  const known = columnsByTable.get(table) ?? getTableConfig(table).columns;
  columnsByTable.set(table, known);
  return known;
}

/** The columns of `table` that the rows have, in the table's order. */
export const columnsIn = (table: PgTable, row: Row): PgColumn[] =>
  columnsOf(table).filter((column) => column.name in row);

/** The rows as one JSON parameter with the types of the table's columns: one text for any number of rows. */
function recordset(columns: PgColumn[], rows: readonly Row[]): SQL {
  const definition = columns.map((c) => sql`${name(c)} ${sql.raw(c.getSQLType())}`);
  return sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as rows(${list(definition)})`;
}

const texts = new Map<string, string>();

/**
 * A statement over a set of rows, which is its only parameter. The text that `write` builds is cached by
 * `name` and columns: building it with drizzle took a quarter of an ingestion's CPU time.
 */
export function overRows(
  name: string,
  columns: PgColumn[],
  rows: readonly Row[],
  write: (incoming: SQL) => SQL,
): SQL {
  const key = `${name} ${columns.map((column) => column.name).join()}`;
  const text = texts.get(key) ?? textOf(write(recordset(columns, []))).sql;
  texts.set(key, text);
  return written(text, [JSON.stringify(rows)]);
}

/** Removes rows with the same key: a payload may contain a record twice, and the first one counts. */
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
