-- GET /api/v1/movies/movie_01990001000070008000000000000018/credits
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990001-0000-7000-8000-000000000018'
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
                        (
                          select
                            row_to_json(item)
                          from
                            (
                              select
                                'person_' || replace("people"."id"::text, '-', '') as "id",
                                "people"."name" as "name",
                                "people"."profile_path" as "profile_path",
                                "people"."known_for_department" as "known_for_department"
                            ) item
                        ) as "person",
                        "credits"."character",
                        "credits"."position" as "order"
                      from
                        "credits"
                        inner join "people" on "people"."id" = "credits"."person_id"
                      where
                        (
                          "credits"."title_id" = "movies"."id"
                          and "credits"."credit_type" = 'cast'
                        )
                      order by
                        "credits"."position",
                        "credits"."id"
                    ) listed
                  limit 6000
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
                        (
                          select
                            row_to_json(item)
                          from
                            (
                              select
                                'person_' || replace("people"."id"::text, '-', '') as "id",
                                "people"."name" as "name",
                                "people"."profile_path" as "profile_path",
                                "people"."known_for_department" as "known_for_department"
                            ) item
                        ) as "person",
                        "credits"."department",
                        "credits"."job"
                      from
                        "credits"
                        inner join "people" on "people"."id" = "credits"."person_id"
                      where
                        (
                          "credits"."title_id" = "movies"."id"
                          and "credits"."credit_type" = 'crew'
                        )
                      order by
                        "credits"."position",
                        "credits"."id"
                    ) listed
                  limit 3000
                ) item
            )
          ) as "crew"
      ) item
  )::text
from
  "movies"
where
  "movies"."id" = $1;

-- Plan for any values:
-- Index Only Scan using movies_pkey on movies
--   Index Cond: (id = $1)
--   SubPlan 5
--     ->  Result
--           InitPlan 2
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: credits."position", credits.id
--                                     ->  Nested Loop
--                                           ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits
--                                                 Index Cond: ((title_id = movies.id) AND (credit_type = 'cast'::credit_type))
--                                           ->  Index Scan using people_pkey on people
--                                                 Index Cond: (id = credits.person_id)
--                                           SubPlan 1
--                                             ->  Result
--           InitPlan 4
--             ->  Subquery Scan on item_1
--                   ->  Limit
--                         ->  Subquery Scan on listed_1
--                               ->  Sort
--                                     Sort Key: credits_1."position", credits_1.id
--                                     ->  Nested Loop
--                                           ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits credits_1
--                                                 Index Cond: ((title_id = movies.id) AND (credit_type = 'crew'::credit_type))
--                                           ->  Index Scan using people_pkey on people people_1
--                                                 Index Cond: (id = credits_1.person_id)
--                                           SubPlan 3
--                                             ->  Result
