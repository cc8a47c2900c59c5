-- GET /api/v1/companies/company_01990005000070008000000000000007
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990005-0000-7000-8000-000000000007'
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
  )::text as "json"
from
  "companies"
where
  "companies"."id" = $1;

-- Plan for any values:
-- Index Scan using companies_pkey on companies
--   Index Cond: (id = $1)
--   SubPlan 2
--     ->  Result
--           InitPlan 1
--             ->  Result
