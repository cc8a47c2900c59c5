-- GET /api/v1/series/trending
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 title_kind = 'series'
-- $2 trending_window = 'day'
-- $3 boolean = 'f'
-- $4 title_kind = 'series'
-- $5 trending_window = 'day'
-- $6 boolean = 'f'
-- $7 bigint = '20'
-- $8 bigint = '0'
-- $9 title_kind = 'series'
-- $10 trending_window = 'day'
select
  (
    select
      count(*)::int
    from
      "trending_entries"
      inner join "series" on "series"."id" = "trending_entries"."title_id"
    where
      (
        "trending_entries"."kind" = $1
        and "trending_entries"."window" = $2
        and "series"."adult" <= $3
      )
  ),
  array_to_json(
    array(
      select
        item
      from
        (
          select
            'series_' || replace("series"."id"::text, '-', '') as "id",
            'series' as "kind",
            "series"."title",
            "series"."original_title",
            "series"."original_language",
            "series"."overview",
            "series"."first_air_date",
            "series"."last_air_date",
            "series"."year",
            "series"."status",
            "series"."number_of_seasons",
            "series"."number_of_episodes",
            "series"."popularity",
            "series"."vote_average",
            "series"."vote_count",
            "series"."poster_path",
            "series"."backdrop_path",
            coalesce("series"."genre_labels", genre_labels_of ("series"."id"))::json as "genres",
            coalesce("series"."adult", "series"."removed_adult") as "adult",
            to_char("series"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
            to_char("series"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at",
            "trending_entries"."rank"
          from
            "trending_entries"
            inner join "series" on "series"."id" = "trending_entries"."title_id"
          where
            (
              "trending_entries"."kind" = $4
              and "trending_entries"."window" = $5
              and "series"."adult" <= $6
            )
          order by
            "trending_entries"."rank"
          limit $7
          offset $8
        ) item
    )
  )::text,
  to_char("trending_lists"."refreshed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  coalesce("trending_lists"."source", 'tmdb')
from
  (
    values
      (1)
  ) one
  left join "trending_lists" on (
    "trending_lists"."kind" = $9
    and "trending_lists"."window" = $10
  );

-- Plan for any values:
-- Nested Loop Left Join
--   InitPlan 1
--     ->  Aggregate
--           ->  Merge Join
--                 Merge Cond: (series.id = trending_entries.title_id)
--                 ->  Index Scan using series_pkey on series
--                       Filter: (adult <= $3)
--                 ->  Sort
--                       Sort Key: trending_entries.title_id
--                       ->  Seq Scan on trending_entries
--                             Filter: ((kind = $1) AND ("window" = $2))
--   InitPlan 2
--     ->  Subquery Scan on item
--           ->  Limit
--                 ->  Result
--                       ->  Sort
--                             Sort Key: trending_entries_1.rank
--                             ->  Merge Join
--                                   Merge Cond: (series_1.id = trending_entries_1.title_id)
--                                   ->  Index Scan using series_pkey on series series_1
--                                         Filter: (adult <= $6)
--                                   ->  Sort
--                                         Sort Key: trending_entries_1.title_id
--                                         ->  Seq Scan on trending_entries trending_entries_1
--                                               Filter: ((kind = $4) AND ("window" = $5))
--   ->  Result
--   ->  Seq Scan on trending_lists
--         Filter: ((kind = $9) AND ("window" = $10))
