import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import type { JobError, JobResult } from "~/db/schema/jobs";

/** What becomes of running jobs; each part is SQL over the job's own columns. */
export type Settlement = {
  /** True where the run is over; elsewhere the job is queued again. */
  final: SQL;
  status?: "succeeded" | "failed";
  /** Seconds until the next attempt of a job that is queued again; at once when left out. */
  delay?: SQL;
  attempts?: SQL;
  snoozes?: SQL;
  first_snoozed_at?: SQL;
  result?: JobResult;
  /** Joins the last ten of `failures` and stays visible until the run succeeds. */
  error?: SQL;
};

/** A value as jsonb. The detour over text keeps the driver from encoding the JSON once more. */
export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::text::jsonb`;

/** How an error lies in the record: `error` and, with its place in time, in `failures`. */
export const errorValue = (error: JobError): SQL =>
  json({ ...error, message: error.message.slice(0, 500) });

const again = sql`next_params is not null`;

/**
 * Ends the running attempt of the jobs that `which` names, in one statement, and returns how many
 * there were. A job that was asked for again while it ran starts its next run, whatever this one
 * ended with (M132). Waiting workers hear of jobs that are due at once.
 */
export async function settle(db: Db, which: SQL, settlement: Settlement): Promise<number> {
  const rows = await db.execute<{ id: string }>(sql`
    with settled as (
      update jobs set ${sql.join(assignments(settlement), sql`, `)}
      where status = 'running' and ${which}
      returning id, next_attempt_at <= now() as due
    )
    select id, case when due then pg_notify('jobs', '')::text end as woken from settled`);
  return rows.length;
}

function assignments(settlement: Settlement): SQL[] {
  const { final, status = "failed", delay = sql`0`, error, result } = settlement;
  const { attempts, snoozes, first_snoozed_at } = settlement;
  const over = sql`next_params is null and ${final}`;
  const nextRun = (fresh: SQL, kept: SQL): SQL =>
    sql`case when ${again} then ${fresh} else ${kept} end`;
  return [
    sql`status = (case when ${over} then ${status} else 'queued' end)::job_status`,
    sql`run = run + (${again})::int`,
    sql`params = coalesce(next_params, params)`,
    sql`next_params = null`,
    sql`attempts = ${nextRun(sql`0`, attempts ?? sql`attempts`)}`,
    sql`snoozes = ${nextRun(sql`0`, snoozes ?? sql`snoozes`)}`,
    sql`first_snoozed_at = ${nextRun(sql`null::timestamptz`, first_snoozed_at ?? sql`first_snoozed_at`)}`,
    sql`progress_done = ${nextRun(sql`0`, status === "succeeded" ? sql`progress_total` : sql`progress_done`)}`,
    sql`progress_total = ${nextRun(sql`0`, sql`progress_total`)}`,
    sql`result = ${result === undefined ? sql`null` : nextRun(sql`null::jsonb`, json(result))}`,
    sql`error = ${nextRun(sql`null::jsonb`, error ?? (status === "succeeded" ? sql`null` : sql`error`))}`,
    ...(error === undefined ? [] : [sql`failures = ${remembered(error)}`]),
    sql`lease_token = null`,
    sql`lease_until = null`,
    sql`next_attempt_at = case when not (${over}) then now() +
      case when ${again} then interval '0' else make_interval(secs => (${delay})::float8) end end`,
    sql`finished_at = case when ${over} then now() end`,
    sql`updated_at = now()`,
  ];
}

/** The last ten failures with the new one at the end. */
const remembered = (error: SQL): SQL => sql`
  (case when jsonb_array_length(failures) >= 10 then failures - 0 else failures end)
  || jsonb_build_array(jsonb_build_object(
    'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'run', run, 'attempt', attempts) || ${error})`;
