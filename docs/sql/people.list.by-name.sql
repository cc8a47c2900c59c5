-- GET /api/v1/people?sort_by=name
-- Statements: 1
-- Written by `bun run sql`.

-- $1 boolean = 'f'
-- $2 bigint = '20'
select
  (
    select
      coalesce(sum("person_counts"."n"), 0)::int
    from
      "person_counts"
    where
      "person_counts"."adult" <= $1
  ),
  array_to_json(
    array(
      select
        item
      from
        (
          select
            'person_' || replace("id"::text, '-', '') as "id",
            'person' as "kind",
            "name",
            "known_for_department",
            "popularity",
            "gender",
            "profile_path",
            coalesce("adult", "removed_adult") as "adult",
            to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
            to_char("removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          from
            "people"
          where
            "people"."id" = any (
              array(
                select
                  id
                from
                  (
                    select
                      "people"."id"
                    from
                      "people"
                    where
                      not "people"."adult"
                    order by
                      "people"."name" collate name_order asc,
                      "people".id
                    limit 200
                  ) listed
                limit $2
              )
            )
          order by
            "people"."name" collate name_order asc,
            "people".id
        ) item
    )
  )::text
from
  (
    values
      (1)
  ) one;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Seq Scan on person_counts
--                 Filter: (adult <= $1)
--   InitPlan 3
--     ->  Subquery Scan on item
--           ->  Sort
--                 Sort Key: people_1.name COLLATE name_order, people_1.id
--                 InitPlan 2
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Limit
--                                     ->  Index Only Scan using people_by_name on people
--                                           Filter: (NOT adult)
--                 ->  Index Scan using people_pkey on people people_1
--                       Index Cond: (id = ANY ((InitPlan 2).col1))
