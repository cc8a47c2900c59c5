-- GET /api/v1/series/series_01990002000070008000000000000018/images
-- Statements: 1
-- Written by `bun run sql`.

-- $1 artwork_owner = 'series'
-- $2 artwork_type = 'poster'
-- $3 artwork_owner = 'series'
-- $4 artwork_type = 'backdrop'
-- $5 artwork_owner = 'series'
-- $6 artwork_type = 'logo'
-- $7 uuid = '01990002-0000-7000-8000-000000000018'
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
                        "artwork"."file_path" is not distinct from "series"."poster_path" as "is_primary"
                      from
                        "artwork"
                      where
                        (
                          "artwork"."owner_id" = "series"."id"
                          and "artwork"."owner_kind" = $1
                          and "artwork"."type" = $2
                        )
                      order by
                        is_primary desc,
                        "artwork"."position",
                        "artwork"."id"
                    ) listed
                  limit 2000
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
                        "artwork"."file_path" is not distinct from "series"."backdrop_path" as "is_primary"
                      from
                        "artwork"
                      where
                        (
                          "artwork"."owner_id" = "series"."id"
                          and "artwork"."owner_kind" = $3
                          and "artwork"."type" = $4
                        )
                      order by
                        is_primary desc,
                        "artwork"."position",
                        "artwork"."id"
                    ) listed
                  limit 2000
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
                          "artwork"."owner_id" = "series"."id"
                          and "artwork"."owner_kind" = $5
                          and "artwork"."type" = $6
                        )
                      order by
                        is_primary desc,
                        "artwork"."position",
                        "artwork"."id"
                    ) listed
                  limit 2000
                ) item
            )
          ) as "logos"
      ) item
  )::text
from
  "series"
where
  "series"."id" = $7;

-- Plan for any values:
-- Index Scan using series_pkey on series
--   Index Cond: (id = $7)
--   SubPlan 4
--     ->  Result
--           InitPlan 1
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork.file_path IS DISTINCT FROM series.poster_path))) DESC, artwork."position", artwork.id
--                                     ->  Index Scan using artwork_owner_image on artwork
--                                           Index Cond: ((owner_id = series.id) AND (type = $2))
--                                           Filter: (owner_kind = $1)
--           InitPlan 2
--             ->  Subquery Scan on item_1
--                   ->  Limit
--                         ->  Subquery Scan on listed_1
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork_1.file_path IS DISTINCT FROM series.backdrop_path))) DESC, artwork_1."position", artwork_1.id
--                                     ->  Index Scan using artwork_owner_image on artwork artwork_1
--                                           Index Cond: ((owner_id = series.id) AND (type = $4))
--                                           Filter: (owner_kind = $3)
--           InitPlan 3
--             ->  Subquery Scan on item_2
--                   ->  Limit
--                         ->  Subquery Scan on listed_2
--                               ->  Sort
--                                     Sort Key: artwork_2."position", artwork_2.id
--                                     ->  Index Scan using artwork_owner_image on artwork artwork_2
--                                           Index Cond: ((owner_id = series.id) AND (type = $6))
--                                           Filter: (owner_kind = $5)
