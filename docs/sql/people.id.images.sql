-- GET /api/v1/people/person_01990003000070008000000000000007/images
-- Statements: 1
-- Written by `bun run sql`.

-- $1 artwork_owner = 'person'
-- $2 artwork_type = 'profile'
-- $3 text[] = null
-- $4 text[] = null
-- $5 text[] = null
-- $6 text[] = null
-- $7 integer = null
-- $8 uuid = '01990003-0000-7000-8000-000000000007'
select
  (
    select
      row_to_json(item)
    from
      (
        select
          'person_' || replace("people"."id"::text, '-', '') as "id",
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
                        "artwork"."file_path" is not distinct from "people"."profile_path" as "is_primary"
                      from
                        "artwork"
                      where
                        (
                          "artwork"."owner_id" = "people"."id"
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
                            or 'profile' = any (
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
          ) as "profiles"
      ) item
  )::text
from
  "people"
where
  "people"."id" = $8;

-- Plan for any values:
-- Index Scan using people_pkey on people
--   Index Cond: (id = $8)
--   SubPlan 7
--     ->  Result
--           InitPlan 6
--             ->  Subquery Scan on item
--                   ->  Limit
--                         InitPlan 1
--                           ->  Result
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork.file_path IS DISTINCT FROM people.profile_path))) DESC, artwork."position", artwork.id
--                                     InitPlan 2
--                                       ->  Result
--                                     InitPlan 3
--                                       ->  Result
--                                     InitPlan 4
--                                       ->  Result
--                                     InitPlan 5
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 4).col1 IS NULL) OR ('profile'::text = ANY ((InitPlan 5).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork
--                                                 Index Cond: ((owner_id = people.id) AND (type = $2))
--                                                 Filter: ((owner_kind = $1) AND (((InitPlan 2).col1 IS NULL) OR (language = ANY ((InitPlan 3).col1))))
