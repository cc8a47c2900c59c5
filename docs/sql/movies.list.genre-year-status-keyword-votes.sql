-- GET /api/v1/movies?genre=genre_01980000000070008000000000000007&year=1999&status=planned&keyword=keyword_01990004000070008000000000000007&vote_count_gte=100
-- Statements: 1
-- Written by `bun run sql`.

-- $1 integer = '64'
-- $2 smallint = '1999'
-- $3 movie_status = 'planned'
-- $4 boolean = 'f'
-- $5 integer = '100'
-- $6 uuid = '01990004-0000-7000-8000-000000000007'
-- $7 uuid = '01990004-0000-7000-8000-000000000007'
-- $8 integer = '64'
-- $9 smallint = '1999'
-- $10 text = 'planned'
-- $11 boolean = 'f'
-- $12 integer = '64'
-- $13 smallint = '1999'
-- $14 movie_status = 'planned'
-- $15 boolean = 'f'
-- $16 integer = '100'
-- $17 bigint = '20'
-- $18 integer = '20'
-- $19 uuid = '01990004-0000-7000-8000-000000000007'
-- $20 integer = '64'
-- $21 smallint = '1999'
-- $22 text = 'planned'
-- $23 boolean = 'f'
-- $24 integer = '100'
-- $25 uuid = '01990004-0000-7000-8000-000000000007'
-- $26 integer = '64'
-- $27 smallint = '1999'
-- $28 text = 'planned'
-- $29 boolean = 'f'
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
                          (
                            "movies"."genre_mask" & $1 <> 0
                            and "movies"."year" = $2
                            and "movies"."status" = $3
                            and "movies"."adult" <= $4
                          )
                          and "movies"."vote_count" >= $5
                        )
                        and (
                          select
                            true
                          from
                            "title_keywords"
                          where
                            "title_keywords"."title_id" = "movies"."id"
                            and "title_keywords"."keyword_id" = $6
                          limit 1
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
                          (
                            select distinct
                              "title_keywords"."title_id" as title_id
                            from
                              "title_keywords"
                            where
                              (
                                "title_keywords"."keyword_id" = $7
                                and "title_keywords"."kind" = 'movie'
                                and (
                                  "title_keywords"."genre_mask" & $8 <> 0
                                  and "title_keywords"."year" = $9
                                  and "title_keywords"."status" = $10
                                  and "title_keywords"."adult" <= $11
                                )
                              )
                          ) listed
                          join "movies" on "movies"."id" = listed.title_id
                        where
                          (
                            counted.way = 1
                            and (
                              (
                                "movies"."genre_mask" & $12 <> 0
                                and "movies"."year" = $13
                                and "movies"."status" = $14
                                and "movies"."adult" <= $15
                              )
                              and "movies"."vote_count" >= $16
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
              limit $17
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
          least(size, (0 + $18::int) * size / greatest(total, 1)) as walk
        from
          (
            select
              (
                select
                  count(*)::int
                from
                  "title_keywords"
                  join "movies" on "movies"."id" = "title_keywords"."title_id"
                where
                  (
                    "title_keywords"."keyword_id" = $19
                    and "title_keywords"."kind" = 'movie'
                    and (
                      "title_keywords"."genre_mask" & $20 <> 0
                      and "title_keywords"."year" = $21
                      and "title_keywords"."status" = $22
                      and "title_keywords"."adult" <= $23
                    )
                    and "movies"."vote_count" >= $24
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
                  count(*)::int
                from
                  "title_keywords"
                where
                  (
                    "title_keywords"."keyword_id" = $25
                    and "title_keywords"."kind" = 'movie'
                    and (
                      "title_keywords"."genre_mask" & $26 <> 0
                      and "title_keywords"."year" = $27
                      and "title_keywords"."status" = $28
                      and "title_keywords"."adult" <= $29
                    )
                  )
              )::float8 * 1 as reach_1
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
--                     InitPlan 5
--                       ->  Aggregate
--                             ->  Nested Loop
--                                   ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_2
--                                         Index Cond: ((keyword_id = '01990004-0000-7000-8000-000000000007'::uuid) AND (kind = 'movie'::title_kind))
--                                         Filter: ((adult <= false) AND (year = '1999'::smallint) AND (status = 'planned'::text) AND ((genre_mask & 64) <> 0))
--                                   ->  Index Scan using movies_pkey on movies movies_4
--                                         Index Cond: (id = title_keywords_2.title_id)
--                                         Filter: (vote_count >= 100)
--                     InitPlan 6
--                       ->  Index Scan using pg_class_oid_index on pg_class
--                             Index Cond: (oid = 'movies'::regclass)
--                     InitPlan 7
--                       ->  Aggregate
--                             ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_3
--                                   Index Cond: ((keyword_id = '01990004-0000-7000-8000-000000000007'::uuid) AND (kind = 'movie'::title_kind))
--                                   Filter: ((adult <= false) AND (year = '1999'::smallint) AND (status = 'planned'::text) AND ((genre_mask & 64) <> 0))
--   SubPlan 4
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Sort
--                       Sort Key: movies_3.popularity DESC NULLS LAST, movies_3.id
--                       InitPlan 3
--                         ->  Limit
--                               ->  Append
--                                     ->  Subquery Scan on "*SELECT* 1"
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: movies.popularity DESC NULLS LAST, movies.id
--                                                       ->  Result
--                                                             One-Time Filter: (counted.way = 0)
--                                                             ->  Bitmap Heap Scan on movies
--                                                                   Recheck Cond: ((status = 'planned'::movie_status) AND (vote_count >= 100))
--                                                                   Filter: ((adult <= false) AND (year = '1999'::smallint) AND ((genre_mask & 64) <> 0) AND (SubPlan 2))
--                                                                   ->  BitmapAnd
--                                                                         ->  Bitmap Index Scan on movies_by_status
--                                                                               Index Cond: (status = 'planned'::movie_status)
--                                                                         ->  Bitmap Index Scan on movies_by_votes
--                                                                               Index Cond: (vote_count >= 100)
--                                                                   SubPlan 2
--                                                                     ->  Limit
--                                                                           ->  Index Only Scan using title_keywords_title_id_keyword_id_pk on title_keywords
--                                                                                 Index Cond: ((title_id = movies.id) AND (keyword_id = '01990004-0000-7000-8000-000000000007'::uuid))
--                                     ->  Subquery Scan on "*SELECT* 2"
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: movies_1.popularity DESC NULLS LAST, movies_1.id
--                                                       ->  Subquery Scan on movies_1
--                                                             ->  Result
--                                                                   One-Time Filter: (counted.way = 1)
--                                                                   ->  Nested Loop
--                                                                         ->  Unique
--                                                                               ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_1
--                                                                                     Index Cond: ((keyword_id = '01990004-0000-7000-8000-000000000007'::uuid) AND (kind = 'movie'::title_kind))
--                                                                                     Filter: ((adult <= false) AND (year = '1999'::smallint) AND (status = 'planned'::text) AND ((genre_mask & 64) <> 0))
--                                                                         ->  Index Scan using movies_pkey on movies movies_2
--                                                                               Index Cond: (id = title_keywords_1.title_id)
--                                                                               Filter: ((adult <= false) AND (vote_count >= 100) AND (year = '1999'::smallint) AND (status = 'planned'::movie_status) AND ((genre_mask & 64) <> 0))
--                       ->  Index Scan using movies_pkey on movies movies_3
--                             Index Cond: (id = ANY ((InitPlan 3).col1))
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
