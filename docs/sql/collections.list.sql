-- GET /api/v1/collections
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
      "record_counts"."kind" = 'collection'
  ),
  array_to_json(
    array(
      select
        item
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
                  and not "movies"."adult"
                )
            ) as "movie_count",
            "parts_total",
            to_char("removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          from
            "collections"
          where
            "collections"."id" = any (
              array(
                select
                  id
                from
                  (
                    select
                      "collections"."id"
                    from
                      "collections"
                    where
                      "collections"."removed_at" is null
                    order by
                      "collections"."name" collate name_order,
                      "collections"."id"
                    limit 200
                  ) listed
                limit $1
              )
            )
          order by
            "collections"."name" collate name_order,
            "collections"."id"
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
--                 Filter: (kind = 'collection'::text)
--   InitPlan 4
--     ->  Subquery Scan on item
--           ->  Sort
--                 Sort Key: collections_1.name COLLATE name_order, collections_1.id
--                 InitPlan 3
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Limit
--                                     ->  Index Only Scan using collections_listed_by_name on collections
--                 ->  Index Scan using collections_pkey on collections collections_1
--                       Index Cond: (id = ANY ((InitPlan 3).col1))
--                       SubPlan 2
--                         ->  Aggregate
--                               ->  Index Scan using movies_collection_id_index on movies
--                                     Index Cond: (collection_id = collections_1.id)
--                                     Filter: (NOT adult)
