-- GET /api/v1/admin/ingest/jobs?external_id=603
-- Statements: 1
-- Written by `bun run sql`.

-- $1 text = '603'
-- $2 text = '603'
-- $3 bigint = '0'
-- $4 bigint = '20'
select
  (
    select
      count(*)::int
    from
      jobs
    where
      true
      and external_id = $1::text
  ) as total_results,
  coalesce(
    (
      select
        json_agg(listed)
      from
        (
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
            id = any (
              array(
                select
                  id
                from
                  (
                    select
                      id
                    from
                      jobs
                    where
                      true
                      and external_id = $2::text
                    order by
                      id desc
                    limit 50
                    offset (
                        select
                          $3::bigint
                      )
                  ) found
                limit $4
              )
            )
          order by
            job.id desc
        ) listed
    ),
    '[]'
  ) as results;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Index Only Scan using jobs_kind_external_id_unique on jobs
--                 Index Cond: (external_id = $1)
--   InitPlan 5
--     ->  Aggregate
--           ->  Subquery Scan on listed
--                 ->  Index Scan Backward using jobs_pkey on jobs job
--                       Index Cond: (id = ANY ((InitPlan 4).col1))
--                       InitPlan 4
--                         ->  Limit
--                               ->  Limit
--                                     InitPlan 3
--                                       ->  Result
--                                     ->  Sort
--                                           Sort Key: jobs_1.id DESC
--                                           ->  Index Scan using jobs_kind_external_id_unique on jobs jobs_1
--                                                 Index Cond: (external_id = $2)
--                       SubPlan 2
--                         ->  Aggregate
--                               ->  Index Scan using jobs_parent_id_index on jobs child
--                                     Index Cond: (parent_id = job.id)
