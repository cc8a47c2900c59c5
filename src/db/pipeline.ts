import type { SQL } from "drizzle-orm";
import type { Db } from "./client";

/**
 * Waits for work whose statements were sent in this order without waiting for each answer. Throws the
 * error of the first that failed: in a transaction it is the reason why the later ones fail, too. A query
 * of drizzle is sent when it is awaited, that is here, after the work of functions that were called.
 */
export async function inOrder<const Work extends readonly PromiseLike<unknown>[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  const started = work.map((part) => Promise.resolve(part));
  for (const part of started) part.catch(() => {});
  const results: unknown[] = [];
  for (const part of started) results.push(await part);
  return results as { -readonly [Index in keyof Work]: Awaited<Work[Index]> };
}

/**
 * Sends statements one after the other without waiting for each answer, so that they cost one round trip
 * together. In a transaction they run in this order. Absent ones are left out.
 */
export async function sendAll(tx: Db, statements: readonly (SQL | undefined)[]): Promise<void> {
  await inOrder(statements.flatMap((statement) => (statement ? [tx.execute(statement)] : [])));
}
