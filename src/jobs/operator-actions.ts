import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { jobPriorities } from "~/vocabulary";

/**
 * failed, canceled → queued, due at once and before planned jobs: the next run of the same record, with all
 * attempts again and the parameters of the last run. False: there is no such job, or it is in another state.
 */
export async function retryJob(db: Db, id: string): Promise<boolean> {
  const rows = await db.execute(sql`
    with retried as (
      update jobs set status = 'queued', priority = ${jobPriorities.operator}, run = run + 1, attempts = 0, snoozes = 0,
        first_snoozed_at = null, progress_done = 0, progress_total = 0, result = null, error = null,
        next_attempt_at = now(), started_at = null, finished_at = null, updated_at = now()
      where id = ${id} and status in ('failed', 'canceled') returning id
    )
    select id, pg_notify('jobs', '')::text as woken from retried`);
  return rows.length === 1;
}

/**
 * queued, running → canceled, including a next run that was already requested. The worker of a running
 * job loses its lease, so nothing that it writes afterwards is kept. False: there is no such job, or it
 * has already ended.
 */
export async function cancelJob(db: Db, id: string): Promise<boolean> {
  const rows = await db.execute(sql`
    update jobs set status = 'canceled', next_params = null, lease_token = null, lease_until = null,
      next_attempt_at = null, finished_at = now(), updated_at = now()
    where id = ${id} and status in ('queued', 'running') returning id`);
  return rows.length === 1;
}
