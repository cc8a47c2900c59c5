-- GET /api/v1/movies?year=1999&status=planned
-- Statements: 1
-- Written by `bun run sql`.

-- $1 smallint = '1999'
-- $2 movie_status = 'planned'
-- $3 boolean = 'f'
-- $4 date = '1999-01-01'
-- $5 date = '1999-12-31'
-- $6 smallint = '1999'
-- $7 movie_status = 'planned'
-- $8 boolean = 'f'
-- $9 bigint = '20'
-- $10 integer = '20'
-- $11 smallint = '1999'
-- $12 text = 'planned'
-- $13 boolean = 'f'
-- $14 smallint = '1999'
-- $15 boolean = 'f'
select
  counted.total as "total_results",
  (
    select
      coalesce(json_agg(item), '[]'::json)
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
          "movies"."id" = any (
            array(
              select
                id
              from
                (
                  (
                    select
                      id
                    from
                      "movies"
                    where
                      (
                        counted.way = 0
                        and (
                          "movies"."year" = $1
                          and "movies"."status" = $2
                          and "movies"."adult" <= $3
                        )
                      )
                    order by
                      "movies"."popularity" desc nulls last,
                      "movies"."id"
                    limit 50
                  )
                  union all
                  (
                    select
                      id
                    from
                      (
                        select
                          "movies".*
                        from
                          "movies"
                        where
                          (
                            counted.way = 1
                            and "movies"."release_date" between $4::date and $5::date
                            and (
                              "movies"."year" = $6
                              and "movies"."status" = $7
                              and "movies"."adult" <= $8
                            )
                          )
                        offset 0
                      ) as "movies"
                    order by
                      "movies"."popularity" desc nulls last,
                      "movies"."id"
                    limit 50
                  )
                ) found
              limit $9
            )
          )
        order by
          "movies"."popularity" desc nulls last,
          "movies"."id"
      ) item
  ) as "results"
from
  (
    select
      total,
      case
        when total <= 0 then null
        when walk = least(walk, reach_1) then 0
        when reach_1 = least(walk, reach_1) then 1
      end as way
    from
      (
        select
          *,
          least(size, (0 + $10::int) * size / greatest(total, 1)) as walk
        from
          (
            select
              (
                select
                  coalesce(sum("title_counts"."n"), 0)::int
                from
                  "title_counts"
                where
                  (
                    "title_counts"."kind" = 'movie'
                    and "title_counts"."genre" = -1
                    and "title_counts"."year" = $11
                    and "title_counts"."status" = $12
                    and "title_counts"."adult" <= $13
                  )
              ) as total,
              (
                select
                  greatest(reltuples, 0)
                from
                  pg_class
                where
                  oid = 'movies'::regclass
              ) as size,
              (
                select
                  coalesce(sum("title_counts"."n"), 0)::int
                from
                  "title_counts"
                where
                  (
                    "title_counts"."kind" = 'movie'
                    and "title_counts"."genre" = -1
                    and "title_counts"."year" = $14
                    and "title_counts"."adult" <= $15
                  )
              )::float8 * 2 as reach_1
            offset 0
          ) t
        offset 0
      ) t
    offset 0
  ) counted /* rare */;

-- Plan for these values, made anew for others:
-- Subquery Scan on counted
--   ->  Subquery Scan on t
--         ->  Subquery Scan on t_1
--               ->  Result
--                     InitPlan 4
--                       ->  Aggregate
--                             ->  Index Scan using title_counts_kind_genre_year_status_adult_pk on title_counts
--                                   Index Cond: ((kind = 'movie'::title_kind) AND (genre = '-1'::integer) AND (year = '1999'::smallint) AND (status = 'planned'::text) AND (adult <= false))
--                     InitPlan 5
--                       ->  Index Scan using pg_class_oid_index on pg_class
--                             Index Cond: (oid = 'movies'::regclass)
--                     InitPlan 6
--                       ->  Aggregate
--                             ->  Index Scan using title_counts_kind_genre_year_status_adult_pk on title_counts title_counts_1
--                                   Index Cond: ((kind = 'movie'::title_kind) AND (genre = '-1'::integer) AND (year = '1999'::smallint) AND (adult <= false))
--   SubPlan 3
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Sort
--                       Sort Key: movies_3.popularity DESC NULLS LAST, movies_3.id
--                       InitPlan 2
--                         ->  Limit
--                               ->  Append
--                                     ->  Subquery Scan on "*SELECT* 1"
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: movies.popularity DESC NULLS LAST, movies.id
--                                                       ->  Result
--                                                             One-Time Filter: (counted.way = 0)
--                                                             ->  Index Scan using movies_by_status on movies
--                                                                   Index Cond: (status = 'planned'::movie_status)
--                                                                   Filter: ((adult <= false) AND (year = '1999'::smallint))
--                                     ->  Subquery Scan on "*SELECT* 2"
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: movies_1.popularity DESC NULLS LAST, movies_1.id
--                                                       ->  Subquery Scan on movies_1
--                                                             ->  Result
--                                                                   One-Time Filter: (counted.way = 1)
--                                                                   ->  Index Only Scan using movies_by_date_desc on movies movies_2
--                                                                         Index Cond: ((release_date >= '1999-01-01'::date) AND (release_date <= '1999-12-31'::date))
--                                                                         Filter: ((adult <= false) AND (year = '1999'::smallint) AND (status = 'planned'::movie_status))
--                       ->  Index Scan using movies_pkey on movies movies_3
--                             Index Cond: (id = ANY ((InitPlan 2).col1))
--                             SubPlan 1
--                               ->  Aggregate
--                                     ->  Subquery Scan on item
--                                           ->  Sort
--                                                 Sort Key: title_genres."position", genres.id
--                                                 ->  Hash Join
--                                                       Hash Cond: (genres.id = title_genres.genre_id)
--                                                       ->  Seq Scan on genres
--                                                       ->  Hash
--                                                             ->  Index Scan using title_genres_title_id_genre_id_pk on title_genres
--                                                                   Index Cond: (title_id = movies_3.id)
