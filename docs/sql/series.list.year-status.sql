-- GET /api/v1/series?year=1999&status=planned
-- Statements: 1
-- Functions: functions/genre_labels_of.sql, functions/list_series.sql
-- Written by `bun run sql`.

-- $1 text = 'popularity.desc'
-- $2 integer = '0'
-- $3 integer = '20'
-- $4 boolean = 'f'
-- $5 smallint = null
-- $6 uuid = null
-- $7 integer = '0'
-- $8 integer = '0'
-- $9 smallint = '1999'
-- $10 series_status = 'planned'
-- $11 uuid = null
-- $12 text = null
-- $13 integer = null
select
  listed.total as "total_results",
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
            to_char("series"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          from
            unnest(listed.ids) with ordinality as place (title_id, n)
            inner join "series" on "series"."id" = place.title_id
          order by
            place.n
        ) item
    )
  )::text as "results"
from
  list_series ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) listed;

-- Plan for any values:
-- Function Scan on list_series listed
--   SubPlan 1
--     ->  Subquery Scan on item
--           ->  Nested Loop
--                 ->  Function Scan on unnest place
--                 ->  Index Scan using series_pkey on series
--                       Index Cond: (id = place.title_id)
--
-- Inside list_series, line 4:
-- Result
--   InitPlan 1
--     ->  Index Scan using pg_class_oid_index on pg_class
--           Index Cond: (oid = '16926'::oid)
--
-- Inside list_series, line 45:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Index Scan using title_counts_kind_genre_year_status_adult_shard_pk on title_counts c
--                 Index Cond: ((kind = 'series'::title_kind) AND (genre = COALESCE(($5)::integer, '-1'::integer)) AND (year = $9) AND (adult <= $4))
--                 Filter: (($10 IS NULL) OR (status = ($10)::text))
