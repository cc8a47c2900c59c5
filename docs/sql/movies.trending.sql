-- GET /api/v1/movies/trending
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 title_kind = 'movie'
-- $2 trending_window = 'day'
-- $3 boolean = 'f'
-- $4 title_kind = 'movie'
-- $5 trending_window = 'day'
-- $6 boolean = 'f'
-- $7 bigint = '20'
-- $8 bigint = '0'
-- $9 title_kind = 'movie'
-- $10 trending_window = 'day'
select
  (
    select
      count(*)::int
    from
      "trending_entries"
      inner join "movies" on "movies"."id" = "trending_entries"."title_id"
    where
      (
        "trending_entries"."kind" = $1
        and "trending_entries"."window" = $2
        and "movies"."adult" <= $3
      )
  ),
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
            to_char("movies"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at",
            "trending_entries"."rank"
          from
            "trending_entries"
            inner join "movies" on "movies"."id" = "trending_entries"."title_id"
          where
            (
              "trending_entries"."kind" = $4
              and "trending_entries"."window" = $5
              and "movies"."adult" <= $6
            )
          order by
            "trending_entries"."rank"
          limit $7
          offset $8
        ) item
    )
  )::text,
  to_char("trending_lists"."refreshed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  coalesce("trending_lists"."source", 'tmdb')
from
  (
    values
      (1)
  ) one
  left join "trending_lists" on (
    "trending_lists"."kind" = $9
    and "trending_lists"."window" = $10
  );

-- Plan for any values:
-- Nested Loop Left Join
--   InitPlan 1
--     ->  Aggregate
--           ->  Nested Loop
--                 ->  Seq Scan on trending_entries
--                       Filter: ((kind = $1) AND ("window" = $2))
--                 ->  Memoize
--                       Cache Key: trending_entries.title_id
--                       Cache Mode: logical
--                       ->  Index Scan using movies_pkey on movies
--                             Index Cond: (id = trending_entries.title_id)
--                             Filter: (adult <= $3)
--   InitPlan 2
--     ->  Subquery Scan on item
--           ->  Limit
--                 ->  Nested Loop
--                       ->  Index Scan using trending_entries_kind_window_rank_pk on trending_entries trending_entries_1
--                             Index Cond: ((kind = $4) AND ("window" = $5))
--                       ->  Memoize
--                             Cache Key: trending_entries_1.title_id
--                             Cache Mode: logical
--                             ->  Index Scan using movies_pkey on movies movies_1
--                                   Index Cond: (id = trending_entries_1.title_id)
--                                   Filter: (adult <= $6)
--   ->  Result
--   ->  Seq Scan on trending_lists
--         Filter: ((kind = $9) AND ("window" = $10))
