-- GET /api/v1/movies?keyword=keyword%207
-- Statements: 1
-- Written by `bun run sql`.

-- $1 boolean = 'f'
-- $2 text = 'keyword 7'
-- $3 text = 'keyword 7'
-- $4 boolean = 'f'
-- $5 boolean = 'f'
-- $6 bigint = '20'
-- $7 integer = '20'
-- $8 text = 'keyword 7'
-- $9 boolean = 'f'
-- $10 text = 'keyword 7'
-- $11 boolean = 'f'
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
                        and "movies"."adult" <= $1
                        and (
                          select
                            true
                          from
                            "title_keywords"
                          where
                            "title_keywords"."title_id" = "movies"."id"
                            and "title_keywords"."keyword_id" = any (
                              array(
                                select
                                  "keywords"."id"
                                from
                                  "keywords"
                                where
                                  lower("keywords"."name") = lower($2)
                              )
                            )
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
                                "title_keywords"."keyword_id" = any (
                                  array(
                                    select
                                      "keywords"."id"
                                    from
                                      "keywords"
                                    where
                                      lower("keywords"."name") = lower($3)
                                  )
                                )
                                and "title_keywords"."kind" = 'movie'
                                and "title_keywords"."adult" <= $4
                              )
                          ) listed
                          join "movies" on "movies"."id" = listed.title_id
                        where
                          (
                            counted.way = 1
                            and "movies"."adult" <= $5
                          )
                        offset 0
                      ) as "movies"
                    order by
                      "movies"."popularity" desc nulls last,
                      "movies"."id"
                    limit 50
                  )
                ) found
              limit $6
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
          least(size, (0 + $7::int) * size / greatest(total, 1)) as walk
        from
          (
            select
              (
                select
                  count(distinct "title_keywords"."title_id")::int
                from
                  "title_keywords"
                where
                  (
                    "title_keywords"."keyword_id" = any (
                      array(
                        select
                          "keywords"."id"
                        from
                          "keywords"
                        where
                          lower("keywords"."name") = lower($8)
                      )
                    )
                    and "title_keywords"."kind" = 'movie'
                    and "title_keywords"."adult" <= $9
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
                  count(distinct "title_keywords"."title_id")::int
                from
                  "title_keywords"
                where
                  (
                    "title_keywords"."keyword_id" = any (
                      array(
                        select
                          "keywords"."id"
                        from
                          "keywords"
                        where
                          lower("keywords"."name") = lower($10)
                      )
                    )
                    and "title_keywords"."kind" = 'movie'
                    and "title_keywords"."adult" <= $11
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
--                     InitPlan 8
--                       ->  Aggregate
--                             InitPlan 7
--                               ->  Index Scan using keywords_by_folded_name on keywords keywords_2
--                                     Index Cond: (lower(name) = 'keyword 7'::text)
--                             ->  Sort
--                                   Sort Key: title_keywords_2.title_id
--                                   ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_2
--                                         Index Cond: ((keyword_id = ANY ((InitPlan 7).col1)) AND (kind = 'movie'::title_kind))
--                                         Filter: (adult <= false)
--                     InitPlan 9
--                       ->  Index Scan using pg_class_oid_index on pg_class
--                             Index Cond: (oid = 'movies'::regclass)
--                     InitPlan 11
--                       ->  Aggregate
--                             InitPlan 10
--                               ->  Index Scan using keywords_by_folded_name on keywords keywords_3
--                                     Index Cond: (lower(name) = 'keyword 7'::text)
--                             ->  Sort
--                                   Sort Key: title_keywords_3.title_id
--                                   ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_3
--                                         Index Cond: ((keyword_id = ANY ((InitPlan 10).col1)) AND (kind = 'movie'::title_kind))
--                                         Filter: (adult <= false)
--   SubPlan 6
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Sort
--                       Sort Key: movies_3.popularity DESC NULLS LAST, movies_3.id
--                       InitPlan 5
--                         ->  Limit
--                               ->  Append
--                                     ->  Subquery Scan on "*SELECT* 1"
--                                           ->  Limit
--                                                 ->  Result
--                                                       One-Time Filter: (counted.way = 0)
--                                                       ->  Index Only Scan using movies_by_popularity_desc on movies
--                                                             Filter: ((adult <= false) AND (SubPlan 3))
--                                                             SubPlan 3
--                                                               ->  Limit
--                                                                     InitPlan 2
--                                                                       ->  Index Scan using keywords_by_folded_name on keywords
--                                                                             Index Cond: (lower(name) = 'keyword 7'::text)
--                                                                     ->  Index Only Scan using title_keywords_title_id_keyword_id_pk on title_keywords
--                                                                           Index Cond: ((title_id = movies.id) AND (keyword_id = ANY ((InitPlan 2).col1)))
--                                     ->  Subquery Scan on "*SELECT* 2"
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: movies_1.popularity DESC NULLS LAST, movies_1.id
--                                                       ->  Subquery Scan on movies_1
--                                                             ->  Result
--                                                                   One-Time Filter: (counted.way = 1)
--                                                                   ->  Hash Join
--                                                                         Hash Cond: (movies_2.id = title_keywords_1.title_id)
--                                                                         ->  Index Only Scan using movies_by_popularity_asc on movies movies_2
--                                                                               Filter: (adult <= false)
--                                                                         ->  Hash
--                                                                               ->  HashAggregate
--                                                                                     Group Key: title_keywords_1.title_id
--                                                                                     InitPlan 4
--                                                                                       ->  Index Scan using keywords_by_folded_name on keywords keywords_1
--                                                                                             Index Cond: (lower(name) = 'keyword 7'::text)
--                                                                                     ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_1
--                                                                                           Index Cond: ((keyword_id = ANY ((InitPlan 4).col1)) AND (kind = 'movie'::title_kind))
--                                                                                           Filter: (adult <= false)
--                       ->  Index Scan using movies_pkey on movies movies_3
--                             Index Cond: (id = ANY ((InitPlan 5).col1))
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
