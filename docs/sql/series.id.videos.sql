-- GET /api/v1/series/series_01990002000070008000000000000018/videos
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
                        'video_' || replace("id"::text, '-', '') as "id",
                        "site",
                        "key",
                        case
                          when "videos"."key" !~ '^[A-Za-z0-9_-]+$' then null
                          when lower("videos"."site") = 'youtube' then 'https://www.youtube.com/watch?v=' || "videos"."key"
                          when lower("videos"."site") = 'vimeo' then 'https://vimeo.com/' || "videos"."key"
                        end as "url",
                        "name",
                        "type",
                        "official",
                        "language",
                        to_char("videos"."published_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "published_at"
                      from
                        "videos"
                      where
                        "videos"."title_id" = "series"."id"
                      order by
                        "videos"."position",
                        "videos"."id"
                    ) listed
                  limit 1000
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
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: videos."position", videos.id
--                                     ->  Index Scan using videos_title_id_external_id_unique on videos
--                                           Index Cond: (title_id = series.id)
