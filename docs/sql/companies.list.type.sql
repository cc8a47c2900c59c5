-- GET /api/v1/companies?company_type=network
-- Statements: 1
-- Written by `bun run sql`.

-- $1 company_type = 'network'
-- $2 company_type = 'network'
-- $3 bigint = '20'
select
  (
    select
      count(*)::int
    from
      "companies"
    where
      "companies"."company_type" = $1
  ),
  array_to_json(
    array(
      select
        item
      from
        (
          select
            'company_' || replace("id"::text, '-', '') as "id",
            'company' as "kind",
            "name",
            "company_type",
            "country",
            "logo_path"
          from
            "companies"
          where
            "companies"."id" = any (
              array(
                select
                  id
                from
                  (
                    select
                      "companies"."id"
                    from
                      "companies"
                    where
                      "companies"."company_type" = $2
                    order by
                      "companies"."name" collate name_order,
                      "companies"."id"
                    limit 200
                  ) listed
                limit $3
              )
            )
          order by
            "companies"."name" collate name_order,
            "companies"."id"
        ) item
    )
  )::text
from
  (
    values
      (1)
  ) one;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Index Only Scan using companies_provider_company_type_external_id_unique on companies
--                 Index Cond: (company_type = $1)
--   InitPlan 3
--     ->  Subquery Scan on item
--           ->  Sort
--                 Sort Key: companies_2.name COLLATE name_order, companies_2.id
--                 InitPlan 2
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Limit
--                                     ->  Index Scan using companies_by_name on companies companies_1
--                                           Filter: (company_type = $2)
--                 ->  Index Scan using companies_pkey on companies companies_2
--                       Index Cond: (id = ANY ((InitPlan 2).col1))
