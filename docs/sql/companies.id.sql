-- GET /api/v1/companies/company_01990005000070008000000000000007
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990005-0000-7000-8000-000000000007'
select
  'company_' || replace("id"::text, '-', '') as "id",
  'company' as "kind",
  "name",
  "company_type",
  "country",
  "logo_path",
  "homepage",
  "headquarters",
  "external_id",
  to_char("created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
from
  "companies"
where
  "companies"."id" = $1;

-- Plan for any values:
-- Index Scan using companies_pkey on companies
--   Index Cond: (id = $1)
