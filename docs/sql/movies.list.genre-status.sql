-- GET /api/v1/movies?genre=genre_01980000000070008000000000000007&status=planned
-- Statements: 1
-- Written by `bun run sql`.

-- $1 integer = '64'
-- $2 movie_status = 'planned'
-- $3 boolean = 'f'
-- $4 movie_status = 'planned'
-- $5 integer = '64'
-- $6 movie_status = 'planned'
-- $7 boolean = 'f'
-- $8 uuid = '01980000-0000-7000-8000-000000000007'
-- $9 integer = '64'
-- $10 movie_status = 'planned'
-- $11 boolean = 'f'
-- $12 bigint = '20'
-- $13 integer = '20'
-- $14 smallint = '6'
-- $15 text = 'planned'
-- $16 boolean = 'f'
-- $17 text = 'planned'
-- $18 boolean = 'f'
-- $19 smallint = '6'
-- $20 boolean = 'f'
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
                          "movies"."genre_mask" & $1 <> 0
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
                            and "movies"."status" = $4
                            and (
                              "movies"."genre_mask" & $5 <> 0
                              and "movies"."status" = $6
                              and "movies"."adult" <= $7
                            )
                          )
                        offset 0
                      ) as "movies"
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
                          "title_genres"
                          join "movies" on "movies"."id" = "title_genres"."title_id"
                        where
                          (
                            counted.way = 2
                            and "title_genres"."genre_id" = $8
                            and (
                              "movies"."genre_mask" & $9 <> 0
                              and "movies"."status" = $10
                              and "movies"."adult" <= $11
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
              limit $12
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
        when walk = least(walk, reach_1, reach_2) then 0
        when reach_1 = least(walk, reach_1, reach_2) then 1
        when reach_2 = least(walk, reach_1, reach_2) then 2
      end as way
    from
      (
        select
          *,
          least(size, (0 + $13::int) * size / greatest(total, 1)) as walk
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
                    and "title_counts"."genre" = $14
                    and "title_counts"."status" = $15
                    and "title_counts"."adult" <= $16
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
                    and "title_counts"."status" = $17
                    and "title_counts"."adult" <= $18
                  )
              )::float8 * 6 as reach_1,
              (
                select
                  coalesce(sum("title_counts"."n"), 0)::int
                from
                  "title_counts"
                where
                  (
                    "title_counts"."kind" in ('movie', 'series')
                    and "title_counts"."genre" = $19
                    and "title_counts"."adult" <= $20
                  )
              )::float8 * 6 as reach_2
            offset 0
          ) t
        offset 0
      ) t
    offset 0
  ) counted /* rare */;

-- Plan for any values:
-- Subquery Scan on counted
--   ->  Subquery Scan on t
--         ->  Subquery Scan on t_1
--               ->  Result
--                     InitPlan 4
--                       ->  Aggregate
--                             ->  Index Scan using title_counts_kind_genre_year_status_adult_pk on title_counts
--                                   Index Cond: ((kind = 'movie'::title_kind) AND (genre = $14) AND (status = $15) AND (adult <= $16))
--                     InitPlan 5
--                       ->  Index Scan using pg_class_oid_index on pg_class
--                             Index Cond: (oid = 'movies'::regclass)
--                     InitPlan 6
--                       ->  Aggregate
--                             ->  Index Scan using title_counts_kind_genre_year_status_adult_pk on title_counts title_counts_1
--                                   Index Cond: ((kind = 'movie'::title_kind) AND (genre = '-1'::integer) AND (status = $17) AND (adult <= $18))
--                     InitPlan 7
--                       ->  Aggregate
--                             ->  Bitmap Heap Scan on title_counts title_counts_2
--                                   Recheck Cond: ((kind = ANY ('{movie,series}'::title_kind[])) AND (genre = $19) AND (adult <= $20))
--                                   ->  Bitmap Index Scan on title_counts_kind_genre_year_status_adult_pk
--                                         Index Cond: ((kind = ANY ('{movie,series}'::title_kind[])) AND (genre = $19) AND (adult <= $20))
--   SubPlan 3
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Sort
--                       Sort Key: movies_5.popularity DESC NULLS LAST, movies_5.id
--                       InitPlan 2
--                         ->  Limit
--                               ->  Append
--                                     ->  Subquery Scan on "*SELECT* 1"
--                                           ->  Limit
--                                                 ->  Result
--                                                       One-Time Filter: (counted.way = 0)
--                                                       ->  Index Only Scan using movies_by_popularity_desc on movies
--                                                             Filter: ((adult <= $3) AND (status = $2) AND ((genre_mask & $1) <> 0))
--                                     ->  Subquery Scan on "*SELECT* 2"
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: movies_1.popularity DESC NULLS LAST, movies_1.id
--                                                       ->  Subquery Scan on movies_1
--                                                             ->  Result
--                                                                   One-Time Filter: ((counted.way = 1) AND ($4 = $6))
--                                                                   ->  Index Scan using movies_by_status on movies movies_2
--                                                                         Index Cond: (status = $6)
--                                                                         Filter: ((adult <= $7) AND ((genre_mask & $5) <> 0))
--                                     ->  Subquery Scan on "*SELECT* 3"
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: movies_3.popularity DESC NULLS LAST, movies_3.id
--                                                       ->  Subquery Scan on movies_3
--                                                             ->  Result
--                                                                   One-Time Filter: (counted.way = 2)
--                                                                   ->  Hash Join
--                                                                         Hash Cond: (title_genres_1.title_id = movies_4.id)
--                                                                         ->  Index Only Scan using title_genres_by_genre on title_genres title_genres_1
--                                                                               Index Cond: (genre_id = $8)
--                                                                         ->  Hash
--                                                                               ->  Index Scan using movies_by_status on movies movies_4
--                                                                                     Index Cond: (status = $10)
--                                                                                     Filter: ((adult <= $11) AND ((genre_mask & $9) <> 0))
--                       ->  Index Scan using movies_pkey on movies movies_5
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
--                                                                   Index Cond: (title_id = movies_5.id)
