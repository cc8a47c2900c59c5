import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";

/** Key of the advisory lock in PostgreSQL that one relay holds at a time, among all processes. */
const RELAY_LOCK = 7_723_901;

/**
 * Whether this session holds the relay's lock; `gained` when this call acquired it. `db` must have a
 * single connection: the lock belongs to it and ends with it.
 */
export async function acquireRelayLock(db: Db): Promise<"held" | "gained" | "elsewhere"> {
  const rows = await db.execute<{ held: boolean; gained: boolean }>(sql`
    select held, case when not held then pg_try_advisory_lock(${RELAY_LOCK}::bigint) else false end as gained
    from (select exists (
      select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted
        and classid = 0 and objid = ${RELAY_LOCK}::bigint::oid and objsubid = 1) as held) now`);
  const [row] = rows;
  if (row?.held) return "held";
  return row?.gained ? "gained" : "elsewhere";
}

/** The time limit of a statement on the client's side, above the connection's statement_timeout. */
export const STATEMENT_TIMEOUT_MS = 25_000;

/** The driver returned neither a result nor an error of a statement in time. */
export class ClientTimeout extends Error {
  override readonly name = "ClientTimeout";
  constructor() {
    super("The database driver returned no result of a statement in time.");
  }
}

/**
 * A database whose `execute` rejects with ClientTimeout after `timeout_ms`; its other methods have no
 * limit. The driver can lose a statement whose connection ends at the wrong moment, and would never
 * settle its promise.
 */
export function withClientTimeout(db: Db, timeout_ms: number): Db {
  const execute = async (statement: Parameters<Db["execute"]>[0]) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new ClientTimeout()), timeout_ms);
    try {
      return await Promise.race([db.execute(statement), promise]);
    } finally {
      clearTimeout(timer);
    }
  };
  return new Proxy(db, {
    get: (target, property) => (property === "execute" ? execute : Reflect.get(target, property)),
  });
}
