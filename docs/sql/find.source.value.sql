-- GET /api/v1/find/tmdb/7
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 external_source = 'tmdb'
-- $2 text = '7'
-- $3 change_kind[] = '{movie,series,season,episode,person,collection,company,keyword}'
-- $4 title_kind = 'movie'
-- $5 title_kind = 'series'
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
  'movie' as kind,
  id,
  updated_at,
  null as included,
  "json"::text as "part_0",
  null as "part_1",
  null as "part_2"
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
  ) record
union all
select
  'season' as kind,
  id,
  updated_at,
  null as included,
  "json"::text as "part_0",
  null as "part_1",
  null as "part_2"
from
  (
    select
      'season_' || replace("seasons"."id"::text, '-', '') as "id",
      null as "updated_at",
      (
        select
          row_to_json(item)
        from
          (
            select
              'season_' || replace("seasons"."id"::text, '-', '') as "id",
              'season' as "kind",
              'series_' || replace("seasons"."series_id"::text, '-', '') as "series_id",
              "seasons"."season_number" as "season_number",
              "seasons"."title" as "title",
              "seasons"."overview" as "overview",
              "seasons"."air_date" as "air_date",
              "seasons"."poster_path" as "poster_path",
              "seasons"."episode_count" as "episode_count",
              "seasons"."episodes_ingested" as "episodes_ingested",
              "seasons"."vote_average" as "vote_average"
          ) item
      )::text as "json"
    from
      "seasons"
    where
      "seasons"."id" = any (
        array(
          select
            entity_id
          from
            target
          where
            kind = 'season'
        )
      )
  ) record
union all
select
  'episode' as kind,
  id,
  updated_at,
  null as included,
  "json"::text as "part_0",
  null as "part_1",
  null as "part_2"
from
  (
    select
      'episode_' || replace("episodes"."id"::text, '-', '') as "id",
      null as "updated_at",
      (
        select
          row_to_json(item)
        from
          (
            select
              'episode_' || replace("episodes"."id"::text, '-', '') as "id",
              'episode' as "kind",
              'series_' || replace("episodes"."series_id"::text, '-', '') as "series_id",
              'season_' || replace("episodes"."season_id"::text, '-', '') as "season_id",
              "own_season"."season_number" as "season_number",
              "episodes"."episode_number" as "episode_number",
              "episodes"."title" as "title",
              "episodes"."overview" as "overview",
              "episodes"."air_date" as "air_date",
              "episodes"."runtime" as "runtime",
              "episodes"."still_path" as "still_path",
              "episodes"."episode_type" as "episode_type",
              "episodes"."production_code" as "production_code",
              "episodes"."vote_average" as "vote_average",
              "episodes"."vote_count" as "vote_count",
              (
                select
                  row_to_json(item)
                from
                  (
                    select
                      "episodes"."external_id" as "tmdb"
                  ) item
              ) as "external_ids"
          ) item
      )::text as "json"
    from
      "episodes"
      join "seasons" own_season on "own_season"."id" = "episodes"."season_id"
    where
      "episodes"."id" = any (
        array(
          select
            entity_id
          from
            target
          where
            kind = 'episode'
        )
      )
  ) record
union all
select
  'person' as kind,
  id,
  updated_at,
  null as included,
  "json"::text as "part_0",
  null as "part_1",
  null as "part_2"
