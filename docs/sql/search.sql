-- GET /api/v1/search?query=the%20mari
-- Statements: 3
-- Functions: functions/genre_labels_of.sql, functions/search_catalog.sql
-- Written by `bun run sql`.

begin read only; set local statement_timeout = 800; set local plan_cache_mode = force_generic_plan;

-- $1 title_kind = 'movie'
-- $2 title_kind = 'series'
-- $3 text = 'the mari'
-- $4 integer[] = '{"1","2","3","4"}'
-- $5 integer = null
-- $6 boolean = 'f'
-- $7 integer = '20'
-- $8 integer = '0'
-- $9 boolean = 'f'
select
  coalesce(max(score), 0) as best,
  coalesce(max(total), 0) as total_results,
  '[' || coalesce(
    string_agg(
      left(summary, -1) || ',"score":' || score || '}',
      ','
      order by
        place
    ),
    ''
  ) || ']' as results
from
  (
    select
      hit.*,
      (
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
                  coalesce("genre_labels", genre_labels_of ("id"))::json as "genres",
                  coalesce("adult", "removed_adult") as "adult",
                  to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
                  to_char("removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
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
                  coalesce("genre_labels", genre_labels_of ("id"))::json as "genres",
                  coalesce("adult", "removed_adult") as "adult",
                  to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
                  to_char("removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
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
                  coalesce("adult", "removed_adult") as "adult",
                  to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
                  to_char("removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
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
                        and not "movies"."adult"
                      )
                  ) as "movie_count",
                  "parts_total",
                  to_char("removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
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
                  "keywords"."id" = hit.entity_id
              ) item
          )
        end
      )::text as summary
    from
      search_catalog ($3, $4::int[]::smallint[], $5::int, $6::boolean, $7::int, $8::int, $9::boolean) with ordinality as hit (entity_id, kind, score, total, place)
  ) found /* within 800 ms */;

