import type { Db } from "./client";

/** deadlock_detected, serialization_failure: the same work may well pass the next time. */
const passing = new Set(["40P01", "40001"]);
const ATTEMPTS = 3;

/**
 * Runs `work` in a transaction, again from its start when PostgreSQL undid it for the sake of
 * another one (at most three times, F10). `work` must do nothing that a second run would repeat
 * outside the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !passing.has(sqlState(error) ?? "")) throw error;
    }
  }
}

/** The five-character SQLSTATE of a database error, also when drizzle has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
  return sqlState(error.cause);
}
