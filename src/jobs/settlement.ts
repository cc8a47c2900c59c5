import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { parameter } from "~/db/prepared-statement";
import type { JobError, JobResult } from "~/db/schema/jobs";
import { jobPriorities } from "~/vocabulary";
import { held, LeaseLost, type RunningJob } from "./lease";
import { enqueueAll, type JobRequest } from "./queue";

/** What a handler has to return: proof that its transaction settled the job. */
export type Settled = "settled";

/**
 * running → succeeded, or queued for the next run. Call it last in the transaction that writes the
 * catalog: a lost lease throws {@link LeaseLost}, which rolls everything back. Follow-up jobs are
 * enqueued as children of this one in the same transaction.
 */
export async function succeed(
  tx: Db,
  job: RunningJob,
  result: JobResult,
  followUps: readonly Omit<JobRequest, "parent_id">[] = [],
): Promise<Settled> {
  const { id, lease_token } = job;
  const settled = await tx.execute(
    successStatement({ id, lease_token, result: JSON.stringify(result) }),
  );
  if (settled.length === 0) throw new LeaseLost(job);
  await enqueueAll(
    tx,
    followUps.map((request) => ({ ...request, parent_id: job.id, ...placeOfChild(job) })),
  );
  return "settled";
}

/**
 * The children of an imported job are imported ones, so that they are in nobody's way. They go before the
 * jobs that were enqueued with their parent or later, so that few wait at a time. Others are the operator's.
 */
const placeOfChild = ({ priority, created_at }: RunningJob): Partial<JobRequest> =>
  priority === jobPriorities.import ? { priority, ahead_of: created_at } : {};

/** How a run ends that succeeded; `result` is jsonb. */
export const success = (result: SQL): Settlement => ({
  final: sql`true`,
  status: "succeeded",
  snoozes: sql`0`,
  first_snoozed_at: sql`null`,
  result,
});

const successStatement = fixedStatement<"id" | "lease_token" | "result">(() => {
  const job = { id: parameter("id"), lease_token: parameter("lease_token") };
  return settlementStatement(held(job), success(sql`${parameter("result")}::text::jsonb`));
});

/** running → queued after an error of our own, or failed if no attempts are left. False: lease lost. */
export async function retryLater(
  db: Db,
  job: RunningJob,
  error: JobError,
  delay_seconds: number,
): Promise<boolean> {
  const settled = await settle(db, held(job), {
    final: sql`attempts >= max_attempts`,
    delay: sql`${delay_seconds}::float8`,
    error: errorValue(error),
  });
  return settled === 1;
}

/** running → failed at once: no further attempt would change anything. False: lease lost. */
export async function fail(db: Db, job: RunningJob, error: JobError): Promise<boolean> {
  return (await settle(db, held(job), { final: sql`true`, error: errorValue(error) })) === 1;
}

/**
 * running → queued because the provider cannot be reached: the attempt does not count. Fails as
 * `provider_unavailable` if the first such wait of the run is 24 hours ago. False: lease lost.
 */
export async function snooze(
  db: Db,
  job: RunningJob,
  error: JobError,
  delay_seconds: number,
): Promise<boolean> {
  const late = sql`coalesce(first_snoozed_at < now() - interval '24 hours', false)`;
  const settled = await settle(db, held(job), {
    final: late,
    delay: sql`${delay_seconds}::float8`,
    attempts: sql`attempts - 1`,
    snoozes: sql`snoozes + 1`,
    first_snoozed_at: sql`coalesce(first_snoozed_at, now())`,
    error: sql`${errorValue(error)} ||
      case when ${late} then '{"code": "provider_unavailable"}'::jsonb else '{}' end`,
  });
  return settled === 1;
}

/** running → queued at once because the worker stops: the attempt does not count. False: lease lost. */
export async function handBack(
  db: Db,
  job: Pick<RunningJob, "id" | "lease_token">,
): Promise<boolean> {
  const settled = await settle(db, held(job), { final: sql`false`, attempts: sql`attempts - 1` });
  return settled === 1;
}

/**
 * running → queued for `delay_seconds`, for a job that waits for other work: its worker is free in the
 * meantime and the attempt does not count. A lost lease throws {@link LeaseLost}.
 */
