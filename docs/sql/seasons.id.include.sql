-- GET /api/v1/seasons/season_01990013000070008000000000000031?include=images,translations
-- Statements: 1
-- Written by `bun run sql`.

-- $1 text[] = '{images,translations}'
-- $2 artwork_owner = 'season'
-- $3 artwork_type = 'poster'
-- $4 text[] = null
-- $5 text[] = null
-- $6 text[] = null
-- $7 text[] = null
-- $8 integer = null
-- $9 text[] = '{images,translations}'
-- $10 uuid = '01990013-0000-7000-8000-000000000031'
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
  )::text as "json",
  '{' || substr(
    (
      case
        when 'images' = any (
          (
            select
              $1::text[]
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
                                  "artwork"."file_path" is not distinct from "seasons"."poster_path" as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "seasons"."id"
                                    and "artwork"."owner_kind" = $2
                                    and "artwork"."type" = $3
                                    and (
                                      (
                                        select
                                          $4::text[]
                                      )::text[] is null
                                      or "artwork"."language" = any (
                                        (
                                          select
                                            $5::text[]
                                        )::text[]
                                      )
                                    )
                                    and (
                                      (
                                        select
                                          $6::text[]
                                      )::text[] is null
                                      or 'poster' = any (
                                        (
                                          select
                                            $7::text[]
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
                                  coalesce($8::int, 2000)
                              )
                          ) item
                      )
                    ) as "posters"
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
              $9::text[]
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
                                  "translations"."owner_id" = "seasons"."id"
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
  "seasons"
where
  "seasons"."id" = $10;

-- Plan for any values:
-- Index Scan using seasons_pkey on seasons
--   Index Cond: (id = $10)
--   InitPlan 4
--     ->  Result
--   InitPlan 12
--     ->  Result
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
--   SubPlan 11
--     ->  Result
--           InitPlan 10
--             ->  Subquery Scan on item_1
--                   ->  Limit
--                         InitPlan 5
--                           ->  Result
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork.file_path IS DISTINCT FROM seasons.poster_path))) DESC, artwork."position", artwork.id
--                                     InitPlan 6
--                                       ->  Result
--                                     InitPlan 7
--                                       ->  Result
--                                     InitPlan 8
--                                       ->  Result
--                                     InitPlan 9
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 8).col1 IS NULL) OR ('poster'::text = ANY ((InitPlan 9).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork
--                                                 Index Cond: ((owner_id = seasons.id) AND (type = $3))
--                                                 Filter: ((owner_kind = $2) AND (((InitPlan 6).col1 IS NULL) OR (language = ANY ((InitPlan 7).col1))))
--   SubPlan 14
--     ->  Result
--           InitPlan 13
--             ->  Subquery Scan on item_2
--                   ->  Limit
--                         ->  Subquery Scan on listed_1
--                               ->  Sort
--                                     Sort Key: ((translations.language)::text) COLLATE "C", ((translations.country)::text) COLLATE "C"
--                                     ->  Seq Scan on translations
--                                           Filter: (owner_id = seasons.id)
