-- GET /api/v1/admin/refresh
-- Statements: 1
-- Written by `bun run sql`.

select
  (
    select
      coalesce(json_agg(counted), '[]')
    from
      (
        select
          tier,
          count(*)::int as records,
          count(*) filter (
            where
              next_refresh_at <= now()
          )::int as due,
          to_char(
            min(next_refresh_at) filter (
              where
                next_refresh_at <= now()
            ) at time zone 'UTC',
            'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as oldest_due_at
        from
          refresh_state
        group by
          tier
      ) counted
  ) as tiers,
  (
    select
      json_agg(list)
    from
      (
        select
          kind,
          through_day,
          to_char(read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as read_at,
          named,
          enqueued
        from
          change_lists
        order by
          kind
      ) list
  ) as change_lists,
  (
    select
      coalesce(sum(calls), 0)::int
    from
      planned_calls
    where
      second > now() - interval '1 hour'
  ) as calls_last_hour;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Subquery Scan on counted
--                 ->  HashAggregate
--                       Group Key: refresh_state.tier
--                       ->  Seq Scan on refresh_state
--   InitPlan 2
--     ->  Aggregate
--           ->  Subquery Scan on list
--                 ->  Sort
--                       Sort Key: change_lists.kind
--                       ->  Seq Scan on change_lists
--   InitPlan 3
--     ->  Aggregate
--           ->  Seq Scan on planned_calls
--                 Filter: (second > (now() - '01:00:00'::interval))