export async function waitLonger(
  db: Db,
  job: Pick<RunningJob, "id" | "lease_token">,
  delay_seconds: number,
): Promise<Settled> {
  const settled = await settle(db, held(job), {
    final: sql`false`,
    delay: sql`${delay_seconds}::float8`,
    attempts: sql`attempts - 1`,
  });
  if (settled === 0) throw new LeaseLost(job);
  return "settled";
}

/** The new values of jobs whose attempt ends; each part is SQL over the job's own columns. */
export type Settlement = {
  /** True if the run is over; otherwise the job is queued again. */
  final: SQL;
  status?: "succeeded" | "failed";
  /** Seconds until the next attempt of a job that is queued again; default 0. */
  delay?: SQL;
  attempts?: SQL;
  snoozes?: SQL;
  first_snoozed_at?: SQL;
  result?: SQL;
  /** Added to the last ten `failures`, and shown until the run succeeds. */
  error?: SQL;
};

/** A value as jsonb. The cast over text keeps the driver from encoding the JSON twice. */
export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::text::jsonb`;

/** An error as stored in `error` and, with its time, run and attempt, in `failures`. */
export const errorValue = (error: JobError): SQL =>
  json({ ...error, message: error.message.slice(0, 500) });

const requestedAgain = sql`next_params is not null`;

/**
 * Ends the attempt of the running jobs that match `which`, in one statement, and returns how many
 * there are. A job that was requested again while it ran starts its next run, however this one ended.
 * Jobs that are due at once wake idle workers.
 */
export const settle = async (db: Db, which: SQL, settlement: Settlement): Promise<number> =>
  (await db.execute(settlementStatement(which, settlement))).length;

/**
 * The statement of {@link settle}: returns the ids of the jobs. `before` are queries in front of it, each
 * with a comma behind it, that `which` can refer to.
 */
export const settlementStatement = (which: SQL, settlement: Settlement, before = sql``): SQL => sql`
    with ${before} settled as (
      update jobs set ${sql.join(assignments(settlement), sql`, `)}
      where status = 'running' and ${which}
      returning id, next_attempt_at <= now() as due
    )
    select id, case when due then pg_notify('jobs', '')::text end as woken from settled`;

function assignments(settlement: Settlement): SQL[] {
  const { final, status = "failed", delay = sql`0`, error, result } = settlement;
  const { attempts, snoozes, first_snoozed_at } = settlement;
  const over = sql`next_params is null and ${final}`;
  const nextRun = (fresh: SQL, kept: SQL): SQL =>
    sql`case when ${requestedAgain} then ${fresh} else ${kept} end`;
  return [
    sql`status = (case when ${over} then ${status} else 'queued' end)::job_status`,
    sql`run = run + (${requestedAgain})::int`,
    sql`params = coalesce(next_params, params)`,
    sql`next_params = null`,
    sql`attempts = ${nextRun(sql`0`, attempts ?? sql`attempts`)}`,
    sql`snoozes = ${nextRun(sql`0`, snoozes ?? sql`snoozes`)}`,
    sql`first_snoozed_at = ${nextRun(sql`null::timestamptz`, first_snoozed_at ?? sql`first_snoozed_at`)}`,
    sql`progress_done = ${nextRun(sql`0`, status === "succeeded" ? sql`progress_total` : sql`progress_done`)}`,
    sql`progress_total = ${nextRun(sql`0`, sql`progress_total`)}`,
    sql`result = ${result === undefined ? sql`null` : nextRun(sql`null::jsonb`, result)}`,
    sql`error = ${nextRun(sql`null::jsonb`, error ?? (status === "succeeded" ? sql`null` : sql`error`))}`,
    ...(error === undefined ? [] : [sql`failures = ${withFailure(error)}`]),
    sql`lease_token = null`,
    sql`lease_until = null`,
    sql`next_attempt_at = case when not (${over}) then now() +
      case when ${requestedAgain} then interval '0' else make_interval(secs => (${delay})::float8) end end`,
    sql`finished_at = case when ${over} then now() end`,
    sql`updated_at = now()`,
  ];
}

/** The last ten failures, the new one at the end. */
const withFailure = (error: SQL): SQL => sql`
  (case when jsonb_array_length(failures) >= 10 then failures - 0 else failures end)
  || jsonb_build_array(jsonb_build_object(
    'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'run', run, 'attempt', attempts) || ${error})`;
