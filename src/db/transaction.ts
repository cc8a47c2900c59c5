import type { Db } from "./client";
import { isUndone } from "./failure";

const ATTEMPTS = 3;

/**
 * Runs `work` in a transaction, again from its start when PostgreSQL undid it for the sake of
 * another one (at most three times). `work` must do nothing that a second run would repeat
 * outside the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isUndone(error)) throw error;
    }
  }
}
