import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";

/** Failed entries that an import names. */
const NAMED_FAILURES = 20;

/** Rows of a canceled import that are deleted in one pass. */
const CLEARED = 20_000;

/**
 * Counts the entries whose jobs have ended and deletes their rows. A find has ended when its children have. An
 * import without further entries is finished.
 */
export async function settleEnded(tx: Db): Promise<void> {
  await tx.execute(sql`
    with started as (
      select entry.import_id, entry.n, entry.kind, entry.external_id, job.id as job_id, job.status,
        job.error ->> 'code' as code
      from imports join import_entries entry
          on entry.import_id = imports.id and entry.n <= imports.moved_to
        left join jobs job on job.kind = entry.kind and job.external_id = entry.external_id
      where imports.has_entries
    ),
    ended as (
      select import_id, n, kind, external_id, case
          when status = 'failed' then code
          when status is distinct from 'succeeded' then 'canceled'
          when kind = 'find' then (
            select coalesce(child.error ->> 'code', 'canceled') from jobs child
            where child.parent_id = job_id and child.status in ('failed', 'canceled') limit 1)
        end as failure
      from started
      where status is null or status in ('failed', 'canceled')
        or status = 'succeeded' and (kind <> 'find' or not exists (
          select from jobs child
          where child.parent_id = job_id and child.status in ('queued', 'running')))
    ),
    deleted as (
      delete from import_entries entry using ended
      where entry.import_id = ended.import_id and entry.n = ended.n
    ),
    counted as (
      select import_id, count(*)::int as entries, count(failure)::int as failed,
        coalesce((array_agg(jsonb_build_object('kind', kind, 'external_id', external_id, 'code', failure) order by n)
          filter (where failure is not null))[:${NAMED_FAILURES}], '{}') as failures
      from ended group by import_id
    )
    update imports set enqueued = enqueued - entries, succeeded = succeeded + entries - counted.failed,
      failed = imports.failed + counted.failed, updated_at = now(),
      failures = (
        select coalesce(jsonb_agg(each order by place), '[]') from (
          select * from jsonb_array_elements(imports.failures || to_jsonb(counted.failures))
            with ordinality as named (each, place) limit ${NAMED_FAILURES}) named)
    from counted where imports.id = import_id`);
  await tx.execute(sql`
    update imports set finished_at = now(), updated_at = now(), has_entries = canceled_at is not null
    where has_entries and finished_at is null and pending = 0 and enqueued = 0`);
}

/** Deletes what canceled imports will not fetch any more, some of it in each pass. */
export async function clearCanceled(tx: Db): Promise<void> {
  await tx.execute(sql`
    with cleared as (
      delete from import_entries using (
        select import_id, n from imports join import_entries on import_id = id and n > moved_to
        where has_entries and canceled_at is not null limit ${CLEARED}) gone
      where import_entries.import_id = gone.import_id and import_entries.n = gone.n
      returning import_entries.import_id
    )
    update imports set has_entries = false
    where has_entries and canceled_at is not null and finished_at is not null
      and not exists (select from cleared)`);
}
