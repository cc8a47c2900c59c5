-- GET /api/v1/series/series_01990002000070008000000000000018/seasons/1/episodes
-- Statements: 1
-- Written by `bun run sql`.

-- $1 integer = '1'
-- $2 uuid = '01990002-0000-7000-8000-000000000018'
select
  'season_' || replace("seasons"."id"::text, '-', ''),
  (
    select
      row_to_json(item)
    from
      (
        select
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
          ) as "results"
      ) item
  )::text
from
  "series"
  left join "seasons" on (
    "seasons"."series_id" = "series"."id"
    and "seasons"."season_number" = $1
  )
where
  "series"."id" = $2;

-- Plan for any values:
-- Nested Loop Left Join
--   ->  Index Only Scan using series_pkey on series
--         Index Cond: (id = $2)
--   ->  Index Scan using seasons_series_id_season_number_unique on seasons
--         Index Cond: ((series_id = $2) AND (season_number = $1))
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
