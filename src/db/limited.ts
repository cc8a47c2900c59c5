import { type SQL, sql } from "drizzle-orm";
import type postgres from "postgres";

const LIMIT = /\/\* within (\d+) ms \*\/$/;

/**
 * Ends a statement that PostgreSQL cancels after this many milliseconds, with SQLSTATE 57014. The limit
 * does not hold for a statement inside a transaction.
 */
export const within = (ms: number): SQL => sql.raw(`/* within ${ms} ms */`);

/** The limit of a statement in milliseconds; undefined if it has none of its own. */
export const limitOf = (text: string): number | undefined => {
  const [, ms] = LIMIT.exec(text) ?? [];
  return ms === undefined ? undefined : Number(ms);
};

/**
 * Runs a statement in a transaction of its own, because PostgreSQL only takes a limit that was set before
 * the statement begins, and a connection pooler keeps none beyond a transaction. All of it is sent at once
 * and answered in one round trip. Its plans are made once for each connection.
 */
export async function runWithin(
  driver: postgres.Sql,
  ms: number,
  text: string,
  parameters: never[],
): Promise<postgres.RowList<postgres.Row[]>> {
  const connection = await driver.reserve();
  const [, answer] = await Promise.allSettled([
    connection.unsafe(
      `begin read only; set local statement_timeout = ${ms}; set local plan_cache_mode = force_generic_plan`,
    ),
    connection.unsafe(text, parameters, { prepare: true }),
    connection.unsafe("commit"),
  ]);
  connection.release();
  if (answer.status === "rejected") throw answer.reason;
  return answer.value;
}
