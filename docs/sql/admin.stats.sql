-- GET /api/v1/admin/stats
-- Statements: 2
-- Written by `bun run sql`.

select
  (
    select
      coalesce(sum(n), 0)::int
    from
      "title_totals"
    where
      kind = 'movie'
      and genre = -1
      and not adult
  ) as movies,
  (
    select
      coalesce(sum(n), 0)::int
    from
      "title_totals"
    where
      kind = 'series'
      and genre = -1
      and not adult
  ) as series,
  (
    select
      case
        when reltuples > 200000 then reltuples::int
        else (
          select
            count(*)::int
          from
            "episodes"
        )
      end
    from
      pg_class
    where
      oid = 'episodes'::regclass
  ) as episodes,
  (
    select
      coalesce(sum(n), 0)::int
    from
      "person_counts"
    where
      not adult
  ) as people,
  (
    select
      count(*)::int
    from
      "collections"
    where
      removed_at is null
  ) as collections;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Bitmap Heap Scan on title_totals
--                 Recheck Cond: ((kind = 'movie'::title_kind) AND (genre = '-1'::integer) AND (NOT adult))
--                 ->  Bitmap Index Scan on title_totals_kind_genre_status_adult_shard_pk
--                       Index Cond: ((kind = 'movie'::title_kind) AND (genre = '-1'::integer) AND (adult = false))
--   InitPlan 2
--     ->  Aggregate
--           ->  Bitmap Heap Scan on title_totals title_totals_1
--                 Recheck Cond: ((kind = 'series'::title_kind) AND (genre = '-1'::integer) AND (NOT adult))
--                 ->  Bitmap Index Scan on title_totals_kind_genre_status_adult_shard_pk
--                       Index Cond: ((kind = 'series'::title_kind) AND (genre = '-1'::integer) AND (adult = false))
--   InitPlan 4
--     ->  Index Scan using pg_class_oid_index on pg_class
--           Index Cond: (oid = 'episodes'::regclass)
--           InitPlan 3
--             ->  Aggregate
--                   ->  Index Only Scan using episodes_series_id_index on episodes
--   InitPlan 5
--     ->  Aggregate
--           ->  Seq Scan on person_counts
--                 Filter: (NOT adult)
--   InitPlan 6
--     ->  Aggregate
--           ->  Seq Scan on collections
--                 Filter: (removed_at IS NULL)

select
  (
    select
      coalesce(json_agg(counted), '[]')
    from
      (
        select
          kind,
          status,
          count(*)::int as n
        from
          "jobs"
        group by
          status,
          kind
      ) counted
  ) as counts,
  (
    select
      round(
        extract(
          epoch
          from
            now() - min(next_attempt_at)
        ),
        1
      )::float8
    from
      "jobs"
    where
      status = 'queued'
      and next_attempt_at <= now()
  ) as oldest_due_seconds,
  (
    select
      coalesce(json_agg(list), '[]')
    from
      (
        select
          kind,
          "window",
          to_char(refreshed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as refreshed_at
        from
          "trending_lists"
      ) list
  ) as trending,
  pg_database_size(current_database())::float8 as size_bytes;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Subquery Scan on counted
--                 ->  HashAggregate
--                       Group Key: jobs.status, jobs.kind
--                       ->  Seq Scan on jobs
--   InitPlan 2
--     ->  Aggregate
--           ->  Index Only Scan using jobs_next on jobs jobs_1
--                 Index Cond: (next_attempt_at <= now())
--   InitPlan 3
--     ->  Aggregate
--           ->  Seq Scan on trending_lists
