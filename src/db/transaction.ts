import type { Db } from "./client";
import { isRolledBack } from "./failure";

const ATTEMPTS = 3;

/**
 * Runs `work` in a transaction. If PostgreSQL rolls it back because of another one (deadlock,
 * serialization failure), it runs again, at most three times in all. `work` must have no effects outside
 * the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isRolledBack(error)) throw error;
    }
  }
}
