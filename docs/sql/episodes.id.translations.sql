-- GET /api/v1/episodes/episode_019900140000700080000000000000c6/translations
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990014-0000-7000-8000-0000000000c6'
select
  (
    select
      row_to_json(item)
    from
      (
        select
          'episode_' || replace("episodes"."id"::text, '-', '') as "id",
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
                        "title",
                        "overview"
                      from
                        "translations"
                      where
                        "translations"."owner_id" = "episodes"."id"
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
  "episodes"
where
  "episodes"."id" = $1;

-- Plan for any values:
-- Index Only Scan using episodes_pkey on episodes
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
--                                           Filter: (owner_id = episodes.id)
