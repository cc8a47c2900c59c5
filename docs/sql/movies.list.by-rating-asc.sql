-- GET /api/v1/movies?sort_by=rating.asc
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 boolean = 'f'
-- $2 boolean = 'f'
-- $3 bigint = '20'
select
  (
    select
      coalesce(sum("n"), 0)::int
    from
      "title_totals"
    where
      "kind" = 'movie'
      and "genre" = -1
      and "adult" <= $1
  ) as "total_results",
  array_to_json(
    array(
      select
        item
      from
        (
          select
            *
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
                "movies"."adult" <= $2
              order by
                "movies"."vote_average" asc nulls last,
                "movies"."vote_count" asc nulls last,
                "movies".id
              limit 50
            ) walked
          limit $3
        ) item
    )
  )::text as "results"
from
  (
    values
      (1)
  ) one;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Bitmap Heap Scan on title_totals
--                 Recheck Cond: ((kind = 'movie'::title_kind) AND (genre = '-1'::integer) AND (adult <= $1))
--                 ->  Bitmap Index Scan on title_totals_kind_genre_status_adult_shard_pk
--                       Index Cond: ((kind = 'movie'::title_kind) AND (genre = '-1'::integer) AND (adult <= $1))
--   InitPlan 2
--     ->  Subquery Scan on item
--           ->  Limit
--                 ->  Subquery Scan on walked
--                       ->  Limit
--                             ->  Index Scan using movies_by_rating_asc on movies
--                                   Filter: (adult <= $2)
