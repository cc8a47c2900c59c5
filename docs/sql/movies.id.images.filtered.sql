-- GET /api/v1/movies/movie_01990001000070008000000000000018/images?image_language=en,null&image_type=poster&image_limit=3
-- Statements: 1
-- Written by `bun run sql`.

-- $1 artwork_owner = 'movie'
-- $2 artwork_type = 'poster'
-- $3 text[] = '{"en","xx"}'
-- $4 text[] = '{"en","xx"}'
-- $5 text[] = '{"poster"}'
-- $6 text[] = '{"poster"}'
-- $7 integer = '3'
-- $8 artwork_owner = 'movie'
-- $9 artwork_type = 'backdrop'
-- $10 text[] = '{"en","xx"}'
-- $11 text[] = '{"en","xx"}'
-- $12 text[] = '{"poster"}'
-- $13 text[] = '{"poster"}'
-- $14 integer = '3'
-- $15 artwork_owner = 'movie'
-- $16 artwork_type = 'logo'
-- $17 text[] = '{"en","xx"}'
-- $18 text[] = '{"en","xx"}'
-- $19 text[] = '{"poster"}'
-- $20 text[] = '{"poster"}'
-- $21 integer = '3'
-- $22 uuid = '01990001-0000-7000-8000-000000000018'
select
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
                        "artwork"."file_path" is not distinct from "movies"."poster_path" as "is_primary"
                      from
                        "artwork"
                      where
                        (
                          "artwork"."owner_id" = "movies"."id"
                          and "artwork"."owner_kind" = $1
                          and "artwork"."type" = $2
                          and (
                            (
                              select
                                $3::text[]
                            )::text[] is null
                            or "artwork"."language" = any (
                              (
                                select
                                  $4::text[]
                              )::text[]
                            )
                          )
                          and (
                            (
                              select
                                $5::text[]
                            )::text[] is null
                            or 'poster' = any (
                              (
                                select
                                  $6::text[]
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
                        coalesce($7::int, 2000)
                    )
                ) item
            )
          ) as "posters",
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
                        "artwork"."file_path" is not distinct from "movies"."backdrop_path" as "is_primary"
                      from
                        "artwork"
                      where
                        (
                          "artwork"."owner_id" = "movies"."id"
                          and "artwork"."owner_kind" = $8
                          and "artwork"."type" = $9
                          and (
                            (
                              select
                                $10::text[]
                            )::text[] is null
                            or "artwork"."language" = any (
                              (
                                select
                                  $11::text[]
                              )::text[]
                            )
                          )
                          and (
                            (
                              select
                                $12::text[]
                            )::text[] is null
                            or 'backdrop' = any (
                              (
                                select
                                  $13::text[]
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
                        coalesce($14::int, 2000)
                    )
                ) item
            )
          ) as "backdrops",
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
                        false as "is_primary"
                      from
                        "artwork"
                      where
                        (
                          "artwork"."owner_id" = "movies"."id"
                          and "artwork"."owner_kind" = $15
                          and "artwork"."type" = $16
                          and (
                            (
                              select
                                $17::text[]
                            )::text[] is null
                            or "artwork"."language" = any (
                              (
                                select
                                  $18::text[]
                              )::text[]
                            )
                          )
                          and (
                            (
                              select
                                $19::text[]
                            )::text[] is null
                            or 'logo' = any (
                              (
                                select
                                  $20::text[]
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
                        coalesce($21::int, 2000)
                    )
                ) item
            )
          ) as "logos"
      ) item
  )::text
from
  "movies"
where
  "movies"."id" = $22;

-- Plan for any values:
-- Index Scan using movies_pkey on movies
--   Index Cond: (id = $22)
--   SubPlan 19
--     ->  Result
--           InitPlan 6
--             ->  Subquery Scan on item
--                   ->  Limit
--                         InitPlan 1
--                           ->  Result
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork.file_path IS DISTINCT FROM movies.poster_path))) DESC, artwork."position", artwork.id
--                                     InitPlan 2
--                                       ->  Result
--                                     InitPlan 3
--                                       ->  Result
--                                     InitPlan 4
--                                       ->  Result
--                                     InitPlan 5
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 4).col1 IS NULL) OR ('poster'::text = ANY ((InitPlan 5).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork
--                                                 Index Cond: ((owner_id = movies.id) AND (type = $2))
--                                                 Filter: ((owner_kind = $1) AND (((InitPlan 2).col1 IS NULL) OR (language = ANY ((InitPlan 3).col1))))
--           InitPlan 12
--             ->  Subquery Scan on item_1
--                   ->  Limit
--                         InitPlan 7
--                           ->  Result
--                         ->  Subquery Scan on listed_1
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork_1.file_path IS DISTINCT FROM movies.backdrop_path))) DESC, artwork_1."position", artwork_1.id
--                                     InitPlan 8
--                                       ->  Result
--                                     InitPlan 9
--                                       ->  Result
--                                     InitPlan 10
--                                       ->  Result
--                                     InitPlan 11
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 10).col1 IS NULL) OR ('backdrop'::text = ANY ((InitPlan 11).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork artwork_1
--                                                 Index Cond: ((owner_id = movies.id) AND (type = $9))
--                                                 Filter: ((owner_kind = $8) AND (((InitPlan 8).col1 IS NULL) OR (language = ANY ((InitPlan 9).col1))))
--           InitPlan 18
--             ->  Subquery Scan on item_2
--                   ->  Limit
--                         InitPlan 13
--                           ->  Result
--                         ->  Subquery Scan on listed_2
--                               ->  Sort
--                                     Sort Key: artwork_2."position", artwork_2.id
--                                     InitPlan 14
--                                       ->  Result
--                                     InitPlan 15
--                                       ->  Result
--                                     InitPlan 16
--                                       ->  Result
--                                     InitPlan 17
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 16).col1 IS NULL) OR ('logo'::text = ANY ((InitPlan 17).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork artwork_2
--                                                 Index Cond: ((owner_id = movies.id) AND (type = $16))
--                                                 Filter: ((owner_kind = $15) AND (((InitPlan 14).col1 IS NULL) OR (language = ANY ((InitPlan 15).col1))))
