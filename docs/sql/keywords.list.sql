-- GET /api/v1/keywords
-- Statements: 1
-- Written by `bun run sql`.

-- $1 title_kind = 'movie'
-- $2 boolean = 'f'
-- $3 title_kind = 'series'
-- $4 boolean = 'f'
-- $5 bigint = '50'
select
  (
    select
      count(*)::int
    from
      "keywords"
  ) as total_results,
  (
    select
      coalesce(json_agg(item), '[]'::json)
    from
      (
        select
          'keyword_' || replace("id"::text, '-', '') as "id",
          'keyword' as "kind",
          "name",
          (
            select
              count(*)::int
            from
              "title_keywords"
            where
              (
                "title_keywords"."keyword_id" = "keywords"."id"
                and "title_keywords"."kind" = $1
                and "title_keywords"."adult" = $2
              )
          ) as "movie_count",
          (
            select
              count(*)::int
            from
              "title_keywords"
            where
              (
                "title_keywords"."keyword_id" = "keywords"."id"
                and "title_keywords"."kind" = $3
                and "title_keywords"."adult" = $4
              )
          ) as "series_count"
        from
          "keywords"
        where
          "keywords"."id" = any (
            array(
              select
                "id"
              from
                "keywords"
              order by
                "keywords"."name" collate name_order,
                "keywords"."id"
              limit $5
            )
          )
        order by
          "keywords"."name" collate name_order,
          "keywords"."id"
      ) item
  ) as results;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Seq Scan on keywords
--   InitPlan 5
--     ->  Aggregate
--           ->  Subquery Scan on item
--                 ->  Sort
--                       Sort Key: keywords_2.name COLLATE name_order, keywords_2.id
--                       InitPlan 4
--                         ->  Limit
--                               ->  Index Only Scan using keywords_by_name on keywords keywords_1
--                       ->  Index Scan using keywords_pkey on keywords keywords_2
--                             Index Cond: (id = ANY ((InitPlan 4).col1))
--                             SubPlan 2
--                               ->  Aggregate
--                                     ->  Index Only Scan using title_keywords_by_keyword on title_keywords
--                                           Index Cond: ((keyword_id = keywords_2.id) AND (kind = $1))
--                                           Filter: (adult = $2)
--                             SubPlan 3
--                               ->  Aggregate
--                                     ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_1
--                                           Index Cond: ((keyword_id = keywords_2.id) AND (kind = $3))
--                                           Filter: (adult = $4)
