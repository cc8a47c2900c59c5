-- GET /api/v1/search?query=vexqari with SEARCH_BACKEND=meilisearch
-- Statements: 10
-- Functions: functions/search_allowed.sql, functions/search_catalog.sql
-- Written by `bun run sql`.

begin;

set local statement_timeout = 800;

-- $1 title_kind = 'movie'
-- $2 boolean = 'f'
-- $3 title_kind = 'series'
-- $4 boolean = 'f'
-- $5 text = 'vexqari'
-- $6 integer[] = '{"1","2","3","4"}'
-- $7 integer = null
-- $8 boolean = 'f'
-- $9 integer = '20'
-- $10 integer = '0'
-- $11 boolean = 'f'
select
  hit.total,
  hit.score,
  case hit.kind
    when 1 then (
      select
        row_to_json(item)
      from
        (
          select
            'movie_' || replace("id"::text, '-', '') as "id",
            'movie' as "kind",
            "title",
            "original_title",
            "original_language",
            "overview",
            "release_date",
            "year",
            "status",
            "runtime",
            "popularity",
            "vote_average",
            "vote_count",
            "poster_path",
            "backdrop_path",
            (
              select
                coalesce(json_agg(item), '[]'::json)
              from
                (
                  select
                    'genre_' || replace("genres"."id"::text, '-', '') as "id",
                    "genres"."name"
                  from
                    "title_genres"
                    inner join "genres" on "genres"."id" = "title_genres"."genre_id"
                  where
                    "title_genres"."title_id" = "movies"."id"
                  order by
                    "title_genres"."position",
                    "genres"."id"
                ) item
            ) as "genres",
            "adult",
            to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at"
          from
            "movies"
          where
            "movies"."id" = hit.entity_id
        ) item
    )
    when 2 then (
      select
        row_to_json(item)
      from
        (
          select
            'series_' || replace("id"::text, '-', '') as "id",
            'series' as "kind",
            "title",
            "original_title",
            "original_language",
            "overview",
            "first_air_date",
            "last_air_date",
            "year",
            "status",
            "number_of_seasons",
            "number_of_episodes",
            "popularity",
            "vote_average",
            "vote_count",
            "poster_path",
            "backdrop_path",
            (
              select
                coalesce(json_agg(item), '[]'::json)
              from
                (
                  select
                    'genre_' || replace("genres"."id"::text, '-', '') as "id",
                    "genres"."name"
                  from
                    "title_genres"
                    inner join "genres" on "genres"."id" = "title_genres"."genre_id"
                  where
                    "title_genres"."title_id" = "series"."id"
                  order by
                    "title_genres"."position",
                    "genres"."id"
                ) item
            ) as "genres",
            "adult",
            to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at"
          from
            "series"
          where
            "series"."id" = hit.entity_id
        ) item
    )
    when 3 then (
      select
        row_to_json(item)
      from
        (
          select
            'person_' || replace("id"::text, '-', '') as "id",
            'person' as "kind",
            "name",
            "known_for_department",
            "popularity",
            "gender",
            "profile_path",
            coalesce("adult", false) as "adult",
            to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at"
          from
            "people"
          where
            "people"."id" = hit.entity_id
        ) item
    )
    when 4 then (
      select
        row_to_json(item)
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
            "collections"."id" = hit.entity_id
        ) item
    )
    when 5 then (
      select
        row_to_json(item)
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
            "companies"."id" = hit.entity_id
        ) item
    )
    when 6 then (
      select
        row_to_json(item)
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
            "keywords"."id" = hit.entity_id
        ) item
    )
  end as summary
from
  search_catalog ($5, $6::int[]::smallint[], $7::int, $8::boolean, $9::int, $10::int, $11::boolean) with ordinality as hit (entity_id, kind, score, total, place)
order by
  hit.place;

