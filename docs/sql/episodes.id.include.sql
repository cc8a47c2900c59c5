-- GET /api/v1/episodes/episode_019900140000700080000000000000c6?include=images,translations
-- Statements: 1
-- Written by `bun run sql`.

-- $1 episode_credit_type = 'guest_star'
-- $2 episode_credit_type = 'crew'
-- $3 text[] = '{images,translations}'
-- $4 artwork_owner = 'episode'
-- $5 artwork_type = 'still'
-- $6 text[] = null
-- $7 text[] = null
-- $8 text[] = null
-- $9 text[] = null
-- $10 integer = null
-- $11 text[] = '{images,translations}'
-- $12 uuid = '01990014-0000-7000-8000-0000000000c6'
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
                          and "episode_credits"."credit_type" = $1
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
                          and "episode_credits"."credit_type" = $2
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
  )::text as "json",
  '{' || substr(
    (
      case
        when 'images' = any (
          (
            select
              $3::text[]
          )::text[]
        ) then ',"images":' || coalesce(
          (
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
                                  'artwork_' || replace("id"::text, '-', '') as "id",
                                  "type",
                                  "file_path",
                                  'https://image.tmdb.org/t/p/original' || "file_path" as "url",
                                  "width",
                                  "height",
                                  "aspect_ratio",
                                  nullif("language", 'xx') as "language",
                                  "vote_average",
                                  "vote_count",
                                  "artwork"."file_path" is not distinct from "episodes"."still_path" as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "episodes"."id"
                                    and "artwork"."owner_kind" = $4
                                    and "artwork"."type" = $5
                                    and (
                                      (
                                        select
                                          $6::text[]
                                      )::text[] is null
                                      or "artwork"."language" = any (
                                        (
                                          select
                                            $7::text[]
                                        )::text[]
                                      )
                                    )
                                    and (
                                      (
                                        select
                                          $8::text[]
                                      )::text[] is null
                                      or 'still' = any (
                                        (
                                          select
                                            $9::text[]
                                        )::text[]
                                      )
                                    )
                                  )
                                order by
                                  is_primary desc,
                                  "artwork"."position",
                                  "artwork"."id"
                              ) listed
                            limit (
                                select
                                  coalesce($10::int, 2000)
                              )
                          ) item
                      )
                    ) as "stills"
                ) item
            )
          )::text,
          'null'
        )
        else ''
      end || case
        when 'translations' = any (
          (
            select
              $11::text[]
          )::text[]
        ) then ',"translations":' || coalesce(
          (
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
                                  "language" || case "country"
                                    when '' then ''
                                    else '-' || "country"
                                  end as "language",
                                  "title",
                                  "overview"
                                from
                                  "translations"
                                where
                                  "translations"."owner_id" = "episodes"."id"
                                order by
                                  "translations"."language" collate "C",
                                  "translations"."country" collate "C"
                              ) listed
                            limit 200
                          ) item
                      )
                    ) as "results"
                ) item
            )
          )::text,
          'null'
        )
        else ''
      end
    ),
    2
  ) || '}' as "included"
from
  "episodes"
  join "seasons" own_season on "own_season"."id" = "episodes"."season_id"
where
  "episodes"."id" = $12;

-- Plan for any values:
-- Nested Loop
--   InitPlan 7
--     ->  Result
--   InitPlan 15
--     ->  Result
--   ->  Index Scan using episodes_pkey on episodes
--         Index Cond: (id = $12)
--   ->  Index Scan using seasons_pkey on seasons own_season
--         Index Cond: (id = episodes.season_id)
--   SubPlan 6
--     ->  Result
--           InitPlan 1
--             ->  Result
--           InitPlan 3
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: episode_credits."position", episode_credits.id
--                                     ->  Nested Loop
--                                           ->  Index Scan using episode_credits_episode_id_credit_type_external_id_unique on episode_credits
--                                                 Index Cond: ((episode_id = episodes.id) AND (credit_type = $1))
--                                           ->  Index Scan using people_pkey on people
--                                                 Index Cond: (id = episode_credits.person_id)
--                                           SubPlan 2
--                                             ->  Result
--           InitPlan 5
--             ->  Subquery Scan on item_1
--                   ->  Limit
--                         ->  Subquery Scan on listed_1
--                               ->  Sort
--                                     Sort Key: episode_credits_1."position", episode_credits_1.id
--                                     ->  Nested Loop
--                                           ->  Index Scan using episode_credits_episode_id_credit_type_external_id_unique on episode_credits episode_credits_1
--                                                 Index Cond: ((episode_id = episodes.id) AND (credit_type = $2))
--                                           ->  Index Scan using people_pkey on people people_1
--                                                 Index Cond: (id = episode_credits_1.person_id)
--                                           SubPlan 4
--                                             ->  Result
--   SubPlan 14
--     ->  Result
--           InitPlan 13
--             ->  Subquery Scan on item_2
--                   ->  Limit
--                         InitPlan 8
--                           ->  Result
--                         ->  Subquery Scan on listed_2
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork.file_path IS DISTINCT FROM episodes.still_path))) DESC, artwork."position", artwork.id
--                                     InitPlan 9
--                                       ->  Result
--                                     InitPlan 10
--                                       ->  Result
--                                     InitPlan 11
--                                       ->  Result
--                                     InitPlan 12
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 11).col1 IS NULL) OR ('still'::text = ANY ((InitPlan 12).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork
--                                                 Index Cond: ((owner_id = episodes.id) AND (type = $5))
--                                                 Filter: ((owner_kind = $4) AND (((InitPlan 9).col1 IS NULL) OR (language = ANY ((InitPlan 10).col1))))
--   SubPlan 17
--     ->  Result
--           InitPlan 16
--             ->  Subquery Scan on item_3
--                   ->  Limit
--                         ->  Subquery Scan on listed_3
--                               ->  Sort
--                                     Sort Key: ((translations.language)::text) COLLATE "C", ((translations.country)::text) COLLATE "C"
--                                     ->  Seq Scan on translations
--                                           Filter: (owner_id = episodes.id)
