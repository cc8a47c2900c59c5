-- GET /api/v1/series/series_01990002000070008000000000000018/seasons/1/episodes/2
-- Statements: 1
-- Written by `bun run sql`.

-- $1 integer = '1'
-- $2 uuid = '01990002-0000-7000-8000-000000000018'
-- $3 episode_credit_type = 'guest_star'
-- $4 episode_credit_type = 'crew'
-- $5 integer = '2'
select
  *
from
  (
    select
      "seasons"."id" as season_id
    from
      "series"
      left join "seasons" on (
        "seasons"."series_id" = "series"."id"
        and "seasons"."season_number" = $1
      )
    where
      "series"."id" = $2
  ) owner
  left join lateral (
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
              ) as "external_ids",
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
                            'credit_' || replace("episode_credits"."id"::text, '-', '') as "id",
                            (
                              select
                                row_to_json(item)
                              from
                                (
                                  select
                                    'person_' || replace("people"."id"::text, '-', '') as "id",
                                    "people"."name" as "name",
                                    "people"."profile_path" as "profile_path",
                                    "people"."known_for_department" as "known_for_department"
                                ) item
                            ) as "person",
                            "episode_credits"."character",
                            "episode_credits"."position" as "order"
                          from
                            "episode_credits"
                            inner join "people" on "people"."id" = "episode_credits"."person_id"
                          where
                            (
                              "episode_credits"."episode_id" = "episodes"."id"
                              and "episode_credits"."credit_type" = $3
                            )
                          order by
                            "episode_credits"."position",
                            "episode_credits"."id"
                        ) listed
                      limit 500
                    ) item
                )
              ) as "guest_stars",
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
                            'credit_' || replace("episode_credits"."id"::text, '-', '') as "id",
                            (
                              select
                                row_to_json(item)
                              from
                                (
                                  select
                                    'person_' || replace("people"."id"::text, '-', '') as "id",
                                    "people"."name" as "name",
                                    "people"."profile_path" as "profile_path",
                                    "people"."known_for_department" as "known_for_department"
                                ) item
                            ) as "person",
                            "episode_credits"."department",
                            "episode_credits"."job"
                          from
                            "episode_credits"
                            inner join "people" on "people"."id" = "episode_credits"."person_id"
                          where
                            (
                              "episode_credits"."episode_id" = "episodes"."id"
                              and "episode_credits"."credit_type" = $4
                            )
                          order by
                            "episode_credits"."position",
                            "episode_credits"."id"
                        ) listed
                      limit 500
                    ) item
                )
              ) as "crew"
          ) item
      )::text as "json"
    from
      "episodes"
      join "seasons" own_season on "own_season"."id" = "episodes"."season_id"
    where
      "episodes"."season_id" = owner.season_id
      and "episodes"."episode_number" = $5
  ) record on true;

-- Plan for any values:
-- Nested Loop Left Join
--   ->  Index Only Scan using series_pkey on series
--         Index Cond: (id = $2)
--   ->  Nested Loop Left Join
--         ->  Index Scan using seasons_series_id_season_number_unique on seasons
--               Index Cond: ((series_id = $2) AND (season_number = $1))
--         ->  Nested Loop
--               ->  Index Scan using episodes_season_id_episode_number_unique on episodes
--                     Index Cond: ((season_id = seasons.id) AND (episode_number = $5))
--               ->  Index Scan using seasons_pkey on seasons own_season
--                     Index Cond: (id = episodes.season_id)
--               SubPlan 6
--                 ->  Result
--                       InitPlan 1
--                         ->  Result
--                       InitPlan 3
--                         ->  Subquery Scan on item
--                               ->  Limit
--                                     ->  Subquery Scan on listed
--                                           ->  Sort
--                                                 Sort Key: episode_credits."position", episode_credits.id
--                                                 ->  Nested Loop
--                                                       ->  Index Scan using episode_credits_episode_id_credit_type_external_id_unique on episode_credits
--                                                             Index Cond: ((episode_id = episodes.id) AND (credit_type = $3))
--                                                       ->  Index Scan using people_pkey on people
--                                                             Index Cond: (id = episode_credits.person_id)
--                                                       SubPlan 2
--                                                         ->  Result
--                       InitPlan 5
--                         ->  Subquery Scan on item_1
--                               ->  Limit
--                                     ->  Subquery Scan on listed_1
--                                           ->  Sort
--                                                 Sort Key: episode_credits_1."position", episode_credits_1.id
--                                                 ->  Nested Loop
--                                                       ->  Index Scan using episode_credits_episode_id_credit_type_external_id_unique on episode_credits episode_credits_1
--                                                             Index Cond: ((episode_id = episodes.id) AND (credit_type = $4))
--                                                       ->  Index Scan using people_pkey on people people_1
--                                                             Index Cond: (id = episode_credits_1.person_id)
--                                                       SubPlan 4
--                                                         ->  Result
