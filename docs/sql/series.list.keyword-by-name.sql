-- GET /api/v1/series?keyword=keyword%207
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
                        and (
                          select
                            true
                          from
                            "title_keywords"
                          where
                            "title_keywords"."title_id" = "series"."id"
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
                      "series"."popularity" desc nulls last,
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
                                and "title_keywords"."kind" = 'series'
                                and "title_keywords"."adult" <= $4
                              )
                          ) listed
                          join "series" on "series"."id" = listed.title_id
                        where
                          (
                            counted.way = 1
                            and "series"."adult" <= $5
                          )
                        offset 0
                      ) as "series"
                    order by
                      "series"."popularity" desc nulls last,
                      "series"."id"
                    limit 50
                  )
                ) found
              limit $6
            )
          )
        order by
          "series"."popularity" desc nulls last,
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
                    and "title_keywords"."kind" = 'series'
                    and "title_keywords"."adult" <= $9
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
                    and "title_keywords"."kind" = 'series'
                    and "title_keywords"."adult" <= $11
                  )
              )::float8 * 1 as reach_1
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
--                     InitPlan 8
--                       ->  Aggregate
--                             InitPlan 7
--                               ->  Index Scan using keywords_by_folded_name on keywords keywords_2
--                                     Index Cond: (lower(name) = lower($8))
--                             ->  Sort
--                                   Sort Key: title_keywords_2.title_id
--                                   ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_2
--                                         Index Cond: ((keyword_id = ANY ((InitPlan 7).col1)) AND (kind = 'series'::title_kind))
--                                         Filter: (adult <= $9)
--                     InitPlan 9
--                       ->  Index Scan using pg_class_oid_index on pg_class
--                             Index Cond: (oid = 'series'::regclass)
--                     InitPlan 11
--                       ->  Aggregate
--                             InitPlan 10
--                               ->  Index Scan using keywords_by_folded_name on keywords keywords_3
--                                     Index Cond: (lower(name) = lower($10))
--                             ->  Sort
--                                   Sort Key: title_keywords_3.title_id
--                                   ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_3
--                                         Index Cond: ((keyword_id = ANY ((InitPlan 10).col1)) AND (kind = 'series'::title_kind))
--                                         Filter: (adult <= $11)
--   SubPlan 6
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Sort
--                       Sort Key: series_3.popularity DESC NULLS LAST, series_3.id
--                       InitPlan 5
--                         ->  Limit
--                               ->  Append
--                                     ->  Subquery Scan on "*SELECT* 1"
--                                           ->  Limit
--                                                 ->  Result
--                                                       One-Time Filter: (counted.way = 0)
--                                                       ->  Index Only Scan using series_by_popularity_desc on series
--                                                             Filter: ((adult <= $1) AND (SubPlan 3))
--                                                             SubPlan 3
--                                                               ->  Limit
--                                                                     InitPlan 2
--                                                                       ->  Index Scan using keywords_by_folded_name on keywords
--                                                                             Index Cond: (lower(name) = lower($2))
--                                                                     ->  Index Only Scan using title_keywords_title_id_keyword_id_pk on title_keywords
--                                                                           Index Cond: ((title_id = series.id) AND (keyword_id = ANY ((InitPlan 2).col1)))
--                                     ->  Subquery Scan on "*SELECT* 2"
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: series_1.popularity DESC NULLS LAST, series_1.id
--                                                       ->  Subquery Scan on series_1
--                                                             ->  Result
--                                                                   One-Time Filter: (counted.way = 1)
--                                                                   ->  Nested Loop
--                                                                         ->  Unique
--                                                                               InitPlan 4
--                                                                                 ->  Index Scan using keywords_by_folded_name on keywords keywords_1
--                                                                                       Index Cond: (lower(name) = lower($3))
--                                                                               ->  Sort
--                                                                                     Sort Key: title_keywords_1.title_id
--                                                                                     ->  Index Only Scan using title_keywords_by_keyword on title_keywords title_keywords_1
--                                                                                           Index Cond: ((keyword_id = ANY ((InitPlan 4).col1)) AND (kind = 'series'::title_kind))
--                                                                                           Filter: (adult <= $4)
--                                                                         ->  Index Scan using series_pkey on series series_2
--                                                                               Index Cond: (id = title_keywords_1.title_id)
--                                                                               Filter: (adult <= $5)
--                       ->  Index Scan using series_pkey on series series_3
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
--                                                                   Index Cond: (title_id = series_3.id)
