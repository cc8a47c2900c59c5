-- GET /api/v1/keywords
-- Statements: 1
-- Written by `bun run sql`.

-- $1 title_kind = 'movie'
-- $2 title_kind = 'series'
-- $3 bigint = '50'
select
  (
    select
      coalesce(sum("record_counts"."n"), 0)::int
    from
      "record_counts"
    where
      "record_counts"."kind" = 'keyword'
  ),
  array_to_json(
    array(
      select
        item
      from
        (
          select
            'keyword_' || replace("id"::text, '-', '') as "id",
            'keyword' as "kind",
            "name",
            (
              select
                coalesce(sum("n"), 0)::int
              from
                "keyword_counts"
              where
                (
                  "keyword_counts"."keyword_id" = "keywords"."id"
                  and "keyword_counts"."kind" = $1
                )
            ) as "movie_count",
            (
              select
                coalesce(sum("n"), 0)::int
              from
                "keyword_counts"
              where
                (
                  "keyword_counts"."keyword_id" = "keywords"."id"
                  and "keyword_counts"."kind" = $2
                )
            ) as "series_count"
          from
            "keywords"
          where
            "keywords"."id" = any (
              array(
                select
                  id
                from
                  (
                    select
                      "keywords"."id"
                    from
                      "keywords"
                    order by
                      "keywords"."name" collate name_order,
                      "keywords"."id"
                    limit 200
                  ) listed
                limit $3
              )
            )
          order by
            "keywords"."name" collate name_order,
            "keywords"."id"
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
--                 Filter: (kind = 'keyword'::text)
--   InitPlan 5
--     ->  Subquery Scan on item
--           ->  Sort
--                 Sort Key: keywords_1.name COLLATE name_order, keywords_1.id
--                 InitPlan 4
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Limit
--                                     ->  Index Only Scan using keywords_by_name on keywords
--                 ->  Index Scan using keywords_pkey on keywords keywords_1
--                       Index Cond: (id = ANY ((InitPlan 4).col1))
--                       SubPlan 2
--                         ->  Aggregate
--                               ->  Index Scan using keyword_counts_keyword_id_kind_shard_pk on keyword_counts
--                                     Index Cond: ((keyword_id = keywords_1.id) AND (kind = $1))
--                       SubPlan 3
--                         ->  Aggregate
--                               ->  Index Scan using keyword_counts_keyword_id_kind_shard_pk on keyword_counts keyword_counts_1
--                                     Index Cond: ((keyword_id = keywords_1.id) AND (kind = $2))
