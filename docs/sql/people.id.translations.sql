-- GET /api/v1/people/person_01990003000070008000000000000007/translations
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990003-0000-7000-8000-000000000007'
select
  (
    select
      row_to_json(item)
    from
      (
        select
          'person_' || replace("people"."id"::text, '-', '') as "id",
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
                        "language" || case "country"
                          when '' then ''
                          else '-' || "country"
                        end as "language",
                        "overview" as "biography"
                      from
                        "translations"
                      where
                        "translations"."owner_id" = "people"."id"
                      order by
                        "translations"."language" collate "C",
                        "translations"."country" collate "C"
                    ) listed
                  limit 200
                ) item
            )
          ) as "results"
      ) item
  )::text
from
  "people"
where
  "people"."id" = $1;

-- Plan for any values:
-- Index Only Scan using people_pkey on people
--   Index Cond: (id = $1)
--   SubPlan 2
--     ->  Result
--           InitPlan 1
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: ((translations.language)::text) COLLATE "C", ((translations.country)::text) COLLATE "C"
--                                     ->  Seq Scan on translations
--                                           Filter: (owner_id = people.id)
