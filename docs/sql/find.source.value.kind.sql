-- GET /api/v1/find/tmdb/7?kind=series
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 external_source = 'tmdb'
-- $2 text = '7'
-- $3 change_kind[] = '{series}'
with
  target as materialized (
    select
      kind,
      entity_id
    from
      external_refs
    where
      source = $1::external_source
      and value = $2
      and kind = any ($3::change_kind[])
    order by
      kind,
      entity_id
    limit 100
  )
select
  'series' as kind,
  id,
  updated_at,
  null as included,
  "json"::text as "part_0",
  null as "part_1",
  null as "part_2"
from
  (
    select
      'series_' || replace("series"."id"::text, '-', '') as "id",
      null as "updated_at",
      (
        select
          row_to_json(item)
        from
          (
            select
              'series_' || replace("series"."id"::text, '-', '') as "id",
              'series' as "kind",
              "series"."title" as "title",
              "series"."original_title" as "original_title",
              "series"."original_language" as "original_language",
              "series"."overview" as "overview",
              "series"."first_air_date" as "first_air_date",
              "series"."last_air_date" as "last_air_date",
              "series"."year" as "year",
              "series"."status" as "status",
              "series"."number_of_seasons" as "number_of_seasons",
              "series"."number_of_episodes" as "number_of_episodes",
              "series"."popularity" as "popularity",
              "series"."vote_average" as "vote_average",
              "series"."vote_count" as "vote_count",
              "series"."poster_path" as "poster_path",
              "series"."backdrop_path" as "backdrop_path",
              coalesce("series"."genre_labels", genre_labels_of ("series"."id"))::json as "genres",
              coalesce("series"."adult", "series"."removed_adult") as "adult",
              to_char("series"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
              to_char("series"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          ) item
      )::text as "json"
    from
      "series"
      join "titles" on "titles"."id" = "series"."id"
    where
      "series"."id" = any (
        array(
          select
            entity_id
          from
            target
          where
            kind = 'series'
        )
      )
  ) record;

-- Plan for these values, made anew for others:
-- Nested Loop
--   CTE target
--     ->  Limit
--           ->  Index Only Scan using external_refs_source_value_kind_entity_id_pk on external_refs
--                 Index Cond: ((source = 'tmdb'::external_source) AND (value = '7'::text) AND (kind = ANY ('{series}'::change_kind[])))
--   InitPlan 3
--     ->  CTE Scan on target
--           Filter: (kind = 'series'::change_kind)
--   ->  Index Scan using series_pkey on series
--         Index Cond: (id = ANY ((InitPlan 3).col1))
--   ->  Index Only Scan using titles_pkey on titles
--         Index Cond: (id = series.id)
--   SubPlan 2
--     ->  Result
