-- GET /api/v1/entities?refs=movie/tmdb:7,series_01990002000070008000000000000018,imdb:tt0000024
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 jsonb = '[{"n":0,"ref":"movie/tmdb:7","kind":"movie","source":"tmdb","value":"7"},{"n":1,"ref":"series_01990002000070008000000000000018","kind":"series","id":"01990002-0000-7000-8000-000000000018"},{"n":2,"ref":"imdb:tt0000024","kind":null,"source":"imdb","value":"tt0000024"}]'
with
  target as materialized (
    select
      n,
      status,
      candidates,
      case
        when status in ('found', 'removed') then kind
      end as kind,
      case
        when status in ('found', 'removed') then entity_id
      end as entity_id
    from
      (
        select
          asked.n,
          asked.ref,
          case
            when live = 1 then 'found'
            when live > 1 then 'ambiguous'
            when known > 0 then 'removed'
            else 'missing'
          end as status,
          case
            when live < 2 then coalesce(kinds[1], asked.kind)
          end as kind,
          case
            when live < 2 then coalesce(ids[1], asked.id)
          end as entity_id,
          case
            when live > 1 then (
              select
                array_to_json(
                  array_agg(
                    one_kind || '_' || replace(one_id::text, '-', '')
                    order by
                      one_id
                  )
                )
              from
                unnest(kinds[:least(live, 100)], ids[:least(live, 100)]) as one (one_kind, one_id)
            )
          end as candidates
        from
          jsonb_to_recordset($1::jsonb) as asked (n int, ref text, kind change_kind, id uuid, source external_source, value text)
          cross join lateral (
            select
              count(*) as known,
              count(*) filter (
                where
                  removed_at is null
              ) as live,
              array_agg(
                kind
                order by
                  removed_at desc,
                  entity_id
              ) as kinds,
              array_agg(
                entity_id
                order by
                  removed_at desc,
                  entity_id
              ) as ids
            from
              (
                select
                  kind,
                  entity_id
                from
                  external_refs
                where
                  source = asked.source
                  and value = asked.value
                  and (
                    asked.kind is null
                    or kind = asked.kind
                  )
                union all
                select
                  asked.kind,
                  asked.id
                where
                  asked.id is not null
              ) carrier
              cross join lateral (
                select
                  removed_at
                from
                  "movies"
                where
                  carrier.kind = 'movie'
                  and id = carrier.entity_id
                union all
                select
                  removed_at
                from
                  "series"
                where
                  carrier.kind = 'series'
                  and id = carrier.entity_id
              ) there
          ) found
      ) resolved
  )
select
  null::text as kind,
  null::text as id,
  null::text as "updated_at",
  null::text as "included",
  null::text as "part_0",
  null::text as "part_1",
  null::text as "part_2",
  json_agg(json_build_array(n, status, kind || '_' || replace(entity_id::text, '-', ''), candidates))::text as resolved
from
  target
union all
select
  'movie' as kind,
  id,
  updated_at,
  null as included,
  "json"::text as "part_0",
  null as "part_1",
  null as "part_2",
  null as "resolved"
from
  (
    select
      'movie_' || replace("movies"."id"::text, '-', '') as "id",
      null as "updated_at",
      (
        select
          row_to_json(item)
        from
          (
            select
              'movie_' || replace("movies"."id"::text, '-', '') as "id",
              'movie' as "kind",
              "movies"."title" as "title",
              "movies"."original_title" as "original_title",
              "movies"."original_language" as "original_language",
              "movies"."overview" as "overview",
              "movies"."release_date" as "release_date",
              "movies"."year" as "year",
              "movies"."status" as "status",
              "movies"."runtime" as "runtime",
              "movies"."popularity" as "popularity",
              "movies"."vote_average" as "vote_average",
              "movies"."vote_count" as "vote_count",
              "movies"."poster_path" as "poster_path",
              "movies"."backdrop_path" as "backdrop_path",
              coalesce("movies"."genre_labels", genre_labels_of ("movies"."id"))::json as "genres",
              coalesce("movies"."adult", "movies"."removed_adult") as "adult",
              to_char("movies"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
              to_char("movies"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          ) item
      )::text as "json"
    from
      "movies"
      join "titles" on "titles"."id" = "movies"."id"
    where
      "movies"."id" = any (
        array(
          select
            entity_id
          from
            target
          where
            kind = 'movie'
        )
      )
  ) record
union all
select
  'series' as kind,
  id,
  updated_at,
  null as included,
  "json"::text as "part_0",
  null as "part_1",
  null as "part_2",
  null as "resolved"
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

-- Plan for any values:
-- Append
--   CTE target
--     ->  Nested Loop
--           ->  Function Scan on jsonb_to_recordset asked
--           ->  Aggregate
--                 ->  Sort
--                       Sort Key: movies_1.removed_at DESC, external_refs.entity_id
--                       ->  Nested Loop
--                             ->  Append
--                                   ->  Index Only Scan using external_refs_source_value_kind_entity_id_pk on external_refs
--                                         Index Cond: ((source = asked.source) AND (value = asked.value))
--                                         Filter: ((asked.kind IS NULL) OR (kind = asked.kind))
--                                   ->  Result
--                                         One-Time Filter: (asked.id IS NOT NULL)
--                             ->  Append
--                                   ->  Result
--                                         One-Time Filter: (external_refs.kind = 'movie'::change_kind)
--                                         ->  Index Scan using movies_pkey on movies movies_1
--                                               Index Cond: (id = external_refs.entity_id)
--                                   ->  Result
--                                         One-Time Filter: (external_refs.kind = 'series'::change_kind)
--                                         ->  Index Scan using series_pkey on series series_1
--                                               Index Cond: (id = external_refs.entity_id)
--           SubPlan 1
--             ->  Aggregate
--                   ->  Sort
--                         Sort Key: one.one_id
--                         ->  Function Scan on one
--   ->  Aggregate
--         ->  CTE Scan on target
--   ->  Nested Loop
--         InitPlan 4
--           ->  CTE Scan on target target_1
--                 Filter: (kind = 'movie'::change_kind)
--         ->  Index Scan using movies_pkey on movies
--               Index Cond: (id = ANY ((InitPlan 4).col1))
--         ->  Index Only Scan using titles_pkey on titles
--               Index Cond: (id = movies.id)
--         SubPlan 3
--           ->  Result
--   ->  Nested Loop
--         InitPlan 6
--           ->  CTE Scan on target target_2
--                 Filter: (kind = 'series'::change_kind)
--         ->  Index Scan using series_pkey on series
--               Index Cond: (id = ANY ((InitPlan 6).col1))
--         ->  Index Only Scan using titles_pkey on titles titles_1
--               Index Cond: (id = series.id)
--         SubPlan 5
--           ->  Result
