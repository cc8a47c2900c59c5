-- GET /api/v1/movies/upcoming
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 text = 'US'
-- $2 date = '2026-11-23'
-- $3 date = '2027-01-21'
-- $4 date = '2026-11-23'
-- $5 boolean = 'f'
-- $6 boolean = 't'
-- $7 text = 'US'
-- $8 date = '2026-11-23'
-- $9 date = '2027-01-21'
-- $10 date = '2026-11-23'
-- $11 boolean = 'f'
-- $12 boolean = 't'
-- $13 bigint = '0'
-- $14 bigint = '20'
select
  (
    select
      count(*)::int
    from
      "theatrical_releases"
    where
      (
        "theatrical_releases"."region" = $1
        and "theatrical_releases"."release_date" between $2 and $3
        and (
          "theatrical_releases"."previous_date" is null
          or "theatrical_releases"."previous_date" < $4
        )
        and "theatrical_releases"."adult" <= $5
        and "theatrical_releases"."is_rerelease" <= $6
      )
  ) as "total_results",
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
            listed.release_date as "region_release_date",
            listed.is_rerelease as "is_rerelease"
          from
            (
              select
                *,
                row_number() over () as place
              from
                (
                  select
                    movie_id,
                    release_date,
                    is_rerelease
                  from
                    "theatrical_releases"
                  where
                    (
                      "theatrical_releases"."region" = $7
                      and "theatrical_releases"."release_date" between $8 and $9
                      and (
                        "theatrical_releases"."previous_date" is null
                        or "theatrical_releases"."previous_date" < $10
                      )
                      and "theatrical_releases"."adult" <= $11
                      and "theatrical_releases"."is_rerelease" <= $12
                    )
                  order by
                    release_date,
                    popularity desc nulls last,
                    movie_id
                  limit 50
                  offset (
                      select
                        $13::bigint
                    )
                ) ordered
              limit $14
            ) listed
            inner join "movies" on "movies"."id" = listed.movie_id
          order by
            listed.place
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
--           ->  Index Only Scan using theatrical_releases_by_date on theatrical_releases
--                 Index Cond: ((region = $1) AND (release_date >= $2) AND (release_date <= $3))
--                 Filter: (((previous_date IS NULL) OR (previous_date < $4)) AND (adult <= $5) AND (is_rerelease <= $6))
--   InitPlan 3
--     ->  Subquery Scan on item
--           ->  Sort
--                 Sort Key: (row_number() OVER w1)
--                 ->  Nested Loop
--                       ->  Limit
--                             ->  WindowAgg
--                                   Window: w1 AS (ROWS UNBOUNDED PRECEDING)
--                                   ->  Subquery Scan on ordered
--                                         ->  Limit
--                                               InitPlan 2
--                                                 ->  Result
--                                               ->  Incremental Sort
--                                                     Sort Key: theatrical_releases_1.release_date, theatrical_releases_1.popularity DESC NULLS LAST, theatrical_releases_1.movie_id
--                                                     Presorted Key: theatrical_releases_1.release_date
--                                                     ->  Index Only Scan using theatrical_releases_by_date on theatrical_releases theatrical_releases_1
--                                                           Index Cond: ((region = $7) AND (release_date >= $8) AND (release_date <= $9))
--                                                           Filter: (((previous_date IS NULL) OR (previous_date < $10)) AND (adult <= $11) AND (is_rerelease <= $12))
--                       ->  Index Scan using movies_pkey on movies
--                             Index Cond: (id = ordered.movie_id)
