import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";

/** Statements that build an index, by the index's name. */
export type Indexes = ReadonlyMap<string, string>;

const CREATED =
  /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i;
const DROPPED = /^\s*drop\s+index\s+(?:concurrently\s+)?(?:if\s+exists\s+)?"?(\w+)"?/i;

const withoutComments = (statement: string): string => statement.replaceAll(/^\s*--.*$/gm, "");

/** Whether a statement is CREATE INDEX CONCURRENTLY, which cannot run in a transaction. */
export const isConcurrent = (statement: string): boolean =>
  CREATED.test(withoutComments(statement));

/** The indexes that the migrations in a folder build concurrently and do not drop later. */
export function concurrentIndexes(migrationsFolder: string): Indexes {
  const indexes = new Map<string, string>();
  for (const statement of readMigrationFiles({ migrationsFolder }).flatMap(({ sql }) => sql)) {
    const text = withoutComments(statement);
    const [, created] = CREATED.exec(text) ?? [];
    const [, dropped] = DROPPED.exec(text) ?? [];
    if (created !== undefined) indexes.set(created, text);
    if (dropped !== undefined) indexes.delete(dropped);
  }
  return indexes;
}

/** The names of indexes that do not exist or whose build was interrupted. */
export async function missingIndexes(driver: postgres.Sql, indexes: Indexes): Promise<string[]> {
  if (indexes.size === 0) return [];
  const rows = await driver<{ name: string }[]>`
    select name from unnest(${[...indexes.keys()]}::text[]) name
      left join pg_index on indexrelid = to_regclass(quote_ident(name))
    where indisvalid is not true`;
  return rows.map(({ name }) => name);
}

/**
 * Builds missing indexes one after another, while others read and write. Must not run in a transaction or
 * twice at the same time.
 */
export async function buildIndexes(driver: postgres.Sql, indexes: Indexes): Promise<void> {
  for (const name of await missingIndexes(driver, indexes)) {
    await driver`drop index concurrently if exists ${driver(name)}`;
    await driver.unsafe(indexes.get(name) ?? "");
  }
}
