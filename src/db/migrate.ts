import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type postgres from "postgres";
import { assetFolder } from "~/assets";
import type { DatabaseAddress } from "./address";
import { connect, type Db } from "./client";
import { sqlState } from "./failure";

const LOCK = 727_001;
const UNDEFINED_TABLE = "42P01";

/** The database knows migrations that this release does not: running on it could destroy what they keep. */
export class SchemaTooNew extends Error {
  override readonly name = "SchemaTooNew";
}

/** How a database stands to the migrations of this release. */
export type SchemaState = "current" | "pending" | "newer";

const shipped = assetFolder("drizzle");
const newest = new Map<string, number>();

/** When the last migration of a release was made, in milliseconds; drizzle's own measure of order. */
function newestMigration(folder: string): number {
  const known = newest.get(folder);
  if (known !== undefined) return known;
  const text = readFileSync(join(folder, "meta/_journal.json"), "utf8");
  const { entries } = JSON.parse(text) as { entries: { when: number }[] };
  const last = Math.max(...entries.map(({ when }) => when));
  newest.set(folder, last);
  return last;
}

/** Asks a database for its last migration. */
export async function schemaState(db: Pick<Db, "execute">, folder = shipped): Promise<SchemaState> {
  const applied = await lastApplied(db);
  const last = newestMigration(folder);
  if (applied === last) return "current";
  return applied < last ? "pending" : "newer";
}

async function lastApplied(db: Pick<Db, "execute">): Promise<number> {
  try {
    const [row] = await db.execute<{ last: number | null }>(
      sql`select max(created_at)::float8 as last from drizzle.__drizzle_migrations`,
    );
    return row?.last ?? 0;
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

/**
 * Applies pending migrations. Any number of replicas may call it at once: drizzle itself takes no
 * lock, so all happens in one transaction that holds an advisory one, which also a pooler between
 * lets pass. A failed migration leaves nothing behind. Where nothing is pending, nothing is written
 * and no right to write is needed (S27). A statement that waits 2 s for a table in use fails with
 * 55P03, worth another try. `folder` holds the migrations, by default those of this release. Throws
 * SchemaTooNew.
 */
export async function migrateDatabase(address: DatabaseAddress, folder = shipped): Promise<void> {
  const driver = connect(address, { max: 1, onnotice: () => {}, connect_timeout: 3 });
  try {
    const state = await schemaState(drizzle(driver), folder);
    if (state === "newer") {
      throw new SchemaTooNew(
        "The database was migrated by a newer release: start that one, or restore a backup from before it.",
      );
    }
    if (state === "pending") await driver.begin((tx) => migrateLocked(driver, tx, folder));
  } finally {
    await driver.end({ timeout: 5 });
  }
}

async function migrateLocked(
  driver: postgres.Sql,
  tx: postgres.TransactionSql,
  folder: string,
): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOCK})`;
  await tx`set local lock_timeout = '2s'`;
  await migrate(drizzle(nested(driver, tx)), { migrationsFolder: folder });
}

/** drizzle migrates in a transaction of its own, which becomes a savepoint of ours. */
const nested = (driver: postgres.Sql, tx: postgres.TransactionSql): postgres.Sql =>
  new Proxy(driver, {
    get: (target, property) =>
      property === "begin" ? tx.savepoint : Reflect.get(property in tx ? tx : target, property),
  });
