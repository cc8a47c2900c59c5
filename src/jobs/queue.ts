import { type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import type { JobError, JobParams, JobResult } from "~/db/schema/jobs";
import { only, publicId } from "~/db/sql";
import type { JobKind, JobStatus } from "~/vocabulary";
import { errorValue, settle } from "./settlement";

/** Seconds a claimed job belongs to its worker without a sign of life (M132). */
export const LEASE_SECONDS = 30;

/** What a job is about; `external_id` is canonical: `603`, `1399:1`, `all`. */
export type JobKey = { kind: JobKind; external_id: string };

/** A job somebody asks for; `parent_id` is a UUID. */
export type JobRequest = JobKey & { params?: JobParams; parent_id?: string };

/** The one record of a request: `id` is its UUID, `job_id` the public spelling of it. */
export type Enqueued = { id: string; job_id: string; status: JobStatus; created: boolean };

/** A claimed job, as its worker holds it: one attempt of one run, fenced by `lease_token`. */
export type RunningJob = {
  id: string;
  kind: JobKind;
  external_id: string;
  run: number;
  attempts: number;
  max_attempts: number;
  snoozes: number;
  params: JobParams;
  lease_token: string;
};

/** What {@link succeed} gives and a handler has to return: proof that its transaction settled the job. */
export type Settled = "settled";

/** The job belongs to somebody else by now, or was canceled: nothing may be written for it any more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor(job: Pick<RunningJob, "id">) {
    super(`The lease of job ${job.id} is lost.`);
  }
}

/**
 * none → queued; queued, running and finished jobs keep their record: the three "enqueue again" rows
 * of M132. After commit the request is durable, and a fetch that starts later is certain (P1, P10).
 */
export async function enqueue(db: Db, request: JobRequest): Promise<Enqueued> {
  const { id, job_id, status, created } = only(await enqueueAll(db, [request]));
  return { id, job_id, status, created };
}

/** As {@link enqueue}, for many at once in one statement; one answer for each different request. */
export async function enqueueAll(
  db: Db,
  requests: readonly JobRequest[],
): Promise<(Enqueued & JobKey)[]> {
  if (requests.length === 0) return [];
  const rows = await db.execute<Enqueued & JobKey>(sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(distinct(requests))}::text::jsonb)
        as wanted(id uuid, kind job_kind, external_id text, params jsonb, parent_id uuid)
    ),
    written as (
      insert into jobs as job (id, kind, external_id, params, parent_id, next_attempt_at)
      select id, kind, external_id, params, parent_id, now() from wanted order by kind, external_id
      on conflict (kind, external_id) do update set ${sql.join(renewedRequest, sql`, `)}
      returning job.id, job.kind, job.external_id, job.status
    )
    select id, ${publicId("job", sql`id`)} as job_id, kind, external_id, status,
      exists (select from wanted where wanted.id = written.id) as created,
      case when status = 'queued' then pg_notify('jobs', '')::text end as woken
    from written`);
  return [...rows];
}

const finished = sql`job.status in ('succeeded', 'failed', 'canceled')`;
const whenFinished = (fresh: SQL, kept: SQL): SQL =>
  sql`case when ${finished} then ${fresh} else ${kept} end`;

/** Both parameter sets in one: include_seasons stays wanted once anybody wanted it (M123). */
const eitherParams = (stored: SQL): SQL => sql`${stored} || excluded.params ||
  case when ${stored} @> '{"include_seasons": true}' then '{"include_seasons": true}'::jsonb else '{}' end`;

/** What one more request does to the record that is there. */
const renewedRequest: SQL[] = [
  sql`status = ${whenFinished(sql`'queued'::job_status`, sql`job.status`)}`,
  sql`run = job.run + (${finished})::int`,
  sql`params = case job.status when 'running' then job.params
    when 'queued' then ${eitherParams(sql`job.params`)} else excluded.params end`,
  sql`next_params = case when job.status = 'running'
    then ${eitherParams(sql`coalesce(job.next_params, '{}')`)} end`,
  sql`attempts = ${whenFinished(sql`0`, sql`job.attempts`)}`,
  sql`snoozes = ${whenFinished(sql`0`, sql`job.snoozes`)}`,
  sql`first_snoozed_at = ${whenFinished(sql`null`, sql`job.first_snoozed_at`)}`,
  sql`progress_done = ${whenFinished(sql`0`, sql`job.progress_done`)}`,
  sql`progress_total = ${whenFinished(sql`0`, sql`job.progress_total`)}`,
  sql`result = ${whenFinished(sql`null`, sql`job.result`)}`,
  sql`error = ${whenFinished(sql`null`, sql`job.error`)}`,
  sql`parent_id = coalesce(excluded.parent_id, job.parent_id)`,
  sql`next_attempt_at = case when job.status <> 'running' then least(job.next_attempt_at, now()) end`,
  sql`started_at = ${whenFinished(sql`null`, sql`job.started_at`)}`,
  sql`finished_at = null`,
  sql`updated_at = now()`,
];

/** One row for each kind and external id, with a new id each in case it is created. */
function distinct(requests: readonly JobRequest[]) {
  const rows = new Map<string, JobRequest & { id: string; params: JobParams }>();
  for (const request of requests) {
    const key = `${request.kind} ${request.external_id}`;
    const include = request.params?.include_seasons || rows.get(key)?.params.include_seasons;
    const params = { ...request.params, ...(include && { include_seasons: true }) };
    rows.set(key, { id: uuidv7(), ...rows.get(key), ...request, params });
  }
  return [...rows.values()];
}

/**
 * queued → running: the job that is due longest, for the holder of `lease_token` (a fresh UUID). The
 * attempt counts from here, so that a job that kills its worker runs out of attempts as well (P5).
 */
export async function claim(db: Db, lease_token: string): Promise<RunningJob | undefined> {
  const rows = await db.execute<RunningJob>(sql`
    update jobs set status = 'running', attempts = attempts + 1, next_attempt_at = null,
      lease_token = ${lease_token}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
      progress_done = 0, progress_total = 0, started_at = now(), updated_at = now()
    where id = (
      select id from jobs where status = 'queued' and next_attempt_at <= now()
      order by next_attempt_at, id limit 1 for update skip locked
    )
    returning id, kind, external_id, run, attempts, max_attempts, snoozes, params, lease_token`);
  return rows[0];
}

const held = (job: Pick<RunningJob, "id" | "lease_token">): SQL =>
  sql`id = ${job.id} and lease_token = ${job.lease_token}`;

/** running → running: the heartbeat. False means that the lease is lost and the work has to stop. */
export async function renew(db: Db, job: RunningJob): Promise<boolean> {
  const rows = await db.execute(sql`
    update jobs set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), updated_at = now()
    where status = 'running' and ${held(job)} returning id`);
  return rows.length === 1;
}

/** How far the attempt is; false means that the lease is lost. */
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
 * Lets a transaction write for the job only while the lease holds, else throws {@link LeaseLost}
 * (P3). Locks the job until the transaction ends, so call it last, before the commit. A transaction
 * that ends with {@link succeed} needs none.
 */
export async function fence(tx: Db, job: RunningJob): Promise<void> {
  const rows = await tx.execute(sql`
    select id from jobs where status = 'running' and ${held(job)} for no key update`);
  if (rows.length === 0) throw new LeaseLost(job);
}

/**
 * running → succeeded, or queued for the next run. Call it last in the catalogue transaction: a lost
 * lease throws {@link LeaseLost} and takes the whole transaction back. Follow-up jobs become children
 * of this one in the same transaction, by the same idempotent creation (P9, M123).
 */
export async function succeed(
  tx: Db,
  job: RunningJob,
  result: JobResult,
  followUps: readonly Omit<JobRequest, "parent_id">[] = [],
): Promise<Settled> {
  const settled = await settle(tx, held(job), {
    final: sql`true`,
    status: "succeeded",
    snoozes: sql`0`,
    first_snoozed_at: sql`null`,
    result,
  });
  if (settled === 0) throw new LeaseLost(job);
  await enqueueAll(
    tx,
    followUps.map((request) => ({ ...request, parent_id: job.id })),
  );
  return "settled";
}

/** running → queued after an error of our own, or failed when the attempts are used up. False: lease lost. */
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
 * running → queued because the provider is out of reach: the attempt does not count. Given up as
 * `provider_unavailable` when the first such wait of the run is 24 hours ago. False: lease lost.
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

/** running → queued at once because the worker is told to stop: the attempt does not count. */
export async function handBack(
  db: Db,
  job: Pick<RunningJob, "id" | "lease_token">,
): Promise<boolean> {
  const settled = await settle(db, held(job), { final: sql`false`, attempts: sql`attempts - 1` });
  return settled === 1;
}
