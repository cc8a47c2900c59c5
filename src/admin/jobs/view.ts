import type { Static } from "@sinclair/typebox";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array, mostResults, only, publicId, timestamp } from "~/db/sql";
import type { JobKind, JobStatus } from "~/vocabulary";
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

/** The filters of a list of jobs, each any of some values, and its page, from 1. */
export type JobFilter = {
  status?: readonly JobStatus[];
  kind?: readonly JobKind[];
  external_id?: readonly string[];
  page: number;
  page_size: number;
};

type ColumnType = "job_status" | "job_kind" | "text";

/** The condition that a column has one of these values, if any are given. A single one keeps an index in order. */
function oneOf(column: SQL, values: readonly string[] | undefined, type: ColumnType): SQL[] {
  if (values === undefined) return [];
  const [value = "", ...others] = values;
  if (others.length === 0) return [sql`${column} = ${value}::${sql.raw(type)}`];
  return [sql`${column} = any(${array(values, type)})`];
}

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
    ...oneOf(sql`status`, status, "job_status"),
    ...oneOf(sql`kind`, kind, "job_kind"),
    ...oneOf(sql`external_id`, external_id, "text"),
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
