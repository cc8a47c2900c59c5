-- GET /api/v1/seasons/season_01990013000070008000000000000031
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990013-0000-7000-8000-000000000031'
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
          "seasons"."vote_average" as "vote_average",
          array_to_json(
            array(
              select
                item
              from
                (
                  select
                    *
                  from
                    (
                      select
                        'episode_' || replace("episodes"."id"::text, '-', '') as "id",
                        'episode' as "kind",
                        'series_' || replace("episodes"."series_id"::text, '-', '') as "series_id",
                        'season_' || replace("episodes"."season_id"::text, '-', '') as "season_id",
                        "own_season"."season_number",
                        "episodes"."episode_number",
                        "episodes"."title",
                        "episodes"."overview",
                        "episodes"."air_date",
                        "episodes"."runtime",
                        "episodes"."still_path",
                        "episodes"."episode_type",
                        "episodes"."production_code",
                        "episodes"."vote_average",
                        "episodes"."vote_count",
                        (
                          select
                            row_to_json(item)
                          from
                            (
                              select
                                "episodes"."external_id" as "tmdb"
                            ) item
                        ) as "external_ids"
                      from
                        "episodes"
                        inner join "seasons" "own_season" on "own_season"."id" = "episodes"."season_id"
                      where
                        "episodes"."season_id" = "seasons"."id"
                      order by
                        "episodes"."episode_number"
                    ) listed
                  limit 5000
                ) item
            )
          ) as "episodes"
      ) item
  )::text as "json"
from
  "seasons"
where
  "seasons"."id" = $1;

-- Plan for any values:
-- Index Scan using seasons_pkey on seasons
--   Index Cond: (id = $1)
--   SubPlan 3
--     ->  Result
--           InitPlan 2
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Nested Loop
--                               ->  Index Scan using episodes_season_id_episode_number_unique on episodes
--                                     Index Cond: (season_id = seasons.id)
--                               ->  Materialize
--                                     ->  Index Scan using seasons_pkey on seasons own_season
--                                           Index Cond: (id = seasons.id)
--                               SubPlan 1
--                                 ->  Result
