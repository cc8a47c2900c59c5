-- GET /api/v1/keywords/keyword_01990004000070008000000000000007
-- Statements: 1
-- Written by `bun run sql`.

-- $1 title_kind = 'movie'
-- $2 title_kind = 'series'
-- $3 uuid = '01990004-0000-7000-8000-000000000007'
select
  'keyword_' || replace("keywords"."id"::text, '-', '') as "id",
  null as "updated_at",
  (
    select
      row_to_json(item)
    from
      (
        select
          'keyword_' || replace("keywords"."id"::text, '-', '') as "id",
          'keyword' as "kind",
          "keywords"."name" as "name",
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
      ) item
  )::text as "json"
from
  "keywords"
where
  "keywords"."id" = $3;

-- Plan for any values:
-- Index Scan using keywords_pkey on keywords
--   Index Cond: (id = $3)
--   SubPlan 3
--     ->  Result
--           InitPlan 1
--             ->  Aggregate
--                   ->  Index Scan using keyword_counts_keyword_id_kind_shard_pk on keyword_counts
--                         Index Cond: ((keyword_id = keywords.id) AND (kind = $1))
--           InitPlan 2
--             ->  Aggregate
--                   ->  Index Scan using keyword_counts_keyword_id_kind_shard_pk on keyword_counts keyword_counts_1
--                         Index Cond: ((keyword_id = keywords.id) AND (kind = $2))
