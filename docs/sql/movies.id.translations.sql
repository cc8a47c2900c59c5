-- GET /api/v1/movies/movie_01990001000070008000000000000018/translations
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
          'movie_' || replace("movies"."id"::text, '-', '') as "id",
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
                        "overview",
                        "tagline",
                        "homepage",
                        "runtime"
                      from
                        "translations"
                      where
                        "translations"."owner_id" = "movies"."id"
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
  "movies"
where
  "movies"."id" = $1;

-- Plan for any values:
-- Index Only Scan using movies_pkey on movies
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
--                                           Filter: (owner_id = movies.id)