from
  (
    select
      'person_' || replace("people"."id"::text, '-', '') as "id",
      null as "updated_at",
      (
        select
          row_to_json(item)
        from
          (
            select
              'person_' || replace("people"."id"::text, '-', '') as "id",
              'person' as "kind",
              "people"."name" as "name",
              "people"."known_for_department" as "known_for_department",
              "people"."popularity" as "popularity",
              "people"."gender" as "gender",
              "people"."profile_path" as "profile_path",
              coalesce("people"."adult", "people"."removed_adult") as "adult",
              to_char("people"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
              to_char("people"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          ) item
      )::text as "json"
    from
      "people"
    where
      "people"."id" = any (
        array(
          select
            entity_id
          from
            target
          where
            kind = 'person'
        )
      )
  ) record
union all
select
  'collection' as kind,
  id,
  updated_at,
  null as included,
  "json"::text as "part_0",
  null as "part_1",
  null as "part_2"
from
  (
    select
      'collection_' || replace("collections"."id"::text, '-', '') as "id",
      null as "updated_at",
      (
        select
          row_to_json(item)
        from
          (
            select
              'collection_' || replace("collections"."id"::text, '-', '') as "id",
              'collection' as "kind",
              "collections"."name" as "name",
              "collections"."poster_path" as "poster_path",
              "collections"."backdrop_path" as "backdrop_path",
              (
                select
                  count(*)::int
                from
                  "movies"
                where
                  (
                    "movies"."collection_id" = "collections"."id"
                    and not "movies"."adult"
                  )
              ) as "movie_count",
              "collections"."parts_total" as "parts_total",
              to_char("collections"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          ) item
      )::text as "json"
    from
      "collections"
    where
      "collections"."id" = any (
        array(
          select
            entity_id
          from
            target
          where
            kind = 'collection'
        )
      )
  ) record
union all
select
  'company' as kind,
  id,
  updated_at,
  null as included,
  "json"::text as "part_0",
  null as "part_1",
  null as "part_2"
from
  (
    select
      'company_' || replace("companies"."id"::text, '-', '') as "id",
      null as "updated_at",
      (
        select
          row_to_json(item)
        from
          (
            select
              'company_' || replace("companies"."id"::text, '-', '') as "id",
              'company' as "kind",
              "companies"."name" as "name",
              "companies"."company_type" as "company_type",
              "companies"."country" as "country",
              "companies"."logo_path" as "logo_path"
          ) item
      )::text as "json"
    from
      "companies"
    where
      "companies"."id" = any (
        array(
          select
            entity_id
          from
            target
          where
            kind = 'company'
        )
      )
  ) record
union all
select
  'keyword' as kind,
  id,
  updated_at,
  null as included,
  "json"::text as "part_0",
  null as "part_1",
  null as "part_2"
from
  (
    select
      'keyword_' || replace("keywords"."id"::text, '-', '') as "id",
      null as "updated_at",
      (
        select
          row_to_json(item)
        from
          (
            select
              'keyword_' || replace("keywords"."id"::text, '-', '') as "id",
              'keyword' as "kind",
              "keywords"."name" as "name",
              (
                select
                  coalesce(sum("n"), 0)::int
                from
                  "keyword_counts"
                where
                  (
                    "keyword_counts"."keyword_id" = "keywords"."id"
                    and "keyword_counts"."kind" = $4
                  )
              ) as "movie_count",
              (
                select
                  coalesce(sum("n"), 0)::int
                from
                  "keyword_counts"
                where
                  (
                    "keyword_counts"."keyword_id" = "keywords"."id"
                    and "keyword_counts"."kind" = $5
                  )
              ) as "series_count"
          ) item
      )::text as "json"
    from
      "keywords"
    where
      "keywords"."id" = any (
        array(
          select
            entity_id
          from
            target
          where
            kind = 'keyword'
        )
      )
  ) record;

-- Plan for any values:
-- Append
--   CTE target
--     ->  Limit
--           ->  Index Only Scan using external_refs_source_value_kind_entity_id_pk on external_refs
--                 Index Cond: ((source = $1) AND (value = $2) AND (kind = ANY ($3)))
--   ->  Nested Loop
--         InitPlan 3
--           ->  CTE Scan on target
--                 Filter: (kind = 'movie'::change_kind)
--         ->  Index Scan using movies_pkey on movies
--               Index Cond: (id = ANY ((InitPlan 3).col1))
--         ->  Index Only Scan using titles_pkey on titles
--               Index Cond: (id = movies.id)
--         SubPlan 2
--           ->  Result
--   ->  Nested Loop
--         InitPlan 5
--           ->  CTE Scan on target target_1
--                 Filter: (kind = 'series'::change_kind)
--         ->  Index Scan using series_pkey on series
--               Index Cond: (id = ANY ((InitPlan 5).col1))
--         ->  Index Only Scan using titles_pkey on titles titles_1
--               Index Cond: (id = series.id)
--         SubPlan 4
--           ->  Result
--   ->  Bitmap Heap Scan on seasons
--         Recheck Cond: (id = ANY ((InitPlan 7).col1))
--         InitPlan 7
--           ->  CTE Scan on target target_2
--                 Filter: (kind = 'season'::change_kind)
--         ->  Bitmap Index Scan on seasons_pkey
--               Index Cond: (id = ANY ((InitPlan 7).col1))
--         SubPlan 6
--           ->  Result
--   ->  Nested Loop
--         InitPlan 10
--           ->  CTE Scan on target target_3
--                 Filter: (kind = 'episode'::change_kind)
--         ->  Index Scan using episodes_pkey on episodes
--               Index Cond: (id = ANY ((InitPlan 10).col1))
--         ->  Index Scan using seasons_pkey on seasons own_season
--               Index Cond: (id = episodes.season_id)
--         SubPlan 9
--           ->  Result
--                 InitPlan 8
--                   ->  Result
--   ->  Index Scan using people_pkey on people
--         Index Cond: (id = ANY ((InitPlan 12).col1))
--         InitPlan 12
--           ->  CTE Scan on target target_4
--                 Filter: (kind = 'person'::change_kind)
--         SubPlan 11
--           ->  Result
--   ->  Index Scan using collections_pkey on collections
--         Index Cond: (id = ANY ((InitPlan 15).col1))
--         InitPlan 15
--           ->  CTE Scan on target target_5
--                 Filter: (kind = 'collection'::change_kind)
--         SubPlan 14
--           ->  Result
--                 InitPlan 13
--                   ->  Aggregate
--                         ->  Index Scan using movies_collection_id_index on movies movies_1
--                               Index Cond: (collection_id = collections.id)
--                               Filter: (NOT adult)
--   ->  Index Scan using companies_pkey on companies
--         Index Cond: (id = ANY ((InitPlan 17).col1))
--         InitPlan 17
--           ->  CTE Scan on target target_6
--                 Filter: (kind = 'company'::change_kind)
--         SubPlan 16
--           ->  Result
--   ->  Index Scan using keywords_pkey on keywords
--         Index Cond: (id = ANY ((InitPlan 21).col1))
--         InitPlan 21
--           ->  CTE Scan on target target_7
--                 Filter: (kind = 'keyword'::change_kind)
--         SubPlan 20
--           ->  Result
--                 InitPlan 18
--                   ->  Aggregate
--                         ->  Index Scan using keyword_counts_keyword_id_kind_shard_pk on keyword_counts
--                               Index Cond: ((keyword_id = keywords.id) AND (kind = $4))
--                 InitPlan 19
--                   ->  Aggregate
--                         ->  Index Scan using keyword_counts_keyword_id_kind_shard_pk on keyword_counts keyword_counts_1
--                               Index Cond: ((keyword_id = keywords.id) AND (kind = $5))
