import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type postgres from "postgres";
import { assetFolder } from "~/assets";
import { pendingBackfills, runBackfills } from "./backfills";
import { connect, type DatabaseAddress, type Db } from "./client";
import {
  buildIndexes,
  concurrentIndexes,
  isConcurrent,
  missingIndexes,
} from "./concurrent-indexes";
import { sqlState } from "./failure";

const LOCK = 727_001;
const UNDEFINED_TABLE = "42P01";

/** The database has migrations that this release does not know; running on it could damage data. */
export class SchemaTooNew extends Error {
  override readonly name = "SchemaTooNew";
}

/** Whether a database has the migrations of this release. */
export type SchemaState = "current" | "pending" | "newer";

const shipped = assetFolder("drizzle");
const newest = new Map<string, number>();

/** When the last migration of a release was generated, in milliseconds; drizzle orders migrations by it. */
function newestMigration(folder: string): number {
  const known = newest.get(folder);
  if (known !== undefined) return known;
  const text = readFileSync(join(folder, "meta/_journal.json"), "utf8");
  const { entries } = JSON.parse(text) as { entries: { when: number }[] };
  const last = Math.max(...entries.map(({ when }) => when));
  newest.set(folder, last);
  return last;
}

/** Compares the last migration of a database with that of this release. */
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
 * Applies pending migrations, then runs their backfills and builds their concurrent indexes. Any number of replicas may call this
 * at the same time: each step runs while a transaction holds an advisory lock, which also works through a
 * connection pooler. The migrations are part of that transaction, so a failed one changes nothing. If
 * nothing is pending, nothing is written and no right to write is needed. A statement that waits 0.3 s
 * for a table in use fails with 55P03 and can be retried. `folder` contains the migrations, by default
 * those of this release. Throws SchemaTooNew.
 */
export async function migrateDatabase(address: DatabaseAddress, folder = shipped): Promise<void> {
  const driver = connect(address, { max: 2, onnotice: () => {}, connect_timeout: 3 });
  try {
    const state = await schemaState(drizzle(driver), folder);
    if (state === "newer") {
      throw new SchemaTooNew(
        "The database was migrated by a newer release: start that one, or restore a backup from before it.",
      );
    }
    if (state === "pending") await underLock(driver, (tx) => migrateInside(driver, tx, folder));
    if ((await pendingBackfills(driver)).length > 0) {
      await underLock(driver, () => runBackfills(driver));
    }
    const indexes = concurrentIndexes(folder);
    if ((await missingIndexes(driver, indexes)).length > 0) {
      await underLock(driver, () => buildIndexes(driver, indexes));
    }
  } finally {
    await driver.end({ timeout: 5 });
  }
}

type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/**
 * Runs `work` under the lock. Building an index waits for every older snapshot. So the lock is polled, not
 * awaited in a statement, and with the simple protocol: a portal of the extended protocol keeps its
 * snapshot until the transaction ends.
 */
async function underLock(driver: postgres.Sql, work: Work): Promise<void> {
  const attempt = () =>
    driver.begin(async (tx) => {
      const [lock] = await tx.unsafe(`select pg_try_advisory_xact_lock(${LOCK}) as held`).simple();
      if (lock?.held === true) await work(tx);
      return lock?.held === true;
    });
  while (!(await attempt())) await Bun.sleep(100);
}

/**
 * Migrates inside `tx`: the transaction that drizzle begins becomes a savepoint. Requests of an older
 * release queue behind a statement that waits for their table, and may hold the next table it needs. The
 * lock timeout is far shorter than the second after which PostgreSQL would resolve such a deadlock.
 */
async function migrateInside(
  driver: postgres.Sql,
  tx: postgres.TransactionSql,
  folder: string,
): Promise<void> {
  await tx`set local lock_timeout = '300ms'`;
  const inside = override(driver, (property) =>
    property === "begin"
      ? (work: Work) => tx.savepoint((inner) => work(withoutIndexes(inner)))
      : Reflect.get(property in tx ? tx : driver, property),
  );
  await migrate(drizzle(inside), { migrationsFolder: folder });
}

/** Skips the statements that build concurrent indexes. */
const withoutIndexes = (tx: postgres.TransactionSql): postgres.TransactionSql =>
  override(tx, (property) =>
    property === "unsafe"
      ? (text: string, values: never[]) => tx.unsafe(isConcurrent(text) ? "select" : text, values)
      : Reflect.get(tx, property),
  );

const override = <Driver extends object>(
  driver: Driver,
  get: (property: string | symbol) => unknown,
): Driver => new Proxy(driver, { get: (_, property) => get(property) });
