-- GET /api/v1/genres
-- Statements: 1
-- Written by `bun run sql`.

-- $1 bigint = '50'
select
  (
    select
      count(*)::int
    from
      "genres"
  ),
  array_to_json(
    array(
      select
        item
      from
        (
          select
            'genre_' || replace("id"::text, '-', '') as "id",
            'genre' as "kind",
            "name"
          from
            "genres"
          where
            "genres"."id" = any (
              array(
                select
                  id
                from
                  (
                    select
                      "genres"."id"
                    from
                      "genres"
                    order by
                      "genres"."name" collate name_order,
                      "genres"."id"
                    limit 200
                  ) listed
                limit $1
              )
            )
          order by
            "genres"."name" collate name_order,
            "genres"."id"
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
--           ->  Seq Scan on genres
--   InitPlan 3
--     ->  Subquery Scan on item
--           ->  Sort
--                 Sort Key: genres_2.name COLLATE name_order, genres_2.id
--                 InitPlan 2
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Limit
--                                     ->  Sort
--                                           Sort Key: ((genres_1.name)::text) COLLATE name_order, genres_1.id
--                                           ->  Seq Scan on genres genres_1
--                 ->  Seq Scan on genres genres_2
--                       Filter: (id = ANY ((InitPlan 2).col1))
