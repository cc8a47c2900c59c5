-- GET /api/v1/companies/company_01990005000070008000000000000007?include=images
-- Statements: 1
-- Written by `bun run sql`.

-- $1 text[] = '{images}'
-- $2 artwork_owner = 'company'
-- $3 artwork_type = 'logo'
-- $4 text[] = null
-- $5 text[] = null
-- $6 text[] = null
-- $7 text[] = null
-- $8 integer = null
-- $9 uuid = '01990005-0000-7000-8000-000000000007'
select
  'company_' || replace("companies"."id"::text, '-', '') as "id",
  to_char("companies"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
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
          "companies"."logo_path" as "logo_path",
          "companies"."homepage" as "homepage",
          "companies"."headquarters" as "headquarters",
          (
            select
              row_to_json(item)
            from
              (
                select
                  "companies"."external_id" as "tmdb"
              ) item
          ) as "external_ids",
          to_char("companies"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
          to_char("companies"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at"
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
                                  "artwork"."file_path" is not distinct from "companies"."logo_path" as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "companies"."id"
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
                                      or 'logo' = any (
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
                    ) as "logos"
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
  "companies"
where
  "companies"."id" = $9;

-- Plan for any values:
-- Index Scan using companies_pkey on companies
--   Index Cond: (id = $9)
--   InitPlan 3
--     ->  Result
--   SubPlan 2
--     ->  Result
--           InitPlan 1
--             ->  Result
--   SubPlan 10
--     ->  Result
--           InitPlan 9
--             ->  Subquery Scan on item
--                   ->  Limit
--                         InitPlan 4
--                           ->  Result
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork.file_path IS DISTINCT FROM companies.logo_path))) DESC, artwork."position", artwork.id
--                                     InitPlan 5
--                                       ->  Result
--                                     InitPlan 6
--                                       ->  Result
--                                     InitPlan 7
--                                       ->  Result
--                                     InitPlan 8
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 7).col1 IS NULL) OR ('logo'::text = ANY ((InitPlan 8).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork
--                                                 Index Cond: ((owner_id = companies.id) AND (type = $3))
--                                                 Filter: ((owner_kind = $2) AND (((InitPlan 5).col1 IS NULL) OR (language = ANY ((InitPlan 6).col1))))
