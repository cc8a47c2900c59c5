import type { Static } from "@sinclair/typebox";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { mostResults, only, publicId, timestamp } from "~/db/sql";
import type { JobKey } from "~/jobs/queue";
import type { JobStatus } from "~/vocabulary";
import type { Job } from "./model";

/** A job as clients see it. */
export type JobView = Static<typeof Job>;

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

/** The job with this UUID; undefined if there is none. */
export async function getJob(db: Db, id: string): Promise<JobView | undefined> {
  const rows = await db.execute<JobView>(sql`select ${columns} from jobs job where job.id = ${id}`);
  return rows[0];
}

/** The filters of a list of jobs, and its page, from 1. */
export type JobFilter = Partial<JobKey> & { status?: JobStatus; page: number; page_size: number };

/**
 * A page of the jobs that match, and how many match in all, in one statement. The newest record is
 * first: its id is the highest, so the order has no ties.
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
          select id from (
            select id from jobs where ${where} order by id desc
            limit ${mostResults.full} offset (select ${(page - 1) * page_size}::bigint)) found
          limit ${page_size}))
        order by job.id desc) listed), '[]') as results`);
  return only(rows);
}