-- Plan for any values:
-- Aggregate
--   ->  Function Scan on search_catalog hit
--   SubPlan 1
--     ->  Index Scan using movies_pkey on movies
--           Index Cond: (id = hit.entity_id)
--   SubPlan 2
--     ->  Index Scan using series_pkey on series
--           Index Cond: (id = hit.entity_id)
--   SubPlan 3
--     ->  Index Scan using people_pkey on people
--           Index Cond: (id = hit.entity_id)
--   SubPlan 5
--     ->  Index Scan using collections_pkey on collections
--           Index Cond: (id = hit.entity_id)
--           SubPlan 4
--             ->  Aggregate
--                   ->  Index Scan using movies_collection_id_index on movies movies_1
--                         Index Cond: (collection_id = collections.id)
--                         Filter: (NOT adult)
--   SubPlan 6
--     ->  Index Scan using companies_pkey on companies
--           Index Cond: (id = hit.entity_id)
--   SubPlan 9
--     ->  Index Scan using keywords_pkey on keywords
--           Index Cond: (id = hit.entity_id)
--           SubPlan 7
--             ->  Aggregate
--                   ->  Index Scan using keyword_counts_keyword_id_kind_shard_pk on keyword_counts
--                         Index Cond: ((keyword_id = keywords.id) AND (kind = $1))
--           SubPlan 8
--             ->  Aggregate
--                   ->  Index Scan using keyword_counts_keyword_id_kind_shard_pk on keyword_counts keyword_counts_1
--                         Index Cond: ((keyword_id = keywords.id) AND (kind = $2))
--
-- Inside search_candidates, line 7:
-- Nested Loop
--   ->  HashAggregate
--         Group Key: k.k
--         ->  Function Scan on unnest k
--   ->  Append
--         ->  Subquery Scan on "*SELECT* 1"
--               ->  Limit
--                     ->  Index Scan using search_name_key on search_name s
--                           Index Cond: (key = k.k)
--                           Filter: (($5 OR (NOT adult)) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--         ->  Subquery Scan on "*SELECT* 2"
--               ->  Limit
--                     ->  Index Scan using search_name_num on search_name s_1
--                           Index Cond: (num_key = k.k)
--                           Filter: (($5 OR (NOT adult)) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--
-- Inside search_candidates, line 12:
-- Result
--   ->  Append
--         ->  Subquery Scan on "*SELECT* 1"
--               ->  Limit
--                     ->  Result
--                           One-Time Filter: (length($10) = 1)
--                           ->  Index Scan using search_name_first1 on search_name s_1
--                                 Index Cond: ("left"(key, 1) = $10)
--                                 Filter: (($5 OR (NOT adult)) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--         ->  Subquery Scan on "*SELECT* 2"
--               ->  Limit
--                     ->  Result
--                           One-Time Filter: (length($10) = 2)
--                           ->  Index Scan using search_name_first2 on search_name s_2
--                                 Index Cond: ("left"(key, 2) = $10)
--                                 Filter: (($5 OR (NOT adult)) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--         ->  Subquery Scan on "*SELECT* 3"
--               ->  Limit
--                     ->  Result
--                           One-Time Filter: (length($10) = 3)
--                           ->  Index Scan using search_name_first3 on search_name s_3
--                                 Index Cond: ("left"(key, 3) = $10)
--                                 Filter: (($5 OR (NOT adult)) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--         ->  Subquery Scan on "*SELECT* 4"
--               ->  Limit
--                     ->  Result
--                           One-Time Filter: (length($10) = 4)
--                           ->  Index Scan using search_name_first4 on search_name s_4
--                                 Index Cond: ("left"(key, 4) = $10)
--                                 Filter: (($5 OR (NOT adult)) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--         ->  Subquery Scan on "*SELECT* 5"
--               ->  Limit
--                     ->  Sort
--                           Disabled: true
--                           Sort Key: s_5.prom DESC
--                           ->  Result
--                                 One-Time Filter: (length($10) > 4)
--                                 ->  Bitmap Heap Scan on search_name s_5
--                                       Recheck Cond: ((key > $10) AND (key < ($10 || '\U10FFFF'::text)) AND (prom >= '0.25'::double precision))
--                                       Filter: (($5 OR (NOT adult)) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--                                       ->  Bitmap Index Scan on search_name_known_key
--                                             Index Cond: ((key > $10) AND (key < ($10 || '\U10FFFF'::text)))
--
-- Inside search_candidates, line 15:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Disabled: true
--               Sort Key: x.prom DESC
--               ->  Subquery Scan on x
--                     ->  Limit
--                           ->  Bitmap Heap Scan on search_name s_1
--                                 Recheck Cond: ((key > $10) AND (key < ($10 || '\U10FFFF'::text)) AND (prom < '0.25'::double precision))
--                                 Filter: (($5 OR (NOT adult)) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--                                 ->  Bitmap Index Scan on search_name_key
--                                       Index Cond: ((key > $10) AND (key < ($10 || '\U10FFFF'::text)) AND (prom < '0.25'::double precision))
--
-- Inside search_candidates, line 22:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Disabled: true
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: ((tokens @@ $14) AND (prom >= '0.45'::double precision))
--                     Filter: (($5 OR (NOT adult)) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--                     ->  Bitmap Index Scan on search_name_famous_tokens
--                           Index Cond: (tokens @@ $14)
--
-- Inside search_candidates, line 25:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Disabled: true
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: ((tokens @@ $14) AND (prom >= '0.25'::double precision))
--                     Filter: (($5 OR (NOT adult)) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--                     ->  Bitmap Index Scan on search_name_known_tokens
--                           Index Cond: (tokens @@ $14)
--
-- Inside search_candidates, line 29:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Disabled: true
--               Sort Key: x.prom DESC
--               ->  Subquery Scan on x
--                     ->  Limit
--                           ->  Bitmap Heap Scan on search_name s_1
--                                 Recheck Cond: (tokens @@ CASE WHEN (($13)[cardinality($13)] ~ '^[a-z0-9]{1,3}$'::text) THEN search_finished_query($13) ELSE $14 END)
--                                 Filter: (($5 OR (NOT adult)) AND (prom < '0.25'::double precision) AND (($4 IS NULL) OR (year = $4)) AND (($3 IS NULL) OR (kind = ANY ($3))))
--                                 ->  Bitmap Index Scan on search_name_tokens
--                                       Index Cond: (tokens @@ CASE WHEN (($13)[cardinality($13)] ~ '^[a-z0-9]{1,3}$'::text) THEN search_finished_query($13) ELSE $14 END)
--
-- Inside search_misspelt, line 7:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Disabled: true
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: ((search_slip_parts(key) && search_slip_probes($11)) AND (prom >= '0.25'::double precision))
--                     Filter: (($6 OR (NOT adult)) AND (($5 IS NULL) OR (year = $5)) AND (($4 IS NULL) OR (kind = ANY ($4))) AND ((levenshtein_less_equal(key, $11, 1) <= 1) OR ((length(key) = length($11)) AND (levenshtein_less_equal(key, $11, 2) = 2) AND search_swapped(key, $11))))
--                     ->  Bitmap Index Scan on search_name_known_slips
--                           Index Cond: (search_slip_parts(key) && search_slip_probes($11))
--
-- Inside search_misspelt, line 12:
-- Aggregate
--   ->  Nested Loop Left Join
--         ->  Function Scan on unnest u
--         ->  Aggregate
--               ->  Limit
--                     ->  WindowAgg
--                           Window: w1 AS (ORDER BY v.prom ROWS UNBOUNDED PRECEDING)
--                           ->  Sort
--                                 Disabled: true
--                                 Sort Key: v.prom DESC
--                                 ->  Result
--                                       One-Time Filter: ((length(u.word) >= 4) AND (length(u.word) <= 20) AND (u.word !~ '[0-9\u3040-\u9fff\uac00-\ud7af]'::text))
--                                       ->  Bitmap Heap Scan on search_word v
--                                             Recheck Cond: (search_slip_parts(word) && search_slip_probes(u.word))
--                                             Filter: ((word <> ALL ('{the,and}'::text[])) AND ((levenshtein_less_equal(word, u.word, 1) <= 1) OR ((length(word) = length(u.word)) AND (levenshtein_less_equal(word, u.word, 2) = 2) AND search_swapped(word, u.word))))
--                                             ->  Bitmap Index Scan on search_word_slips
--                                                   Index Cond: (search_slip_parts(word) && search_slip_probes(u.word))
--
-- Inside search_word_slips, line 5:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Disabled: true
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: ((tokens @@ $1) AND (prom >= '0.45'::double precision))
--                     Filter: (($6 OR (NOT adult)) AND (($5 IS NULL) OR (year = $5)) AND (($4 IS NULL) OR (kind = ANY ($4))))
--                     ->  Bitmap Index Scan on search_name_famous_tokens
--                           Index Cond: (tokens @@ $1)
--
-- Inside search_word_slips, line 8:
-- Subquery Scan on s
--   ->  Limit
--         ->  Sort
--               Disabled: true
--               Sort Key: s_1.prom DESC
--               ->  Bitmap Heap Scan on search_name s_1
--                     Recheck Cond: ((tokens @@ $1) AND (prom >= '0.25'::double precision))
--                     Filter: (($6 OR (NOT adult)) AND (($5 IS NULL) OR (year = $5)) AND (($4 IS NULL) OR (kind = ANY ($4))))
--                     ->  Bitmap Index Scan on search_name_known_tokens
--                           Index Cond: (tokens @@ $1)
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
