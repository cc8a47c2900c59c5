import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import type { JobError, JobResult } from "~/db/schema/jobs";
import { only } from "~/db/sql";
import { claim, type RunningJob } from "~/jobs/lease";
import type { JobRequest } from "~/jobs/queue";

export const movie: JobRequest = { kind: "movie", external_id: "603" };
export const series: JobRequest = { kind: "series", external_id: "1399" };
export const result: JobResult = {
  entity_kind: "movie",
  entity_id: "movie_0198c7d2f3a97c3e8f5b2d1a4c6e7f80",
  outcome: "created",
  warnings: [],
};
export const bug: JobError = {
  code: "internal_error",
  message: "Something broke.",
  retryable: true,
};
export const gone: JobError = {
  code: "provider_not_found",
  message: "No such title.",
  retryable: false,
};
export const busy: JobError = {
  code: "provider_rate_limited",
  message: "Too many.",
  retryable: true,
};

/** Claims the job that is due first. */
export async function claimed(db: Db): Promise<RunningJob> {
  const job = await claim(db, crypto.randomUUID());
  if (job === undefined) throw new Error("No job was due.");
  return job;
}

/** The columns of the first record that transitions change. */
export async function stored(db: Db) {
  const rows = await db.execute(sql`
    select status, run, attempts, snoozes, params, next_params, error, result,
      jsonb_array_length(failures) as failures, progress_done, progress_total,
      lease_token is not null as leased, finished_at is not null as finished,
      round(extract(epoch from next_attempt_at - now()))::int as due_in
    from jobs order by kind, external_id limit 1`);
  return only(rows);
}

/** A newly queued record, as returned by stored(). */
export const fresh = {
  status: "queued",
  run: 1,
  attempts: 0,
  snoozes: 0,
  params: {},
  next_params: null,
  error: null,
  result: null,
  failures: 0,
  progress_done: 0,
  progress_total: 0,
  leased: false,
  finished: false,
  due_in: 0,
};
export const running = { ...fresh, status: "running", attempts: 1, leased: true, due_in: null };

export const makeDue = (db: Db) =>
  db.execute(sql`update jobs set next_attempt_at = now() where status = 'queued'`);
