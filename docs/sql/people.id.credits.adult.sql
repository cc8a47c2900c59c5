-- GET /api/v1/people/person_01990003000070008000000000000007/credits?include_adult=true
-- Statements: 1
-- Written by `bun run sql`.

-- $1 credit_type = 'cast'
-- $2 credit_type = 'crew'
-- $3 credit_type = 'creator'
-- $4 uuid = '01990003-0000-7000-8000-000000000007'
select
  (
    select
      row_to_json(item)
    from
      (
        select
          array_to_json(
            array(
              select
                item
              from
                (
                  select
                    *
                  from
                    (
                      select
                        'credit_' || replace("credits"."id"::text, '-', '') as "id",
                        case
                          when "movies"."id" is not null then (
                            select
                              row_to_json(item)
                            from
                              (
                                select
                                  'movie_' || replace("movies"."id"::text, '-', '') as "id",
                                  'movie' as "kind",
                                  "movies"."title" as "title",
                                  "movies"."original_title" as "original_title",
                                  "movies"."year" as "year",
                                  "movies"."popularity" as "popularity",
                                  "movies"."vote_average" as "vote_average",
                                  "movies"."vote_count" as "vote_count",
                                  "movies"."poster_path" as "poster_path",
                                  coalesce("movies"."adult", "movies"."removed_adult") as "adult",
                                  "movies"."release_date" as "release_date"
                              ) item
                          )
                          else (
                            select
                              row_to_json(item)
                            from
                              (
                                select
                                  'series_' || replace("series"."id"::text, '-', '') as "id",
                                  'series' as "kind",
                                  "series"."title" as "title",
                                  "series"."original_title" as "original_title",
                                  "series"."year" as "year",
                                  "series"."popularity" as "popularity",
                                  "series"."vote_average" as "vote_average",
                                  "series"."vote_count" as "vote_count",
                                  "series"."poster_path" as "poster_path",
                                  coalesce("series"."adult", "series"."removed_adult") as "adult",
                                  "series"."first_air_date" as "first_air_date"
                              ) item
                          )
                        end as "title",
                        "credits"."character",
                        "credits"."position" as "order",
                        "credits"."episode_count"
                      from
                        "credits"
                        left join "movies" on "movies"."id" = "credits"."title_id"
                        left join "series" on "series"."id" = "credits"."title_id"
                      where
                        (
                          "credits"."person_id" = "people"."id"
                          and "credits"."credit_type" = $1
                          and coalesce("movies"."adult", "series"."adult") is not null
                        )
                      order by
                        coalesce("movies"."release_date", "series"."first_air_date") desc nulls last,
                        "credits"."title_id",
                        "credits"."position",
                        "credits"."id"
                    ) listed
                  limit 5000
                ) item
            )
          ) as "cast",
          array_to_json(
            array(
              select
                item
              from
                (
                  select
                    *
                  from
                    (
                      select
                        'credit_' || replace("credits"."id"::text, '-', '') as "id",
                        case
                          when "movies"."id" is not null then (
                            select
                              row_to_json(item)
                            from
                              (
                                select
                                  'movie_' || replace("movies"."id"::text, '-', '') as "id",
                                  'movie' as "kind",
                                  "movies"."title" as "title",
                                  "movies"."original_title" as "original_title",
                                  "movies"."year" as "year",
                                  "movies"."popularity" as "popularity",
                                  "movies"."vote_average" as "vote_average",
                                  "movies"."vote_count" as "vote_count",
                                  "movies"."poster_path" as "poster_path",
                                  coalesce("movies"."adult", "movies"."removed_adult") as "adult",
                                  "movies"."release_date" as "release_date"
                              ) item
                          )
                          else (
                            select
                              row_to_json(item)
                            from
                              (
                                select
                                  'series_' || replace("series"."id"::text, '-', '') as "id",
                                  'series' as "kind",
                                  "series"."title" as "title",
                                  "series"."original_title" as "original_title",
                                  "series"."year" as "year",
                                  "series"."popularity" as "popularity",
                                  "series"."vote_average" as "vote_average",
                                  "series"."vote_count" as "vote_count",
                                  "series"."poster_path" as "poster_path",
                                  coalesce("series"."adult", "series"."removed_adult") as "adult",
                                  "series"."first_air_date" as "first_air_date"
                              ) item
                          )
                        end as "title",
                        "credits"."department",
                        "credits"."job",
                        "credits"."episode_count"
                      from
                        "credits"
                        left join "movies" on "movies"."id" = "credits"."title_id"
                        left join "series" on "series"."id" = "credits"."title_id"
                      where
                        (
                          "credits"."person_id" = "people"."id"
                          and "credits"."credit_type" = $2
                          and coalesce("movies"."adult", "series"."adult") is not null
                        )
                      order by
                        coalesce("movies"."release_date", "series"."first_air_date") desc nulls last,
                        "credits"."title_id",
                        "credits"."position",
                        "credits"."id"
                    ) listed
                  limit 5000
                ) item
            )
          ) as "crew",
          array_to_json(
            array(
              select
                item
              from
                (
                  select
                    *
                  from
                    (
                      select
                        'credit_' || replace("credits"."id"::text, '-', '') as "id",
                        case
                          when "movies"."id" is not null then (
                            select
                              row_to_json(item)
                            from
                              (
                                select
                                  'movie_' || replace("movies"."id"::text, '-', '') as "id",
                                  'movie' as "kind",
                                  "movies"."title" as "title",
                                  "movies"."original_title" as "original_title",
                                  "movies"."year" as "year",
                                  "movies"."popularity" as "popularity",
                                  "movies"."vote_average" as "vote_average",
                                  "movies"."vote_count" as "vote_count",
                                  "movies"."poster_path" as "poster_path",
                                  coalesce("movies"."adult", "movies"."removed_adult") as "adult",
                                  "movies"."release_date" as "release_date"
                              ) item
                          )
                          else (
                            select
                              row_to_json(item)
                            from
                              (
                                select
                                  'series_' || replace("series"."id"::text, '-', '') as "id",
                                  'series' as "kind",
                                  "series"."title" as "title",
                                  "series"."original_title" as "original_title",
                                  "series"."year" as "year",
                                  "series"."popularity" as "popularity",
                                  "series"."vote_average" as "vote_average",
                                  "series"."vote_count" as "vote_count",
                                  "series"."poster_path" as "poster_path",
                                  coalesce("series"."adult", "series"."removed_adult") as "adult",
                                  "series"."first_air_date" as "first_air_date"
                              ) item
                          )
                        end as "title"
                      from
                        "credits"
                        left join "movies" on "movies"."id" = "credits"."title_id"
                        left join "series" on "series"."id" = "credits"."title_id"
                      where
                        (
                          "credits"."person_id" = "people"."id"
                          and "credits"."credit_type" = $3
                          and coalesce("movies"."adult", "series"."adult") is not null
                        )
                      order by
                        coalesce("movies"."release_date", "series"."first_air_date") desc nulls last,
                        "credits"."title_id",
                        "credits"."position",
                        "credits"."id"
                    ) listed
                  limit 5000
                ) item
            )
          ) as "creators"
      ) item
  )::text
