import { sql } from "drizzle-orm";
import { readCounts } from "~/catalog/counts";
import type { Db } from "~/db/client";
import { jobs, trending_lists } from "~/db/schema";
import { only, timestamp } from "~/db/sql";
import { readIndexState } from "~/search/index/state";
import { version } from "~/version";
import {
  type JobKind,
  type JobStatus,
  jobKinds,
  jobStatuses,
  titleKinds,
  trendingWindows,
} from "~/vocabulary";
import type { JobCounts, Stats } from "./model";

type Row = Pick<Stats, "trending"> & {
  counts: { kind: JobKind; status: JobStatus; n: number }[];
  oldest_due_seconds: number | null;
  size_bytes: number;
};

/** The state of the service. The counts of the catalog leave out the same titles as the lists. */
export async function readStats(db: Db, { isIndexed }: { isIndexed: boolean }): Promise<Stats> {
  const readIndex = async () => (isIndexed ? readIndexState(db) : null);
  const [catalog, row, index] = await Promise.all([readCounts(db), readRow(db), readIndex()]);
  const { counts, trending, oldest_due_seconds, size_bytes } = row;
  const count = (status: JobStatus, kind?: JobKind) =>
    counts
      .filter((each) => each.status === status && (kind === undefined || each.kind === kind))
      .reduce((sum, { n }) => sum + n, 0);
  const byStatus = (kind?: JobKind) =>
    Object.fromEntries(jobStatuses.map((status) => [status, count(status, kind)])) as JobCounts;
  return {
    version,
    catalog,
    queue: {
      by_status: byStatus(),
      by_kind: jobKinds.map((kind) => ({ kind, ...byStatus(kind) })),
      oldest_due_seconds,
    },
    trending: titleKinds.flatMap((kind) =>
      trendingWindows.map((window) => {
        const list = trending.find((each) => each.kind === kind && each.window === window);
        return { kind, window, refreshed_at: list?.refreshed_at ?? null };
      }),
    ),
    database: { size_bytes },
    index,
  };
}

async function readRow(db: Db): Promise<Row> {
  const rows = await db.execute<Row>(sql`
    select
      (select coalesce(json_agg(counted), '[]') from (
        select kind, status, count(*)::int as n from ${jobs} group by status, kind) counted) as counts,
      (select round(extract(epoch from now() - min(next_attempt_at)), 1)::float8 from ${jobs}
        where status = 'queued' and next_attempt_at <= now()) as oldest_due_seconds,
      (select coalesce(json_agg(list), '[]') from (
        select kind, "window", ${timestamp(sql`refreshed_at`)} as refreshed_at
        from ${trending_lists}) list) as trending,
      pg_database_size(current_database())::float8 as size_bytes`);
  return only(rows);
}
