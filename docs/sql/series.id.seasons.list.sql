-- GET /api/v1/series/series_01990002000070008000000000000018/seasons
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990002-0000-7000-8000-000000000018'
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
                        'season_' || replace("id"::text, '-', '') as "id",
                        'season' as "kind",
                        'series_' || replace("series_id"::text, '-', '') as "series_id",
                        "season_number",
                        "title",
                        "overview",
                        "air_date",
                        "poster_path",
                        "episode_count",
                        "episodes_ingested",
                        "vote_average"
                      from
                        "seasons"
                      where
                        "seasons"."series_id" = "series"."id"
                      order by
                        "seasons"."season_number"
                    ) listed
                  limit 500
                ) item
            )
          ) as "results"
      ) item
  )::text
from
  "series"
where
  "series"."id" = $1;

-- Plan for any values:
-- Index Only Scan using series_pkey on series
--   Index Cond: (id = $1)
--   SubPlan 2
--     ->  Result
--           InitPlan 1
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Sort
--                               Sort Key: seasons.season_number
--                               ->  Bitmap Heap Scan on seasons
--                                     Recheck Cond: (series_id = series.id)
--                                     ->  Bitmap Index Scan on seasons_series_id_season_number_unique
--                                           Index Cond: (series_id = series.id)