from
  "people"
where
  "people"."id" = $4;

-- Plan for any values:
-- Index Only Scan using people_pkey on people
--   Index Cond: (id = $4)
--   SubPlan 10
--     ->  Result
--           InitPlan 3
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Result
--                                     ->  Sort
--                                           Sort Key: (COALESCE(movies.release_date, series.first_air_date)) DESC NULLS LAST, credits.title_id, credits."position", credits.id
--                                           ->  Nested Loop Left Join
--                                                 Filter: (COALESCE(movies.adult, series.adult) IS NOT NULL)
--                                                 ->  Nested Loop Left Join
--                                                       ->  Bitmap Heap Scan on credits
--                                                             Recheck Cond: (person_id = people.id)
--                                                             Filter: (credit_type = $1)
--                                                             ->  Bitmap Index Scan on credits_person_id_index
--                                                                   Index Cond: (person_id = people.id)
--                                                       ->  Index Scan using movies_pkey on movies
--                                                             Index Cond: (id = credits.title_id)
--                                                 ->  Index Scan using series_pkey on series
--                                                       Index Cond: (id = credits.title_id)
--                                     SubPlan 1
--                                       ->  Result
--                                     SubPlan 2
--                                       ->  Result
--           InitPlan 6
--             ->  Subquery Scan on item_1
--                   ->  Limit
--                         ->  Subquery Scan on listed_1
--                               ->  Result
--                                     ->  Sort
--                                           Sort Key: (COALESCE(movies_1.release_date, series_1.first_air_date)) DESC NULLS LAST, credits_1.title_id, credits_1."position", credits_1.id
--                                           ->  Nested Loop Left Join
--                                                 Filter: (COALESCE(movies_1.adult, series_1.adult) IS NOT NULL)
--                                                 ->  Nested Loop Left Join
--                                                       ->  Bitmap Heap Scan on credits credits_1
--                                                             Recheck Cond: (person_id = people.id)
--                                                             Filter: (credit_type = $2)
--                                                             ->  Bitmap Index Scan on credits_person_id_index
--                                                                   Index Cond: (person_id = people.id)
--                                                       ->  Index Scan using movies_pkey on movies movies_1
--                                                             Index Cond: (id = credits_1.title_id)
--                                                 ->  Index Scan using series_pkey on series series_1
--                                                       Index Cond: (id = credits_1.title_id)
--                                     SubPlan 4
--                                       ->  Result
--                                     SubPlan 5
--                                       ->  Result
--           InitPlan 9
--             ->  Subquery Scan on item_2
--                   ->  Limit
--                         ->  Subquery Scan on listed_2
--                               ->  Result
--                                     ->  Sort
--                                           Sort Key: (COALESCE(movies_2.release_date, series_2.first_air_date)) DESC NULLS LAST, credits_2.title_id, credits_2."position", credits_2.id
--                                           ->  Nested Loop Left Join
--                                                 Filter: (COALESCE(movies_2.adult, series_2.adult) IS NOT NULL)
--                                                 ->  Nested Loop Left Join
--                                                       ->  Bitmap Heap Scan on credits credits_2
--                                                             Recheck Cond: (person_id = people.id)
--                                                             Filter: (credit_type = $3)
--                                                             ->  Bitmap Index Scan on credits_person_id_index
--                                                                   Index Cond: (person_id = people.id)
--                                                       ->  Index Scan using movies_pkey on movies movies_2
--                                                             Index Cond: (id = credits_2.title_id)
--                                                 ->  Index Scan using series_pkey on series series_2
--                                                       Index Cond: (id = credits_2.title_id)
--                                     SubPlan 7
--                                       ->  Result
--                                     SubPlan 8
--                                       ->  Result
