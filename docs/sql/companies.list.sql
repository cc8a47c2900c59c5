-- GET /api/v1/companies
-- Statements: 1
-- Written by `bun run sql`.

-- $1 bigint = '20'
select
  (
    select
      count(*)::int
    from
      "companies"
  ) as total_results,
  (
    select
      coalesce(json_agg(item), '[]'::json)
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
                "id"
              from
                "companies"
              order by
                "companies"."name" collate name_order,
                "companies"."id"
              limit $1
            )
          )
        order by
          "companies"."name" collate name_order,
          "companies"."id"
      ) item
  ) as results;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Seq Scan on companies
--   InitPlan 3
--     ->  Aggregate
--           ->  Subquery Scan on item
--                 ->  Sort
--                       Sort Key: companies_2.name COLLATE name_order, companies_2.id
--                       InitPlan 2
--                         ->  Limit
--                               ->  Index Only Scan using companies_by_name on companies companies_1
--                       ->  Index Scan using companies_pkey on companies companies_2
--                             Index Cond: (id = ANY ((InitPlan 2).col1))
