import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type postgres from "postgres";
import { assetFolder } from "~/assets";
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
 * Applies pending migrations, then builds the indexes that they want built beside writers. Any number
 * of replicas may call it at once: each step happens while a transaction holds an advisory lock, which
 * also a pooler between lets pass. The migrations are part of that transaction: a failed one leaves
 * nothing behind. Where nothing is pending, nothing is written and no right to write is needed. A
 * statement that waits 0.3 s for a table in use fails with 55P03, worth another try. `folder` holds
 * the migrations, by default those of this release. Throws SchemaTooNew.
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
    if (state === "pending") await locked(driver, (tx) => migrateWithin(driver, tx, folder));
    const indexes = concurrentIndexes(folder);
    if ((await missingIndexes(driver, indexes)).length > 0) {
      await locked(driver, () => buildIndexes(driver, indexes));
    }
  } finally {
    await driver.end({ timeout: 5 });
  }
}

type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/**
 * Building an index waits for every snapshot that is older. So whoever wants the lock asks again and
 * again instead of waiting in a statement, and asks in the simple protocol: the portal of the other one
 * keeps its snapshot as long as the transaction lasts.
 */
async function locked(driver: postgres.Sql, work: Work): Promise<void> {
  const attempt = () =>
    driver.begin(async (tx) => {
      const [lock] = await tx.unsafe(`select pg_try_advisory_xact_lock(${LOCK}) as held`).simple();
      if (lock?.held === true) await work(tx);
      return lock?.held === true;
    });
  while (!(await attempt())) await Bun.sleep(100);
}

/**
 * drizzle migrates in a transaction of its own, which becomes a savepoint of ours. Requests of an older
 * release queue behind a statement that waits for their table, and may hold the next one it wants: the
 * patience is far shorter than the second after which PostgreSQL would end one of theirs.
 */
async function migrateWithin(
  driver: postgres.Sql,
  tx: postgres.TransactionSql,
  folder: string,
): Promise<void> {
  await tx`set local lock_timeout = '300ms'`;
  const within = over(driver, (property) =>
    property === "begin"
      ? (work: Work) => tx.savepoint((inner) => work(withoutIndexes(inner)))
      : Reflect.get(property in tx ? tx : driver, property),
  );
  await migrate(drizzle(within), { migrationsFolder: folder });
}

/** Leaves out what is built afterwards. */
const withoutIndexes = (tx: postgres.TransactionSql): postgres.TransactionSql =>
  over(tx, (property) =>
    property === "unsafe"
      ? (text: string, values: never[]) => tx.unsafe(isConcurrent(text) ? "select" : text, values)
      : Reflect.get(tx, property),
  );

const over = <Driver extends object>(
  driver: Driver,
  get: (property: string | symbol) => unknown,
): Driver => new Proxy(driver, { get: (_, property) => get(property) });
