-- GET /api/v1/keywords/keyword_01990004000070008000000000000007
-- Statements: 1
-- Written by `bun run sql`.

-- $1 title_kind = 'movie'
-- $2 boolean = 'f'
-- $3 title_kind = 'series'
-- $4 boolean = 'f'
-- $5 uuid = '01990004-0000-7000-8000-000000000007'
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
  "keywords"."id" = $5;

-- Plan for any values:
-- Index Scan using keywords_pkey on keywords
--   Index Cond: (id = $5)
--   SubPlan 1
--     ->  Aggregate
--           ->  Index Only Scan using title_keywords_by_keyword on title_keywords
--                 Index Cond: ((keyword_id = keywords.id) AND (kind = $1))
--                 Filter: (adult = $2)
--   SubPlan 2
--     ->  Aggregate
--           ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_1
--                 Index Cond: ((keyword_id = keywords.id) AND (kind = $3))
--                 Filter: (adult = $4)
