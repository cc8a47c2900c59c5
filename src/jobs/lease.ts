import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { parameter } from "~/db/prepared-statement";
import type { JobParams } from "~/db/schema/jobs";
import { type JobKind, type JobPriority, jobPriorities } from "~/vocabulary";

/** How long, in seconds, a claimed job belongs to its worker without a renewal. */
export const LEASE_SECONDS = 30;

/** A claimed job: one attempt of one run. Only the holder of `lease_token` may write for it. */
export type RunningJob = {
  id: string;
  kind: JobKind;
  external_id: string;
  priority: JobPriority;
  created_at: string;
  run: number;
  attempts: number;
  max_attempts: number;
  snoozes: number;
  params: JobParams;
  lease_token: string;
};

/** The job has another holder or was canceled: nothing more may be written for it. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor(job: Pick<RunningJob, "id">) {
    super(`The lease of job ${job.id} is lost.`);
  }
}

/**
 * queued → running: of the due jobs with the lowest priority number the one that has been due longest, for
 * the holder of `lease_token` (a new UUID). The attempt is counted now, so that a job that kills its worker
 * runs out of attempts too.
 */
export async function claim(db: Db, lease_token: string): Promise<RunningJob | undefined> {
  const [row] = await db.execute<RunningJob & { commit: string }>(claimStatement({ lease_token }));
  if (row === undefined) return undefined;
  const { commit: _, ...job } = row;
  return job;
}

/** The due job of one priority that has been due longest and that no other claim is taking. */
const dueLongest = (priority: JobPriority) => sql`(
      select id from jobs
      where status = 'queued' and priority = ${sql.raw(String(priority))} and next_attempt_at <= now()
      order by next_attempt_at, id limit 1 for update skip locked)`;

/**
 * The id of the job to claim. Each priority is looked up by itself, the next one only if the one before has
 * none: otherwise the jobs of a lower number that wait for their next attempt would be read first.
 */
export const nextJob = (): SQL =>
  sql`coalesce(${sql.join(Object.values(jobPriorities).map(dueLongest), sql`, `)})`;

/**
 * Does not wait until the disk has it: if the server crashes within the next moment, the job is queued as
 * before, and the lost lease rolls back whatever its worker would still write.
 */
const claimStatement = fixedStatement<"lease_token">(
  () => sql`
    update jobs set status = 'running', attempts = attempts + 1, next_attempt_at = null,
      lease_token = ${parameter("lease_token")},
      lease_until = now() + make_interval(secs => ${sql.raw(String(LEASE_SECONDS))}),
      progress_done = 0, progress_total = 0, started_at = now(), updated_at = now()
    where id = ${nextJob()}
    returning id, kind, external_id, priority, created_at, run, attempts, max_attempts, snoozes, params, lease_token,
      set_config('synchronous_commit', 'off', true) as commit`,
);

/** The condition for the holder of a job. */
export const held = (job: Record<"id" | "lease_token", string | Placeholder>): SQL =>
  sql`id = ${job.id} and lease_token = ${job.lease_token}`;

/** running → running: extends the lease. False: the lease is lost and the work must stop. */
export async function renew(db: Db, job: RunningJob): Promise<boolean> {
  const rows = await db.execute(sql`
    update jobs set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), updated_at = now()
    where status = 'running' and ${held(job)} returning id`);
  return rows.length === 1;
}

/** Stores the progress of the attempt. False: the lease is lost. */
export async function reportProgress(
  db: Db,
  job: RunningJob,
  progress: { done: number; total: number },
): Promise<boolean> {
  const rows = await db.execute(sql`
    update jobs set progress_done = ${progress.done}, progress_total = ${progress.total}, updated_at = now()
    where status = 'running' and ${held(job)} returning id`);
  return rows.length === 1;
}

/**
 * Throws {@link LeaseLost} unless the lease still holds, so that the transaction is rolled back. Locks
 * the job until the transaction ends: call it last. A transaction that ends with `succeed` does not
 * need it.
 */
export async function fence(tx: Db, job: RunningJob): Promise<void> {
  const rows = await tx.execute(lockHeld(job));
  if (rows.length === 0) throw new LeaseLost(job);
}

/** The query of {@link fence}: the job's row, locked, or none if the lease is lost. */
export const lockHeld = (job: Parameters<typeof held>[0]): SQL =>
  sql`select id from jobs where status = 'running' and ${held(job)} for no key update`;
