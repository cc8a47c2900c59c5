-- GET /api/v1/series?sort_by=popularity.asc
-- Statements: 1
-- Written by `bun run sql`.

-- $1 boolean = 'f'
-- $2 bigint = '20'
-- $3 boolean = 'f'
select
  counted.total as "total_results",
  (
    select
      coalesce(json_agg(item), '[]'::json)
    from
      (
        select
          'series_' || replace("id"::text, '-', '') as "id",
          'series' as "kind",
          "title",
          "original_title",
          "original_language",
          "overview",
          "first_air_date",
          "last_air_date",
          "year",
          "status",
          "number_of_seasons",
          "number_of_episodes",
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
                  "title_genres"."title_id" = "series"."id"
                order by
                  "title_genres"."position",
                  "genres"."id"
              ) item
          ) as "genres",
          "adult",
          to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at"
        from
          "series"
        where
          "series"."id" = any (
            array(
              select
                id
              from
                (
                  (
                    select
                      id
                    from
                      "series"
                    where
                      (
                        counted.way = 0
                        and "series"."adult" <= $1
                      )
                    order by
                      "series"."popularity" asc nulls last,
                      "series"."id"
                    limit 50
                  )
                ) found
              limit $2
            )
          )
        order by
          "series"."popularity" asc nulls last,
          "series"."id"
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
              coalesce(sum("title_counts"."n"), 0)::int
            from
              "title_counts"
            where
              (
                "title_counts"."kind" = 'series'
                and "title_counts"."genre" = -1
                and "title_counts"."adult" <= $3
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
--                 ->  Bitmap Heap Scan on title_counts
--                       Recheck Cond: ((kind = 'series'::title_kind) AND (genre = '-1'::integer) AND (adult <= $3))
--                       ->  Bitmap Index Scan on title_counts_kind_genre_year_status_adult_pk
--                             Index Cond: ((kind = 'series'::title_kind) AND (genre = '-1'::integer) AND (adult <= $3))
--   SubPlan 3
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Sort
--                       Sort Key: series_1.popularity, series_1.id
--                       InitPlan 2
--                         ->  Limit
--                               ->  Subquery Scan on found
--                                     ->  Limit
--                                           ->  Result
--                                                 One-Time Filter: (CASE WHEN (t.total > 0) THEN 0 ELSE NULL::integer END = 0)
--                                                 ->  Index Only Scan using series_by_popularity_asc on series
--                                                       Filter: (adult <= $1)
--                       ->  Index Scan using series_pkey on series series_1
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
--                                                                   Index Cond: (title_id = series_1.id)
