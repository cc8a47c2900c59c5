import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import type { JobError, JobParams, JobResult } from "~/db/schema/jobs";
import { only, publicId, timestamp } from "~/db/sql";
import type { JobKey } from "~/jobs/queue";
import type { JobKind, JobStatus } from "~/vocabulary";

/** A job as clients see it (M131); moments are RFC 3339 in UTC. */
export type JobView = {
  id: string;
  kind: JobKind;
  external_id: string;
  status: JobStatus;
  run: number;
  attempts: number;
  max_attempts: number;
  params: JobParams;
  progress: { done: number; total: number };
  result: JobResult | null;
  error: JobError | null;
  parent_id: string | null;
  children: { total: number; queued: number; running: number; succeeded: number; failed: number };
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  next_attempt_at: string | null;
  updated_at: string;
};

const moment = (column: string) => timestamp(sql`job.${sql.identifier(column)}`);

/** The columns of a {@link JobView}, of the table `jobs` under the name `job`. */
const columns = sql`
  ${publicId("job", sql`job.id`)} as id, kind, external_id, status, run, attempts, max_attempts, params,
  json_build_object('done', progress_done, 'total', progress_total) as progress, result, error,
  ${publicId("job", sql`job.parent_id`)} as parent_id,
  (select json_build_object(
      'total', count(*),
      'queued', count(*) filter (where child.status = 'queued'),
      'running', count(*) filter (where child.status = 'running'),
      'succeeded', count(*) filter (where child.status = 'succeeded'),
      'failed', count(*) filter (where child.status = 'failed'))
    from jobs child where child.parent_id = job.id) as children,
  ${moment("created_at")} as created_at, ${moment("started_at")} as started_at,
  ${moment("finished_at")} as finished_at, ${moment("next_attempt_at")} as next_attempt_at,
  ${moment("updated_at")} as updated_at`;

/** The job with this UUID; undefined where there is none. */
export async function getJob(db: Db, id: string): Promise<JobView | undefined> {
  const rows = await db.execute<JobView>(sql`select ${columns} from jobs job where job.id = ${id}`);
  return rows[0];
}

/** What a list of jobs is narrowed by, and which page of it is meant, from 1. */
export type JobFilter = Partial<JobKey> & { status?: JobStatus; page: number; page_size: number };

/**
 * A page of the jobs that fit, and how many fit in all, in one statement. The newest record is first:
 * its id is the highest, so the order has no ties.
 */
export async function listJobs(
  db: Db,
  { status, kind, external_id, page, page_size }: JobFilter,
): Promise<{ total_results: number; results: JobView[] }> {
  const conditions = [
    sql`true`,
    ...(status === undefined ? [] : [sql`status = ${status}::job_status`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}::job_kind`]),
    ...(external_id === undefined ? [] : [sql`external_id = ${external_id}`]),
  ];
  const where = sql.join(conditions, sql` and `);
  const rows = await db.execute<{ total_results: number; results: JobView[] }>(sql`
    select (select count(*)::int from jobs where ${where}) as total_results,
      coalesce((select json_agg(listed) from (
        select ${columns} from jobs job where id = any(array(
          select id from jobs where ${where}
          order by id desc limit ${page_size} offset ${(page - 1) * page_size}))
        order by job.id desc) listed), '[]') as results`);
  return only(rows);
}
