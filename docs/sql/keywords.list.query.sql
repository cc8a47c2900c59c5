-- GET /api/v1/keywords?query=key
-- Statements: 1
-- Written by `bun run sql`.

-- $1 text = 'key%'
-- $2 text = 'key'
-- $3 title_kind = 'movie'
-- $4 title_kind = 'series'
-- $5 bigint = '50'
-- $6 bigint = '0'
with
  found as materialized (
    select
      id,
      name
    from
      "keywords"
    where
      name ilike $1
    union
    select
      id,
      name
    from
      "keywords"
    where
      $2 <% name
  )
select
  (
    select
      count(*)::int
    from
      found
  ) as total_results,
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
                  and "keyword_counts"."kind" = $3
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
                  and "keyword_counts"."kind" = $4
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
                  found
                order by
                  name collate name_order,
                  id
                limit (
                    select
                      $5::bigint
                  )
                offset (
                    select
                      $6::bigint
                  )
              )
            )
          order by
            "keywords"."name" collate name_order,
            "keywords"."id"
        ) item
    )
  )::text as results;

-- Plan for any values:
-- Result
--   CTE found
--     ->  Unique
--           ->  Sort
--                 Sort Key: keywords.id, keywords.name
--                 ->  Append
--                       ->  Bitmap Heap Scan on keywords
--                             Recheck Cond: (name ~~* $1)
--                             ->  Bitmap Index Scan on keywords_by_likeness
--                                   Index Cond: (name ~~* $1)
--                       ->  Bitmap Heap Scan on keywords keywords_1
--                             Filter: ($2 <% name)
--                             ->  Bitmap Index Scan on keywords_by_likeness
--                                   Index Cond: (name %> $2)
--   InitPlan 2
--     ->  Aggregate
--           ->  CTE Scan on found
--   InitPlan 8
--     ->  Subquery Scan on item
--           ->  Sort
--                 Sort Key: keywords_2.name COLLATE name_order, keywords_2.id
--                 InitPlan 7
--                   ->  Limit
--                         InitPlan 5
--                           ->  Result
--                         InitPlan 6
--                           ->  Result
--                         ->  Sort
--                               Sort Key: ((found_1.name)::text) COLLATE name_order, found_1.id
--                               ->  CTE Scan on found found_1
--                 ->  Index Scan using keywords_pkey on keywords keywords_2
--                       Index Cond: (id = ANY ((InitPlan 7).col1))
--                       SubPlan 3
--                         ->  Aggregate
--                               ->  Index Scan using keyword_counts_keyword_id_kind_shard_pk on keyword_counts
--                                     Index Cond: ((keyword_id = keywords_2.id) AND (kind = $3))
--                       SubPlan 4
--                         ->  Aggregate
--                               ->  Index Scan using keyword_counts_keyword_id_kind_shard_pk on keyword_counts keyword_counts_1
--                                     Index Cond: ((keyword_id = keywords_2.id) AND (kind = $4))
