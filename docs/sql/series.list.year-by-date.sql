-- GET /api/v1/series?year=1999&sort_by=air_date.desc
-- Statements: 1
-- Written by `bun run sql`.

-- $1 smallint = '1999'
-- $2 boolean = 'f'
-- $3 date = '1999-01-01'
-- $4 date = '1999-12-31'
-- $5 date = '1999-01-01'
-- $6 date = '1999-12-31'
-- $7 smallint = '1999'
-- $8 boolean = 'f'
-- $9 bigint = '20'
-- $10 integer = '20'
-- $11 smallint = '1999'
-- $12 boolean = 'f'
-- $13 smallint = '1999'
-- $14 boolean = 'f'
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
                        and (
                          "series"."year" = $1
                          and "series"."adult" <= $2
                        )
                        and "series"."first_air_date" between $3::date and $4::date
                      )
                    order by
                      "series"."first_air_date" desc nulls last,
                      "series"."id"
                    limit 50
                  )
                  union all
                  (
                    select
                      id
                    from
                      (
                        select
                          "series".*
                        from
                          "series"
                        where
                          (
                            counted.way = 1
                            and "series"."first_air_date" between $5::date and $6::date
                            and (
                              "series"."year" = $7
                              and "series"."adult" <= $8
                            )
                          )
                        offset 0
                      ) as "series"
                    order by
                      "series"."first_air_date" desc nulls last,
                      "series"."id"
                    limit 50
                  )
                ) found
              limit $9
            )
          )
        order by
          "series"."first_air_date" desc nulls last,
          "series"."id"
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
                    "title_counts"."kind" = 'series'
                    and "title_counts"."genre" = -1
                    and "title_counts"."year" = $11
                    and "title_counts"."adult" <= $12
                  )
              ) as total,
              (
                select
                  greatest(reltuples, 0)
                from
                  pg_class
                where
                  oid = 'series'::regclass
              ) as size,
              (
                select
                  coalesce(sum("title_counts"."n"), 0)::int
                from
                  "title_counts"
                where
                  (
                    "title_counts"."kind" = 'series'
                    and "title_counts"."genre" = -1
                    and "title_counts"."year" = $13
                    and "title_counts"."adult" <= $14
                  )
              )::float8 * 2 as reach_1
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
--                                   Index Cond: ((kind = 'series'::title_kind) AND (genre = '-1'::integer) AND (year = $11) AND (adult <= $12))
--                     InitPlan 5
--                       ->  Index Scan using pg_class_oid_index on pg_class
--                             Index Cond: (oid = 'series'::regclass)
--                     InitPlan 6
--                       ->  Aggregate
--                             ->  Index Scan using title_counts_kind_genre_year_status_adult_pk on title_counts title_counts_1
--                                   Index Cond: ((kind = 'series'::title_kind) AND (genre = '-1'::integer) AND (year = $13) AND (adult <= $14))
--   SubPlan 3
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Sort
--                       Sort Key: series_3.first_air_date DESC NULLS LAST, series_3.id
--                       InitPlan 2
--                         ->  Limit
--                               ->  Append
--                                     ->  Subquery Scan on "*SELECT* 1"
--                                           ->  Limit
--                                                 ->  Result
--                                                       One-Time Filter: (counted.way = 0)
--                                                       ->  Index Only Scan using series_by_date_desc on series
--                                                             Index Cond: ((first_air_date >= $3) AND (first_air_date <= $4))
--                                                             Filter: ((adult <= $2) AND (year = $1))
--                                     ->  Subquery Scan on "*SELECT* 2"
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: series_1.first_air_date DESC NULLS LAST, series_1.id
--                                                       ->  Subquery Scan on series_1
--                                                             ->  Result
--                                                                   One-Time Filter: (counted.way = 1)
--                                                                   ->  Index Only Scan using series_by_date_asc on series series_2
--                                                                         Index Cond: ((first_air_date >= $5) AND (first_air_date <= $6))
--                                                                         Filter: ((adult <= $8) AND (year = $7))
--                       ->  Index Scan using series_pkey on series series_3
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
--                                                                   Index Cond: (title_id = series_3.id)
