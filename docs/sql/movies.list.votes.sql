-- GET /api/v1/movies?vote_count_gte=100
-- Statements: 1
-- Written by `bun run sql`.

-- $1 boolean = 'f'
-- $2 integer = '100'
-- $3 bigint = '20'
-- $4 integer = '100'
-- $5 boolean = 'f'
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
                          "movies"."adult" <= $1
                          and "movies"."vote_count" >= $2
                        )
                      )
                    order by
                      "movies"."popularity" desc nulls last,
                      "movies"."id"
                    limit 50
                  )
                ) found
              limit $3
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
        when total > 0 then 0
      end as way
    from
      (
        select
          (
            select
              count(*)::int
            from
              "movies"
            where
              (
                "movies"."vote_count" >= $4
                and "movies"."adult" <= $5
              )
          ) as total
        offset 0
      ) t
  ) counted /* rare */;

-- Plan for any values:
-- Subquery Scan on t
--   ->  Result
--         InitPlan 4
--           ->  Aggregate
--                 ->  Index Only Scan using movies_by_votes on movies movies_2
--                       Index Cond: (vote_count >= $4)
--                       Filter: (adult <= $5)
--   SubPlan 3
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Sort
--                       Sort Key: movies_1.popularity DESC NULLS LAST, movies_1.id
--                       InitPlan 2
--                         ->  Limit
--                               ->  Subquery Scan on found
--                                     ->  Limit
--                                           ->  Result
--                                                 One-Time Filter: (CASE WHEN (t.total > 0) THEN 0 ELSE NULL::integer END = 0)
--                                                 ->  Index Only Scan using movies_by_popularity_desc on movies
--                                                       Filter: ((adult <= $1) AND (vote_count >= $2))
--                       ->  Index Scan using movies_pkey on movies movies_1
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
--                                                                   Index Cond: (title_id = movies_1.id)
