-- GET /api/v1/companies
-- Statements: 1
-- Written by `bun run sql`.

-- $1 bigint = '20'
select
  (
    select
      coalesce(sum("record_counts"."n"), 0)::int
    from
      "record_counts"
    where
      "record_counts"."kind" = 'company'
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
                    order by
                      "companies"."name" collate name_order,
                      "companies"."id"
                    limit 200
                  ) listed
                limit $1
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
--           ->  Seq Scan on record_counts
--                 Filter: (kind = 'company'::text)
--   InitPlan 3
--     ->  Subquery Scan on item
--           ->  Sort
--                 Sort Key: companies_1.name COLLATE name_order, companies_1.id
--                 InitPlan 2
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Limit
--                                     ->  Index Only Scan using companies_by_name on companies
--                 ->  Index Scan using companies_pkey on companies companies_1
--                       Index Cond: (id = ANY ((InitPlan 2).col1))
