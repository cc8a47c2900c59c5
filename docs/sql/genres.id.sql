-- GET /api/v1/genres/genre_01980000000070008000000000000007
-- Statements: 1
-- Functions: functions/genre_place.sql
-- Written by `bun run sql`.

-- $1 title_kind = 'movie'
-- $2 boolean = 'f'
-- $3 title_kind = 'series'
-- $4 boolean = 'f'
-- $5 uuid = '01980000-0000-7000-8000-000000000007'
select
  (
    select
      row_to_json(item)
    from
      (
        select
          'genre_' || replace("genres"."id"::text, '-', '') as "id",
          'genre' as "kind",
          "genres"."name" as "name",
          (
            select
              coalesce(sum("n"), 0)::int
            from
              "title_totals"
            where
              (
                "title_totals"."kind" = $1
                and "title_totals"."genre" = genre_place ("genres"."id")
                and "title_totals"."adult" = $2
              )
          ) as "movie_count",
          (
            select
              coalesce(sum("n"), 0)::int
            from
              "title_totals"
            where
              (
                "title_totals"."kind" = $3
                and "title_totals"."genre" = genre_place ("genres"."id")
                and "title_totals"."adult" = $4
              )
          ) as "series_count"
      ) item
  )::text
from
  "genres"
where
  "genres"."id" = $5;

-- Plan for any values:
-- Seq Scan on genres
--   Filter: (id = $5)
--   SubPlan 3
--     ->  Result
--           InitPlan 1
--             ->  Aggregate
--                   ->  Bitmap Heap Scan on title_totals
--                         Recheck Cond: ((kind = $1) AND (genre = CASE WHEN ((genres.id)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"((genres.id)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END) AND (adult = $2))
--                         ->  Bitmap Index Scan on title_totals_kind_genre_status_adult_shard_pk
--                               Index Cond: ((kind = $1) AND (genre = CASE WHEN ((genres.id)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"((genres.id)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END) AND (adult = $2))
--           InitPlan 2
--             ->  Aggregate
--                   ->  Bitmap Heap Scan on title_totals title_totals_1
--                         Recheck Cond: ((kind = $3) AND (genre = CASE WHEN ((genres.id)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"((genres.id)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END) AND (adult = $4))
--                         ->  Bitmap Index Scan on title_totals_kind_genre_status_adult_shard_pk
--                               Index Cond: ((kind = $3) AND (genre = CASE WHEN ((genres.id)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"((genres.id)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END) AND (adult = $4))
