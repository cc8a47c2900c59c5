-- GET /api/v1/admin/ingest/jobs/job_01990019000070008000000000000001/events
-- Statements: 2
-- Written by `bun run sql`.

-- $1 uuid = '01990019-0000-7000-8000-000000000001'
select
  'job_' || replace(job.id::text, '-', '') as id,
  kind,
  external_id,
  status,
  run,
  attempts,
  max_attempts,
  params,
  json_build_object('done', progress_done, 'total', progress_total) as progress,
  result,
  error,
  'job_' || replace(job.parent_id::text, '-', '') as parent_id,
  (
    select
      json_build_object(
        'total', count(*),
        'queued', count(*) filter (
          where
            child.status = 'queued'
        ),
        'running', count(*) filter (
          where
            child.status = 'running'
        ),
        'succeeded', count(*) filter (
          where
            child.status = 'succeeded'
        ),
        'failed', count(*) filter (
          where
            child.status = 'failed'
        )
      )
    from
      jobs child
    where
      child.parent_id = job.id
  ) as children,
  to_char(job."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(job."started_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started_at,
  to_char(job."finished_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as finished_at,
  to_char(job."next_attempt_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as next_attempt_at,
  to_char(job."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
from
  jobs job
where
  job.id = $1;

-- Plan for any values:
-- Index Scan using jobs_pkey on jobs job
--   Index Cond: (id = $1)
--   SubPlan 1
--     ->  Aggregate
--           ->  Index Scan using jobs_parent_id_index on jobs child
--                 Index Cond: (parent_id = job.id)

-- $1 uuid = '01990019-0000-7000-8000-000000000001'
select
  'job_' || replace(job.id::text, '-', '') as id,
  kind,
  external_id,
  status,
  run,
  attempts,
  max_attempts,
  params,
  json_build_object('done', progress_done, 'total', progress_total) as progress,
  result,
  error,
  'job_' || replace(job.parent_id::text, '-', '') as parent_id,
  (
    select
      json_build_object(
        'total', count(*),
        'queued', count(*) filter (
          where
            child.status = 'queued'
        ),
        'running', count(*) filter (
          where
            child.status = 'running'
        ),
        'succeeded', count(*) filter (
          where
            child.status = 'succeeded'
        ),
        'failed', count(*) filter (
          where
            child.status = 'failed'
        )
      )
    from
      jobs child
    where
      child.parent_id = job.id
  ) as children,
  to_char(job."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(job."started_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started_at,
  to_char(job."finished_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as finished_at,
  to_char(job."next_attempt_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as next_attempt_at,
  to_char(job."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
from
  jobs job
where
  job.id = $1;

-- Plan for any values:
-- Index Scan using jobs_pkey on jobs job
--   Index Cond: (id = $1)
--   SubPlan 1
--     ->  Aggregate
--           ->  Index Scan using jobs_parent_id_index on jobs child
--                 Index Cond: (parent_id = job.id)
