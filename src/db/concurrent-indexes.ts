import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";

/** The statement that builds an index, by the index's name. */
export type Indexes = ReadonlyMap<string, string>;

const CREATED =
  /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i;
const DROPPED = /^\s*drop\s+index\s+(?:concurrently\s+)?(?:if\s+exists\s+)?"?(\w+)"?/i;

const withoutComments = (statement: string): string => statement.replaceAll(/^\s*--.*$/gm, "");

/** Whether a statement of a migration builds an index beside writers, which no transaction may. */
export const isConcurrent = (statement: string): boolean =>
  CREATED.test(withoutComments(statement));

/** What the migrations in a folder build so and do not drop again. */
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

/** The names of those that are not there, or were left half-built. */
export async function missingIndexes(driver: postgres.Sql, indexes: Indexes): Promise<string[]> {
  if (indexes.size === 0) return [];
  const rows = await driver<{ name: string }[]>`
    select name from unnest(${[...indexes.keys()]}::text[]) name
      left join pg_index on indexrelid = to_regclass(quote_ident(name))
    where indisvalid is not true`;
  return rows.map(({ name }) => name);
}

/**
 * Builds those that are missing, one after the other, while others read and write. Not within a
 * transaction, and never by two at once.
 */
export async function buildIndexes(driver: postgres.Sql, indexes: Indexes): Promise<void> {
  for (const name of await missingIndexes(driver, indexes)) {
    await driver`drop index concurrently if exists ${driver(name)}`;
    await driver.unsafe(indexes.get(name) ?? "");
  }
}
