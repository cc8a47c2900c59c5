import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { LeaseLost, type RunningJob, type Settled } from "./queue";
import { settle } from "./settlement";

/**
 * running → queued for `delay_seconds`, for a job that waits for work done elsewhere: others get their
 * turn and the attempt does not count. A lost lease throws LeaseLost.
 */
export async function waitLonger(
  db: Db,
  job: Pick<RunningJob, "id" | "lease_token">,
  delay_seconds: number,
): Promise<Settled> {
  const settled = await settle(db, sql`id = ${job.id} and lease_token = ${job.lease_token}`, {
    final: sql`false`,
    delay: sql`${delay_seconds}::float8`,
    attempts: sql`attempts - 1`,
  });
  if (settled === 0) throw new LeaseLost(job);
  return "settled";
}
