-- GET /api/v1/collections
-- Statements: 1
-- Written by `bun run sql`.

-- $1 bigint = '20'
select
  (
    select
      count(*)::int
    from
      "collections"
  ) as total_results,
  (
    select
      coalesce(json_agg(item), '[]'::json)
    from
      (
        select
          'collection_' || replace("id"::text, '-', '') as "id",
          'collection' as "kind",
          "name",
          "poster_path",
          "backdrop_path",
          (
            select
              count(*)::int
            from
              "movies"
            where
              (
                "movies"."collection_id" = "collections"."id"
                and "movies"."adult" is not true
              )
          ) as "movie_count",
          "parts_total"
        from
          "collections"
        where
          "collections"."id" = any (
            array(
              select
                "id"
              from
                "collections"
              order by
                "collections"."name" collate name_order,
                "collections"."id"
              limit $1
            )
          )
        order by
          "collections"."name" collate name_order,
          "collections"."id"
      ) item
  ) as results;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Seq Scan on collections
--   InitPlan 4
--     ->  Aggregate
--           ->  Subquery Scan on item
--                 ->  Sort
--                       Sort Key: collections_2.name COLLATE name_order, collections_2.id
--                       InitPlan 3
--                         ->  Limit
--                               ->  Index Only Scan using collections_by_name on collections collections_1
--                       ->  Index Scan using collections_pkey on collections collections_2
--                             Index Cond: (id = ANY ((InitPlan 3).col1))
--                             SubPlan 2
--                               ->  Aggregate
--                                     ->  Index Scan using movies_collection_id_index on movies
--                                           Index Cond: (collection_id = collections_2.id)
--                                           Filter: (adult IS NOT TRUE)
