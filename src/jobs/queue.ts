import { type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import type { JobParams } from "~/db/schema/jobs";
import { only, publicId } from "~/db/sql";
import { type JobKind, type JobPriority, type JobStatus, jobPriorities } from "~/vocabulary";

/** What a job is about; `external_id` in its canonical form: `603`, `1399:1`, `all`. */
export type JobKey = { kind: JobKind; external_id: string };

/** A request for a job; `parent_id` is a UUID. Without a `priority` it is the operator's. */
export type JobRequest = JobKey & {
  params?: JobParams;
  parent_id?: string;
  priority?: JobPriority;
  /** Its place among the jobs of its priority: before those that are due since this time; by default last. */
  ahead_of?: string;
};

/** The record of a request: `id` is its UUID, `job_id` its public id. */
export type Enqueued = { id: string; job_id: string; status: JobStatus; created: boolean };

/**
 * none → queued. A record that exists is used again: a queued job stays queued, a running one gets a
 * next run, a finished one starts its next run. After the commit the request is durable, and a fetch
 * that starts later than it is certain.
 */
export async function enqueue(db: Db, request: JobRequest): Promise<Enqueued> {
  const { id, job_id, status, created } = only(await enqueueAll(db, [request]));
  return { id, job_id, status, created };
}

/** As {@link enqueue}, for many requests in one statement; one result for each different request. */
export async function enqueueAll(
  db: Db,
  requests: readonly JobRequest[],
): Promise<(Enqueued & JobKey)[]> {
  if (requests.length === 0) return [];
  const rows = await db.execute<Enqueued & JobKey>(sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(distinct(requests))}::text::jsonb)
        as wanted(id uuid, kind job_kind, external_id text, params jsonb, parent_id uuid, priority smallint,
          ahead_of timestamptz)
    ),
    written as (
      insert into jobs as job (id, kind, external_id, params, parent_id, priority, next_attempt_at)
      select id, kind, external_id, params, parent_id, priority, coalesce(ahead_of - interval '1 microsecond', now()) from wanted
      order by kind, external_id
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

/** Merges two parameter sets: include_seasons stays set once any request has set it. */
const eitherParams = (stored: SQL): SQL => sql`${stored} || excluded.params ||
  case when ${stored} @> '{"include_seasons": true}' then '{"include_seasons": true}'::jsonb else '{}' end`;

/** What one more request changes in an existing record. */
const renewedRequest: SQL[] = [
  sql`status = ${whenFinished(sql`'queued'::job_status`, sql`job.status`)}`,
  sql`run = job.run + (${finished})::int`,
  sql`params = case job.status when 'running' then job.params
    when 'queued' then ${eitherParams(sql`job.params`)} else excluded.params end`,
  sql`next_params = case when job.status = 'running'
    then ${eitherParams(sql`coalesce(job.next_params, '{}')`)} end`,
  sql`priority = ${whenFinished(sql`excluded.priority`, sql`least(job.priority, excluded.priority)`)}`,
  sql`attempts = ${whenFinished(sql`0`, sql`job.attempts`)}`,
  sql`snoozes = ${whenFinished(sql`0`, sql`job.snoozes`)}`,
  sql`first_snoozed_at = ${whenFinished(sql`null`, sql`job.first_snoozed_at`)}`,
  sql`progress_done = ${whenFinished(sql`0`, sql`job.progress_done`)}`,
  sql`progress_total = ${whenFinished(sql`0`, sql`job.progress_total`)}`,
  sql`result = ${whenFinished(sql`null`, sql`job.result`)}`,
  sql`error = ${whenFinished(sql`null`, sql`job.error`)}`,
  sql`parent_id = coalesce(excluded.parent_id, job.parent_id)`,
  sql`next_attempt_at = case when job.status <> 'running' then least(job.next_attempt_at, excluded.next_attempt_at) end`,
  sql`started_at = ${whenFinished(sql`null`, sql`job.started_at`)}`,
  sql`finished_at = null`,
  sql`updated_at = now()`,
];

/** One row for each kind and external id, each with a new id in case it is created. */
function distinct(requests: readonly JobRequest[]) {
  const rows = new Map<string, JobRequest & { id: string; params: JobParams }>();
  for (const request of requests) {
    const key = `${request.kind} ${request.external_id}`;
    const include = request.params?.include_seasons || rows.get(key)?.params.include_seasons;
    const params = { ...request.params, ...(include && { include_seasons: true }) };
    const { priority = jobPriorities.operator } = request;
    rows.set(key, { id: uuidv7(), ...rows.get(key), ...request, params, priority });
  }
  return [...rows.values()];
}
