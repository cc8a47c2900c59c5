-- GET /api/v1/admin/imports
-- Statements: 1
-- Written by `bun run sql`.

-- $1 bigint = '0'
-- $2 bigint = '20'
select
  (
    select
      count(*)::int
    from
      imports
  ) as total_results,
  coalesce(
    (
      select
        json_agg(listed)
      from
        (
          select
            'import_' || replace(id::text, '-', '') as id,
            kind,
            source,
            total,
            skipped,
            invalid,
            pending,
            enqueued,
            succeeded,
            failed,
            to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
            to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as finished_at,
            case
              when paused_at is null
              and finished_at is null
              and succeeded + failed > resumed_with then ceil(
                (pending + enqueued) * extract(
                  epoch
                  from
                    now() - resumed_at
                ) / (succeeded + failed - resumed_with)
              )::int
            end as eta_seconds,
            case
              when canceled_at is not null then 'canceled'
              when finished_at is not null then 'finished'
              when paused_at is not null then 'paused'
              else 'running'
            end as status,
            invalid_lines,
            failures
          from
            imports
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
                      imports
                    order by
                      id desc
                    limit 50
                    offset (
                        select
                          $1::bigint
                      )
                  ) found
                limit $2
              )
            )
          order by
            imports.id desc
        ) listed
    ),
    '[]'
  ) as results;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Seq Scan on imports
--   InitPlan 4
--     ->  Aggregate
--           ->  Subquery Scan on listed
--                 ->  Sort
--                       Sort Key: imports_2.id DESC
--                       InitPlan 3
--                         ->  Limit
--                               ->  Limit
--                                     InitPlan 2
--                                       ->  Result
--                                     ->  Index Only Scan Backward using imports_pkey on imports imports_1
--                       ->  Seq Scan on imports imports_2
--                             Filter: (id = ANY ((InitPlan 3).col1))
