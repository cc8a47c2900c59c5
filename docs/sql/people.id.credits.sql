-- GET /api/v1/people/person_01990003000070008000000000000007/credits
-- Statements: 1
-- Written by `bun run sql`.

-- $1 credit_type = 'cast'
-- $2 credit_type = 'crew'
-- $3 credit_type = 'creator'
-- $4 uuid = '01990003-0000-7000-8000-000000000007'
select
  (
    select
      coalesce(json_agg(item), '[]'::json)
    from
      (
        select
          *
        from
          (
            select
              'credit_' || replace("credits"."id"::text, '-', '') as "id",
              case
                when "movies"."id" is not null then json_build_object(
                  'id', 'movie_' || replace("movies"."id"::text, '-', ''),
                  'kind', 'movie',
                  'title', "movies"."title",
                  'original_title', "movies"."original_title",
                  'year', "movies"."year",
                  'popularity', "movies"."popularity",
                  'vote_average', "movies"."vote_average",
                  'vote_count', "movies"."vote_count",
                  'poster_path', "movies"."poster_path",
                  'adult', "movies"."adult",
                  'release_date', "movies"."release_date"
                )
                else json_build_object(
                  'id', 'series_' || replace("series"."id"::text, '-', ''),
                  'kind', 'series',
                  'title', "series"."title",
                  'original_title', "series"."original_title",
                  'year', "series"."year",
                  'popularity', "series"."popularity",
                  'vote_average', "series"."vote_average",
                  'vote_count', "series"."vote_count",
                  'poster_path', "series"."poster_path",
                  'adult', "series"."adult",
                  'first_air_date', "series"."first_air_date"
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
                and coalesce("movies"."adult", "series"."adult") is not true
              )
            order by
              coalesce("movies"."release_date", "series"."first_air_date") desc nulls last,
              "credits"."title_id",
              "credits"."position",
              "credits"."id"
          ) listed
        limit 5000
      ) item
  ),
  (
    select
      coalesce(json_agg(item), '[]'::json)
    from
      (
        select
          *
        from
          (
            select
              'credit_' || replace("credits"."id"::text, '-', '') as "id",
              case
                when "movies"."id" is not null then json_build_object(
                  'id', 'movie_' || replace("movies"."id"::text, '-', ''),
                  'kind', 'movie',
                  'title', "movies"."title",
                  'original_title', "movies"."original_title",
                  'year', "movies"."year",
                  'popularity', "movies"."popularity",
                  'vote_average', "movies"."vote_average",
                  'vote_count', "movies"."vote_count",
                  'poster_path', "movies"."poster_path",
                  'adult', "movies"."adult",
                  'release_date', "movies"."release_date"
                )
                else json_build_object(
                  'id', 'series_' || replace("series"."id"::text, '-', ''),
                  'kind', 'series',
                  'title', "series"."title",
                  'original_title', "series"."original_title",
                  'year', "series"."year",
                  'popularity', "series"."popularity",
                  'vote_average', "series"."vote_average",
                  'vote_count', "series"."vote_count",
                  'poster_path', "series"."poster_path",
                  'adult', "series"."adult",
                  'first_air_date', "series"."first_air_date"
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
                and coalesce("movies"."adult", "series"."adult") is not true
              )
            order by
              coalesce("movies"."release_date", "series"."first_air_date") desc nulls last,
              "credits"."title_id",
              "credits"."position",
              "credits"."id"
          ) listed
        limit 5000
      ) item
  ),
  (
    select
      coalesce(json_agg(item), '[]'::json)
    from
      (
        select
          *
        from
          (
            select
              'credit_' || replace("credits"."id"::text, '-', '') as "id",
              case
                when "movies"."id" is not null then json_build_object(
                  'id', 'movie_' || replace("movies"."id"::text, '-', ''),
                  'kind', 'movie',
                  'title', "movies"."title",
                  'original_title', "movies"."original_title",
                  'year', "movies"."year",
                  'popularity', "movies"."popularity",
                  'vote_average', "movies"."vote_average",
                  'vote_count', "movies"."vote_count",
                  'poster_path', "movies"."poster_path",
                  'adult', "movies"."adult",
                  'release_date', "movies"."release_date"
                )
                else json_build_object(
                  'id', 'series_' || replace("series"."id"::text, '-', ''),
                  'kind', 'series',
                  'title', "series"."title",
                  'original_title', "series"."original_title",
                  'year', "series"."year",
                  'popularity', "series"."popularity",
                  'vote_average', "series"."vote_average",
                  'vote_count', "series"."vote_count",
                  'poster_path', "series"."poster_path",
                  'adult', "series"."adult",
                  'first_air_date', "series"."first_air_date"
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
                and coalesce("movies"."adult", "series"."adult") is not true
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
from
  "people"
where
  "people"."id" = $4;

-- Plan for any values:
-- Index Only Scan using people_pkey on people
--   Index Cond: (id = $4)
--   SubPlan 1
--     ->  Aggregate
--           ->  Subquery Scan on item
--                 ->  Limit
--                       ->  Subquery Scan on listed
--                             ->  Sort
--                                   Sort Key: (COALESCE(movies.release_date, series.first_air_date)) DESC NULLS LAST, credits.title_id, credits."position", credits.id
--                                   ->  Nested Loop Left Join
--                                         Filter: (COALESCE(movies.adult, series.adult) IS NOT TRUE)
--                                         ->  Nested Loop Left Join
--                                               ->  Bitmap Heap Scan on credits
--                                                     Recheck Cond: (person_id = people.id)
--                                                     Filter: (credit_type = $1)
--                                                     ->  Bitmap Index Scan on credits_person_id_index
--                                                           Index Cond: (person_id = people.id)
--                                               ->  Index Scan using movies_pkey on movies
--                                                     Index Cond: (id = credits.title_id)
--                                         ->  Index Scan using series_pkey on series
--                                               Index Cond: (id = credits.title_id)
--   SubPlan 2
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Limit
--                       ->  Subquery Scan on listed_1
--                             ->  Sort
--                                   Sort Key: (COALESCE(movies_1.release_date, series_1.first_air_date)) DESC NULLS LAST, credits_1.title_id, credits_1."position", credits_1.id
--                                   ->  Nested Loop Left Join
--                                         Filter: (COALESCE(movies_1.adult, series_1.adult) IS NOT TRUE)
--                                         ->  Nested Loop Left Join
--                                               ->  Bitmap Heap Scan on credits credits_1
--                                                     Recheck Cond: (person_id = people.id)
--                                                     Filter: (credit_type = $2)
--                                                     ->  Bitmap Index Scan on credits_person_id_index
--                                                           Index Cond: (person_id = people.id)
--                                               ->  Index Scan using movies_pkey on movies movies_1
--                                                     Index Cond: (id = credits_1.title_id)
--                                         ->  Index Scan using series_pkey on series series_1
--                                               Index Cond: (id = credits_1.title_id)
--   SubPlan 3
--     ->  Aggregate
--           ->  Subquery Scan on item_2
--                 ->  Limit
--                       ->  Subquery Scan on listed_2
--                             ->  Sort
--                                   Sort Key: (COALESCE(movies_2.release_date, series_2.first_air_date)) DESC NULLS LAST, credits_2.title_id, credits_2."position", credits_2.id
--                                   ->  Nested Loop Left Join
--                                         Filter: (COALESCE(movies_2.adult, series_2.adult) IS NOT TRUE)
--                                         ->  Nested Loop Left Join
--                                               ->  Bitmap Heap Scan on credits credits_2
--                                                     Recheck Cond: (person_id = people.id)
--                                                     Filter: (credit_type = $3)
--                                                     ->  Bitmap Index Scan on credits_person_id_index
--                                                           Index Cond: (person_id = people.id)
--                                               ->  Index Scan using movies_pkey on movies movies_2
--                                                     Index Cond: (id = credits_2.title_id)
--                                         ->  Index Scan using series_pkey on series series_2
--                                               Index Cond: (id = credits_2.title_id)
