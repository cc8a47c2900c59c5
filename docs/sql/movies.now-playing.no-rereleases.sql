-- GET /api/v1/movies/now-playing?exclude_rereleases=true
-- Statements: 1
-- Written by `bun run sql`.

-- $1 text = 'US'
-- $2 date = '2026-10-11'
-- $3 date = '2026-11-28'
-- $4 boolean = 'f'
-- $5 text = 'US'
-- $6 text = 'US'
-- $7 bigint = '20'
-- $8 bigint = '0'
with
  "found" as (
    select
      "movies"."id",
      "date",
      "movies"."popularity"
    from
      (
        select
          "movie_id",
          min("release_date") as "date"
        from
          "release_dates"
        where
          (
            (
              "release_dates"."region" = $1
              and "release_dates"."release_type" = 'theatrical'
            )
            and "release_dates"."release_date" between $2 and $3
          )
        group by
          "release_dates"."movie_id"
      ) "released"
      inner join "movies" on "movies"."id" = "released"."movie_id"
    where
      (
        "movies"."adult" <= $4
        and not coalesce(
          (
            select
              true
            from
              "release_dates"
            where
              "release_dates"."movie_id" = "movies"."id"
              and (
                "release_dates"."region" = $5
                and "release_dates"."release_type" = 'theatrical'
              )
              and "release_dates"."release_date" < "date" - interval '1 year'
            limit 1
          ),
          false
        )
      )
  )
select
  (
    select
      count(*)::int
    from
      found
  ) as "total_results",
  (
    select
      coalesce(json_agg(item), '[]'::json)
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
          "movies"."adult",
          to_char("movies"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
          released.date as "region_release_date",
          coalesce(
            (
              select
                true
              from
                "release_dates"
              where
                "release_dates"."movie_id" = "movies"."id"
                and (
                  "release_dates"."region" = $6
                  and "release_dates"."release_type" = 'theatrical'
                )
                and "release_dates"."release_date" < "date" - interval '1 year'
              limit 1
            ),
            false
          ) as "is_rerelease"
        from
          (
            select
              id,
              date,
              row_number() over (
                order by
                  popularity desc nulls last,
                  id
              ) as place
            from
              found
            order by
              popularity desc nulls last,
              id
            limit $7
            offset $8
          ) released
          inner join "movies" on "movies"."id" = released.id
        order by
          released.place
      ) item
  ) as "results"
from
  (
    values
      (1)
  ) one;

-- Plan for any values:
-- Result
--   CTE found
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: release_dates_1.movie_id
--                 ->  Index Only Scan using release_dates_theatrical on release_dates release_dates_1
--                       Index Cond: ((region = $1) AND (release_date >= $2) AND (release_date <= $3))
--           ->  Index Scan using movies_pkey on movies
--                 Index Cond: (id = release_dates_1.movie_id)
--                 Filter: ((adult <= $4) AND (NOT COALESCE((SubPlan 1), false)))
--                 SubPlan 1
--                   ->  Limit
--                         ->  Index Scan using release_dates_movie_id_region_position_pk on release_dates
--                               Index Cond: ((movie_id = movies.id) AND (region = $5))
--                               Filter: ((release_type = 'theatrical'::release_type) AND (release_date < ((min(release_dates_1.release_date)) - '1 year'::interval)))
--   InitPlan 3
--     ->  Aggregate
--           ->  CTE Scan on found
--   InitPlan 6
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Sort
--                       Sort Key: (row_number() OVER w1)
--                       ->  Nested Loop
--                             ->  Limit
--                                   ->  WindowAgg
--                                         Window: w1 AS (ORDER BY found_1.popularity, found_1.id ROWS UNBOUNDED PRECEDING)
--                                         ->  Sort
--                                               Sort Key: found_1.popularity DESC NULLS LAST, found_1.id
--                                               ->  CTE Scan on found found_1
--                             ->  Index Scan using movies_pkey on movies movies_1
--                                   Index Cond: (id = found_1.id)
--                             SubPlan 4
--                               ->  Aggregate
--                                     ->  Subquery Scan on item
--                                           ->  Sort
--                                                 Sort Key: title_genres."position", genres.id
--                                                 ->  Hash Join
--                                                       Hash Cond: (genres.id = title_genres.genre_id)
--                                                       ->  Seq Scan on genres
--                                                       ->  Hash
--                                                             ->  Index Scan using title_genres_title_id_genre_id_pk on title_genres
--                                                                   Index Cond: (title_id = movies_1.id)
--                             SubPlan 5
--                               ->  Limit
--                                     ->  Index Scan using release_dates_movie_id_region_position_pk on release_dates release_dates_2
--                                           Index Cond: ((movie_id = movies_1.id) AND (region = $6))
--                                           Filter: ((release_type = 'theatrical'::release_type) AND (release_date < (found_1.date - '1 year'::interval)))