-- Plan for any values:
-- Function Scan on search_catalog hit
--   SubPlan 2
--     ->  Index Scan using movies_pkey on movies
--           Index Cond: (id = hit.entity_id)
--           SubPlan 1
--             ->  Aggregate
--                   ->  Subquery Scan on item
--                         ->  Sort
--                               Sort Key: title_genres."position", genres.id
--                               ->  Hash Join
--                                     Hash Cond: (genres.id = title_genres.genre_id)
--                                     ->  Seq Scan on genres
--                                     ->  Hash
--                                           ->  Index Scan using title_genres_title_id_genre_id_pk on title_genres
--                                                 Index Cond: (title_id = movies.id)
--   SubPlan 4
--     ->  Index Scan using series_pkey on series
--           Index Cond: (id = hit.entity_id)
--           SubPlan 3
--             ->  Aggregate
--                   ->  Subquery Scan on item_1
--                         ->  Sort
--                               Sort Key: title_genres_1."position", genres_1.id
--                               ->  Hash Join
--                                     Hash Cond: (genres_1.id = title_genres_1.genre_id)
--                                     ->  Seq Scan on genres genres_1
--                                     ->  Hash
--                                           ->  Index Scan using title_genres_title_id_genre_id_pk on title_genres title_genres_1
--                                                 Index Cond: (title_id = series.id)
--   SubPlan 5
--     ->  Index Scan using people_pkey on people
--           Index Cond: (id = hit.entity_id)
--   SubPlan 7
--     ->  Index Scan using collections_pkey on collections
--           Index Cond: (id = hit.entity_id)
--           SubPlan 6
--             ->  Aggregate
--                   ->  Index Scan using movies_collection_id_index on movies movies_1
--                         Index Cond: (collection_id = collections.id)
--                         Filter: (adult IS NOT TRUE)
--   SubPlan 8
--     ->  Index Scan using companies_pkey on companies
--           Index Cond: (id = hit.entity_id)
--   SubPlan 11
--     ->  Index Scan using keywords_pkey on keywords
--           Index Cond: (id = hit.entity_id)
--           SubPlan 9
--             ->  Aggregate
--                   ->  Index Only Scan using title_keywords_by_keyword on title_keywords
--                         Index Cond: ((keyword_id = keywords.id) AND (kind = $1))
--                         Filter: (adult = $2)
--           SubPlan 10
--             ->  Aggregate
--                   ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_1
--                         Index Cond: ((keyword_id = keywords.id) AND (kind = $3))
--                         Filter: (adult = $4)
--
-- Inside search_candidates, line 7:
-- Result
--   ->  Append
--         ->  Subquery Scan on "*SELECT* 1"
--               ->  Limit
--                     ->  Sort
--                           Sort Key: s_1.prom DESC
--                           ->  Bitmap Heap Scan on search_name s_1
--                                 Recheck Cond: (key = ANY ('{vexqari,vexqari}'::text[]))
--                                 Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                                 ->  Bitmap Index Scan on search_name_key
--                                       Index Cond: (key = ANY ('{vexqari,vexqari}'::text[]))
--         ->  Subquery Scan on "*SELECT* 2"
--               ->  Limit
--                     ->  Sort
--                           Sort Key: s_2.prom DESC
--                           ->  Index Scan using search_name_num on search_name s_2
--                                 Index Cond: (num_key = ANY ('{vexqari,vexqari}'::text[]))
--                                 Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--
-- Inside search_candidates, line 12:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: s_1.prom DESC
--               ->  Index Scan using search_name_known_key on search_name s_1
--                     Index Cond: ((key > 'vexqari'::text) AND (key < 'vexqari\U10FFFF'::text))
--                     Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--
-- Inside search_candidates, line 15:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: x.prom DESC
--               ->  Subquery Scan on x
--                     ->  Limit
--                           ->  Index Scan using search_name_key on search_name s_1
--                                 Index Cond: ((key > 'vexqari'::text) AND (key < 'vexqari\U10FFFF'::text) AND (prom < '0.25'::double precision))
--                                 Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--
-- Inside search_candidates, line 20:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: ((tokens @@ '''vexqari'':*'::tsquery) AND (prom >= '0.25'::double precision))
--                     Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                     ->  Bitmap Index Scan on search_name_known_tokens
--                           Index Cond: (tokens @@ '''vexqari'':*'::tsquery)
--
-- Inside search_candidates, line 23:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: x.prom DESC
--               ->  Subquery Scan on x
--                     ->  Limit
--                           ->  Bitmap Heap Scan on search_name s_1
--                                 Recheck Cond: (tokens @@ '''vexqari'':*'::tsquery)
--                                 Filter: ((NOT adult) AND (prom < '0.25'::double precision) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                                 ->  Bitmap Index Scan on search_name_tokens
--                                       Index Cond: (tokens @@ '''vexqari'':*'::tsquery)
--
-- Inside search_misspelt, line 7:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: (key = ANY ('{0exqari,0vexqari,1exqari,1vexqari,2exqa…'::text[]))
--                     Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                     ->  Bitmap Index Scan on search_name_key
--                           Index Cond: (key = ANY ('{0exqari,0vexqari,1exqari,1vexqari,2exqa…'::text[]))
--
-- Inside search_slips_query, statement 1:
-- Aggregate
--   ->  Nested Loop Left Join
--         ->  Function Scan on unnest u
--         ->  Aggregate
--               ->  Limit
--                     ->  Sort
--                           Sort Key: v.prom DESC
--                           ->  Result
--                                 One-Time Filter: ((length(u.word) >= 4) AND (length(u.word) <= 20) AND (u.word ~ '^[a-z]+$'::text))
--                                 ->  Bitmap Heap Scan on search_word v
--                                       Recheck Cond: (word = ANY (search_slips(u.word)))
--                                       ->  Bitmap Index Scan on search_word_pkey
--                                             Index Cond: (word = ANY (search_slips(u.word)))
--
-- Inside search_misspelt, line 13:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: ((tokens @@ '''vexqari'':*'::tsquery) AND (prom >= '0.25'::double precision))
--                     Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                     ->  Bitmap Index Scan on search_name_known_tokens
--                           Index Cond: (tokens @@ '''vexqari'':*'::tsquery)
--
-- Inside search_misspelt, line 16:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: x.prom DESC
--               ->  Subquery Scan on x
--                     ->  Limit
--                           ->  Bitmap Heap Scan on search_name s_1
--                                 Recheck Cond: (tokens @@ '''vexqari'':*'::tsquery)
--                                 Filter: ((NOT adult) AND (prom < '0.25'::double precision) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                                 ->  Bitmap Index Scan on search_name_tokens
--                                       Index Cond: (tokens @@ '''vexqari'':*'::tsquery)
--
-- Inside search_misspelt, line 22:
-- Limit
--   ->  Sort
--         Sort Key: (similarity(s.fold, 'vexqari'::text)) DESC
--         ->  Bitmap Heap Scan on search_name s
--               Recheck Cond: ((fold % 'vexqari'::text) AND (prom >= '0.25'::double precision))
--               Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--               ->  Bitmap Index Scan on search_name_known_trgm
--                     Index Cond: (fold % 'vexqari'::text)
--
-- Inside search_misspelt, line 28:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: (similarity(s_1.fold, 'vexqari'::text)) DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: (fold % 'vexqari'::text)
--                     Filter: ((NOT adult) AND (prom < '0.25'::double precision) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                     ->  Bitmap Index Scan on search_name_trgm
--                           Index Cond: (fold % 'vexqari'::text)
--
-- Inside search_catalog, statement 1:
-- Sort
--   Sort Key: e.score DESC, e.popularity DESC NULLS LAST, e.entity_id
--   CTE typed
--     ->  Nested Loop Left Join
--           Join Filter: false
--           ->  Result
--           ->  Result
--                 One-Time Filter: false
--   CTE candidate
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: search_candidates.rid
--                 ->  Nested Loop
--                       ->  CTE Scan on typed
--                       ->  Function Scan on search_candidates
--           ->  Tid Scan on search_name s
--                 TID Cond: (search_candidates.rid = ctid)
--   CTE compared
--     ->  Nested Loop
--           ->  CTE Scan on typed f
--           ->  CTE Scan on candidate c
--   CTE entity
--     ->  Unique
--           ->  Sort
--                 Sort Key: x.entity_id, x.lead DESC, x.raw DESC
--                 ->  Subquery Scan on x
--                       ->  WindowAgg
--                             Window: w1 AS (ORDER BY r.claim, r.prom, r.entity_id ROWS UNBOUNDED PRECEDING)
--                             ->  Sort
--                                   Sort Key: r.claim DESC NULLS LAST, r.prom DESC, r.entity_id
--                                   ->  Subquery Scan on r
--                                         ->  WindowAgg
--                                               Window: w1 AS ()
--                                               ->  Nested Loop
--                                                     ->  Aggregate
--                                                           ->  CTE Scan on compared
--                                                     ->  CTE Scan on compared c_1
--   ->  Nested Loop Left Join
--         ->  Aggregate
--               ->  CTE Scan on entity
--         ->  Limit
--               ->  Sort
--                     Sort Key: e.score DESC, e.popularity DESC NULLS LAST, e.entity_id
--                     ->  CTE Scan on entity e

commit;

begin;

set local statement_timeout = 800;

-- $1 text = 'vexqari'
-- $2 integer[] = '{"1","2","3","4"}'
-- $3 integer = null
-- $4 boolean = 'f'
-- $5 integer = '2000'
-- $6 integer = '0'
-- $7 boolean = 'f'
select
  hit.entity_id as id,
  hit.kind,
  hit.score
from
  search_catalog ($1, $2::int[]::smallint[], $3::int, $4::boolean, $5::int, $6::int, $7::boolean) with ordinality as hit (entity_id, kind, score, total, place)
where
  hit.entity_id is not null
order by
  hit.place;

-- Plan for any values:
-- Function Scan on search_catalog hit
--   Filter: (entity_id IS NOT NULL)
--
-- Inside search_candidates, line 7:
-- Result
--   ->  Append
--         ->  Subquery Scan on "*SELECT* 1"
--               ->  Limit
--                     ->  Sort
--                           Sort Key: s_1.prom DESC
--                           ->  Bitmap Heap Scan on search_name s_1
--                                 Recheck Cond: (key = ANY ('{vexqari,vexqari}'::text[]))
--                                 Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                                 ->  Bitmap Index Scan on search_name_key
--                                       Index Cond: (key = ANY ('{vexqari,vexqari}'::text[]))
--         ->  Subquery Scan on "*SELECT* 2"
--               ->  Limit
--                     ->  Sort
--                           Sort Key: s_2.prom DESC
--                           ->  Index Scan using search_name_num on search_name s_2
--                                 Index Cond: (num_key = ANY ('{vexqari,vexqari}'::text[]))
--                                 Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--
-- Inside search_candidates, line 12:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: s_1.prom DESC
--               ->  Index Scan using search_name_known_key on search_name s_1
--                     Index Cond: ((key > 'vexqari'::text) AND (key < 'vexqari\U10FFFF'::text))
--                     Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--
-- Inside search_candidates, line 15:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: x.prom DESC
--               ->  Subquery Scan on x
--                     ->  Limit
--                           ->  Index Scan using search_name_key on search_name s_1
--                                 Index Cond: ((key > 'vexqari'::text) AND (key < 'vexqari\U10FFFF'::text) AND (prom < '0.25'::double precision))
--                                 Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--
-- Inside search_candidates, line 20:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: ((tokens @@ '''vexqari'':*'::tsquery) AND (prom >= '0.25'::double precision))
--                     Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                     ->  Bitmap Index Scan on search_name_known_tokens
--                           Index Cond: (tokens @@ '''vexqari'':*'::tsquery)
--
-- Inside search_candidates, line 23:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: x.prom DESC
--               ->  Subquery Scan on x
--                     ->  Limit
--                           ->  Bitmap Heap Scan on search_name s_1
--                                 Recheck Cond: (tokens @@ '''vexqari'':*'::tsquery)
--                                 Filter: ((NOT adult) AND (prom < '0.25'::double precision) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                                 ->  Bitmap Index Scan on search_name_tokens
--                                       Index Cond: (tokens @@ '''vexqari'':*'::tsquery)
--
-- Inside search_misspelt, line 7:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: (key = ANY ('{0exqari,0vexqari,1exqari,1vexqari,2exqa…'::text[]))
--                     Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                     ->  Bitmap Index Scan on search_name_key
--                           Index Cond: (key = ANY ('{0exqari,0vexqari,1exqari,1vexqari,2exqa…'::text[]))
--
-- Inside search_slips_query, statement 1:
-- Aggregate
--   ->  Nested Loop Left Join
--         ->  Function Scan on unnest u
--         ->  Aggregate
--               ->  Limit
--                     ->  Sort
--                           Sort Key: v.prom DESC
--                           ->  Result
--                                 One-Time Filter: ((length(u.word) >= 4) AND (length(u.word) <= 20) AND (u.word ~ '^[a-z]+$'::text))
--                                 ->  Bitmap Heap Scan on search_word v
--                                       Recheck Cond: (word = ANY (search_slips(u.word)))
--                                       ->  Bitmap Index Scan on search_word_pkey
--                                             Index Cond: (word = ANY (search_slips(u.word)))
--
-- Inside search_misspelt, line 13:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: ((tokens @@ '''vexqari'':*'::tsquery) AND (prom >= '0.25'::double precision))
--                     Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                     ->  Bitmap Index Scan on search_name_known_tokens
--                           Index Cond: (tokens @@ '''vexqari'':*'::tsquery)
--
-- Inside search_misspelt, line 16:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: x.prom DESC
--               ->  Subquery Scan on x
--                     ->  Limit
--                           ->  Bitmap Heap Scan on search_name s_1
--                                 Recheck Cond: (tokens @@ '''vexqari'':*'::tsquery)
--                                 Filter: ((NOT adult) AND (prom < '0.25'::double precision) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                                 ->  Bitmap Index Scan on search_name_tokens
--                                       Index Cond: (tokens @@ '''vexqari'':*'::tsquery)
--
-- Inside search_misspelt, line 22:
-- Limit
--   ->  Sort
--         Sort Key: (similarity(s.fold, 'vexqari'::text)) DESC
--         ->  Bitmap Heap Scan on search_name s
--               Recheck Cond: ((fold % 'vexqari'::text) AND (prom >= '0.25'::double precision))
--               Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--               ->  Bitmap Index Scan on search_name_known_trgm
--                     Index Cond: (fold % 'vexqari'::text)
--
-- Inside search_misspelt, line 28:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Sort Key: (similarity(s_1.fold, 'vexqari'::text)) DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: (fold % 'vexqari'::text)
--                     Filter: ((NOT adult) AND (prom < '0.25'::double precision) AND (kind = ANY ('{1,2,3,4}'::smallint[])))
--                     ->  Bitmap Index Scan on search_name_trgm
--                           Index Cond: (fold % 'vexqari'::text)
--
-- Inside search_catalog, statement 1:
-- Sort
--   Sort Key: e.score DESC, e.popularity DESC NULLS LAST, e.entity_id
--   CTE typed
--     ->  Nested Loop Left Join
--           ->  Result
--           ->  Function Scan on "substring" year
--                 Filter: (year IS NOT NULL)
--   CTE candidate
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: search_candidates.rid
--                 ->  Nested Loop
--                       ->  CTE Scan on typed
--                       ->  Function Scan on search_candidates
--           ->  Tid Scan on search_name s
--                 TID Cond: (search_candidates.rid = ctid)
--   CTE compared
--     ->  Nested Loop
--           ->  CTE Scan on typed f
--           ->  CTE Scan on candidate c
--   CTE entity
--     ->  Unique
--           ->  Sort
--                 Sort Key: x.entity_id, x.lead DESC, x.raw DESC
--                 ->  Subquery Scan on x
--                       ->  WindowAgg
--                             Window: w1 AS (ORDER BY r.claim, r.prom, r.entity_id ROWS UNBOUNDED PRECEDING)
--                             ->  Sort
--                                   Sort Key: r.claim DESC NULLS LAST, r.prom DESC, r.entity_id
--                                   ->  Subquery Scan on r
--                                         ->  WindowAgg
--                                               Window: w1 AS ()
--                                               ->  Nested Loop
--                                                     ->  Aggregate
--                                                           ->  CTE Scan on compared
--                                                     ->  CTE Scan on compared c_1
--   ->  Nested Loop Left Join
--         ->  Aggregate
--               ->  CTE Scan on entity
--         ->  Limit
--               ->  Sort
--                     Sort Key: e.score DESC, e.popularity DESC NULLS LAST, e.entity_id
--                     ->  CTE Scan on entity e

commit;

-- $1 uuid[] = '{"01990001-0000-7000-8000-000000000018","01990002-0000-7000-8000-000000000018"}'
-- $2 double precision[] = '{0.4500,0.4000}'
-- $3 integer[] = '{"1","2","3","4"}'
-- $4 integer = null
-- $5 boolean = 'f'
-- $6 bigint = '1000'
select
  n.entity_id as id,
  min(n.kind) as kind,
  max(f.score) as score
from
  unnest($1::uuid[], $2::float8[]) f (id, score)
  join search_name n on n.entity_id = f.id
where
  search_allowed (n.kind, n.year, n.adult, $3::int[]::smallint[], $4::int, $5::boolean)
group by
  n.entity_id
order by
  max(f.score) desc,
  max(n.popularity) desc nulls last,
  n.entity_id
limit $6;

-- Plan for these values, made anew for others:
-- Limit
--   ->  Sort
--         Sort Key: (max(f.score)) DESC, (max(n.popularity)) DESC NULLS LAST, n.entity_id
--         ->  GroupAggregate
--               Group Key: n.entity_id
--               ->  Sort
--                     Sort Key: n.entity_id
--                     ->  Nested Loop
--                           ->  Function Scan on f
--                           ->  Index Scan using search_name_pkey on search_name n
--                                 Index Cond: (entity_id = f.id)
--                                 Filter: ((NOT adult) AND (kind = ANY ('{1,2,3,4}'::smallint[])))

-- $1 title_kind = 'movie'
-- $2 boolean = 'f'
-- $3 title_kind = 'series'
-- $4 boolean = 'f'
-- $5 uuid[] = '{"01990001-0000-7000-8000-000000000018","01990002-0000-7000-8000-000000000018"}'
-- $6 integer[] = '{"1","2"}'
-- $7 double precision[] = '{0.45,0.4}'
select
  hit.score,
  case hit.kind
    when 1 then (
      select
        row_to_json(item)
      from
        (
          select
            'movie_' || replace("id"::text, '-', '') as "id",
            'movie' as "kind",
            "title",
            "original_title",
            "original_language",
            "overview",
            "release_date",
            "year",
            "status",
            "runtime",
            "popularity",
            "vote_average",
            "vote_count",
            "poster_path",
            "backdrop_path",
            (
              select
                coalesce(json_agg(item), '[]'::json)
              from
                (
                  select
                    'genre_' || replace("genres"."id"::text, '-', '') as "id",
                    "genres"."name"
                  from
                    "title_genres"
                    inner join "genres" on "genres"."id" = "title_genres"."genre_id"
                  where
                    "title_genres"."title_id" = "movies"."id"
                  order by
                    "title_genres"."position",
                    "genres"."id"
                ) item
            ) as "genres",
            "adult",
            to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at"
          from
            "movies"
          where
            "movies"."id" = hit.entity_id
        ) item
    )
    when 2 then (
      select
        row_to_json(item)
      from
        (
          select
            'series_' || replace("id"::text, '-', '') as "id",
            'series' as "kind",
            "title",
            "original_title",
            "original_language",
            "overview",
            "first_air_date",
            "last_air_date",
            "year",
            "status",
            "number_of_seasons",
            "number_of_episodes",
            "popularity",
            "vote_average",
            "vote_count",
            "poster_path",
            "backdrop_path",
            (
              select
                coalesce(json_agg(item), '[]'::json)
              from
                (
                  select
                    'genre_' || replace("genres"."id"::text, '-', '') as "id",
                    "genres"."name"
                  from
                    "title_genres"
                    inner join "genres" on "genres"."id" = "title_genres"."genre_id"
                  where
                    "title_genres"."title_id" = "series"."id"
                  order by
                    "title_genres"."position",
                    "genres"."id"
                ) item
            ) as "genres",
            "adult",
            to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at"
          from
            "series"
          where
            "series"."id" = hit.entity_id
        ) item
    )
    when 3 then (
      select
        row_to_json(item)
      from
        (
          select
            'person_' || replace("id"::text, '-', '') as "id",
            'person' as "kind",
            "name",
            "known_for_department",
            "popularity",
            "gender",
            "profile_path",
            coalesce("adult", false) as "adult",
            to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at"
          from
            "people"
          where
            "people"."id" = hit.entity_id
        ) item
    )
    when 4 then (
      select
        row_to_json(item)
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
            "collections"."id" = hit.entity_id
        ) item
    )
    when 5 then (
      select
        row_to_json(item)
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
            "companies"."id" = hit.entity_id
        ) item
    )
    when 6 then (
      select
        row_to_json(item)
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
            "keywords"."id" = hit.entity_id
        ) item
    )
  end as summary
from
  unnest($5::uuid[], $6::int[], $7::float8[]) with ordinality as hit (entity_id, kind, score, place)
order by
  hit.place;

-- Plan for these values, made anew for others:
-- Function Scan on hit
--   SubPlan 2
--     ->  Index Scan using movies_pkey on movies
--           Index Cond: (id = hit.entity_id)
--           SubPlan 1
--             ->  Aggregate
--                   ->  Subquery Scan on item
--                         ->  Sort
--                               Sort Key: title_genres."position", genres.id
--                               ->  Hash Join
--                                     Hash Cond: (genres.id = title_genres.genre_id)
--                                     ->  Seq Scan on genres
--                                     ->  Hash
--                                           ->  Index Scan using title_genres_title_id_genre_id_pk on title_genres
--                                                 Index Cond: (title_id = movies.id)
--   SubPlan 4
--     ->  Index Scan using series_pkey on series
--           Index Cond: (id = hit.entity_id)
--           SubPlan 3
--             ->  Aggregate
--                   ->  Subquery Scan on item_1
--                         ->  Sort
--                               Sort Key: title_genres_1."position", genres_1.id
--                               ->  Hash Join
--                                     Hash Cond: (genres_1.id = title_genres_1.genre_id)
--                                     ->  Seq Scan on genres genres_1
--                                     ->  Hash
--                                           ->  Index Scan using title_genres_title_id_genre_id_pk on title_genres title_genres_1
--                                                 Index Cond: (title_id = series.id)
--   SubPlan 5
--     ->  Index Scan using people_pkey on people
--           Index Cond: (id = hit.entity_id)
--   SubPlan 7
--     ->  Index Scan using collections_pkey on collections
--           Index Cond: (id = hit.entity_id)
--           SubPlan 6
--             ->  Aggregate
--                   ->  Index Scan using movies_collection_id_index on movies movies_1
--                         Index Cond: (collection_id = collections.id)
--                         Filter: (adult IS NOT TRUE)
--   SubPlan 8
--     ->  Index Scan using companies_pkey on companies
--           Index Cond: (id = hit.entity_id)
--   SubPlan 11
--     ->  Index Scan using keywords_pkey on keywords
--           Index Cond: (id = hit.entity_id)
--           SubPlan 9
--             ->  Aggregate
--                   ->  Index Only Scan using title_keywords_by_keyword on title_keywords
--                         Index Cond: ((keyword_id = keywords.id) AND (kind = 'movie'::title_kind))
--                         Filter: (NOT adult)
--           SubPlan 10
--             ->  Aggregate
--                   ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_1
--                         Index Cond: ((keyword_id = keywords.id) AND (kind = 'series'::title_kind))
--                         Filter: (NOT adult)
