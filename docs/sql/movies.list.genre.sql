-- GET /api/v1/movies?genre=genre_01980000000070008000000000000007
-- Statements: 1
-- Functions: functions/genre_labels_of.sql, functions/list_movies.sql
-- Written by `bun run sql`.

-- $1 text = 'popularity.desc'
-- $2 integer = '0'
-- $3 integer = '20'
-- $4 boolean = 'f'
-- $5 smallint = '6'
-- $6 uuid = '01980000-0000-7000-8000-000000000007'
-- $7 integer = '64'
-- $8 integer = '64'
-- $9 smallint = null
-- $10 movie_status = null
-- $11 uuid = null
-- $12 text = null
-- $13 integer = null
select
  listed.total as "total_results",
  array_to_json(
    array(
      select
        item
      from
        (
          select
            'movie_' || replace("movies"."id"::text, '-', '') as "id",
            'movie' as "kind",
            "movies"."title",
            "movies"."original_title",
            "movies"."original_language",
            "movies"."overview",
            "movies"."release_date",
            "movies"."year",
            "movies"."status",
            "movies"."runtime",
            "movies"."popularity",
            "movies"."vote_average",
            "movies"."vote_count",
            "movies"."poster_path",
            "movies"."backdrop_path",
            coalesce("movies"."genre_labels", genre_labels_of ("movies"."id"))::json as "genres",
            coalesce("movies"."adult", "movies"."removed_adult") as "adult",
            to_char("movies"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
            to_char("movies"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          from
            unnest(listed.ids) with ordinality as place (title_id, n)
            inner join "movies" on "movies"."id" = place.title_id
          order by
            place.n
        ) item
    )
  )::text as "results"
from
  list_movies ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) listed;

-- Plan for any values:
-- Function Scan on list_movies listed
--   SubPlan 1
--     ->  Subquery Scan on item
--           ->  Nested Loop
--                 ->  Function Scan on unnest place
--                 ->  Index Scan using movies_pkey on movies
--                       Index Cond: (id = place.title_id)
--
-- Inside list_movies, line 4:
-- Result
--   InitPlan 1
--     ->  Index Scan using pg_class_oid_index on pg_class
--           Index Cond: (oid = '16827'::oid)
--
-- Inside list_movies, line 48:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Bitmap Heap Scan on title_totals c
--                 Recheck Cond: ((kind = 'movie'::title_kind) AND (genre = COALESCE(($5)::integer, '-1'::integer)) AND (adult <= $4))
--                 Filter: (($10 IS NULL) OR (status = ($10)::text))
--                 ->  Bitmap Index Scan on title_totals_kind_genre_status_adult_shard_pk
--                       Index Cond: ((kind = 'movie'::title_kind) AND (genre = COALESCE(($5)::integer, '-1'::integer)) AND (adult <= $4))
--
-- Inside list_movies, line 145:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Bitmap Heap Scan on title_totals c
--                 Recheck Cond: ((kind = ANY ('{movie,series}'::title_kind[])) AND (genre = CASE WHEN (($6)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"(($6)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END) AND (adult <= $4))
--                 ->  Bitmap Index Scan on title_totals_kind_genre_status_adult_shard_pk
--                       Index Cond: ((kind = ANY ('{movie,series}'::title_kind[])) AND (genre = CASE WHEN (($6)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"(($6)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END) AND (adult <= $4))
--
-- Inside list_movies, line 191:
-- Result
--   InitPlan 2
--     ->  Limit
--           ->  Subquery Scan on found
--                 ->  Limit
--                       ->  Index Only Scan using movies_by_popularity_desc on movies m
--                             Filter: ((adult <= $4) AND (($9 IS NULL) OR (year = $9)) AND (($10 IS NULL) OR (status = $10)) AND (($13 IS NULL) OR (vote_count >= $13)) AND ((genre_mask & $7) >= $8) AND (($18 IS NULL) OR (SubPlan 1)))
--                             SubPlan 1
--                               ->  Limit
--                                     ->  Index Only Scan using title_keywords_title_id_keyword_id_pk on title_keywords k
--                                           Index Cond: ((title_id = m.id) AND (keyword_id = ANY ($18)))
