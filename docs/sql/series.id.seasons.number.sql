-- GET /api/v1/series/series_01990002000070008000000000000018/seasons/1
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990002-0000-7000-8000-000000000018'
-- $2 uuid = '01990002-0000-7000-8000-000000000018'
-- $3 integer = '1'
select
  *
from
  (
    select
    from
      "series"
    where
      "series"."id" = $1
  ) owner
  left join lateral (
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
      "seasons"."series_id" = $2
      and "seasons"."season_number" = $3
  ) record on true;

-- Plan for any values:
-- Nested Loop Left Join
--   ->  Index Only Scan using series_pkey on series
--         Index Cond: (id = $1)
--   ->  Index Scan using seasons_series_id_season_number_unique on seasons
--         Index Cond: ((series_id = $2) AND (season_number = $3))
--         SubPlan 3
--           ->  Result
--                 InitPlan 2
--                   ->  Subquery Scan on item
--                         ->  Limit
--                               ->  Nested Loop
--                                     ->  Index Scan using episodes_season_id_episode_number_unique on episodes
--                                           Index Cond: (season_id = seasons.id)
--                                     ->  Materialize
--                                           ->  Index Scan using seasons_pkey on seasons own_season
--                                                 Index Cond: (id = seasons.id)
--                                     SubPlan 1
--                                       ->  Result
