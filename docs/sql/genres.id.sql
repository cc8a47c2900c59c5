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
  'genre_' || replace("id"::text, '-', '') as "id",
  'genre' as "kind",
  "name",
  (
    select
      coalesce(sum("n"), 0)::int
    from
      "title_counts"
    where
      (
        "title_counts"."kind" = $1
        and "title_counts"."genre" = genre_place ("genres"."id")
        and "title_counts"."adult" = $2
      )
  ),
  (
    select
      coalesce(sum("n"), 0)::int
    from
      "title_counts"
    where
      (
        "title_counts"."kind" = $3
        and "title_counts"."genre" = genre_place ("genres"."id")
        and "title_counts"."adult" = $4
      )
  )
from
  "genres"
where
  "genres"."id" = $5;

-- Plan for any values:
-- Seq Scan on genres
--   Filter: (id = $5)
--   SubPlan 1
--     ->  Aggregate
--           ->  Bitmap Heap Scan on title_counts
--                 Recheck Cond: ((kind = $1) AND (genre = CASE WHEN ((genres.id)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"((genres.id)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END) AND (adult = $2))
--                 ->  Bitmap Index Scan on title_counts_kind_genre_year_status_adult_pk
--                       Index Cond: ((kind = $1) AND (genre = CASE WHEN ((genres.id)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"((genres.id)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END) AND (adult = $2))
--   SubPlan 2
--     ->  Aggregate
--           ->  Bitmap Heap Scan on title_counts title_counts_1
--                 Recheck Cond: ((kind = $3) AND (genre = CASE WHEN ((genres.id)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"((genres.id)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END) AND (adult = $4))
--                 ->  Bitmap Index Scan on title_counts_kind_genre_year_status_adult_pk
--                       Index Cond: ((kind = $3) AND (genre = CASE WHEN ((genres.id)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"((genres.id)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END) AND (adult = $4))
