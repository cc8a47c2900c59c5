-- GET /api/v1/movies/movie_01990001000070008000000000000018/recommendations
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 title_kind = 'movie'
-- $2 boolean = 'f'
-- $3 title_kind = 'movie'
-- $4 boolean = 'f'
-- $5 bigint = '20'
-- $6 bigint = '0'
-- $7 uuid = '01990001-0000-7000-8000-000000000018'
-- $8 title_kind = 'movie'
select
  (
    select
      count(*)::int
    from
      (
        select
          "external_id",
          min("position") as "rank"
        from
          "recommendations"
        where
          "recommendations"."title_id" = "asked"."id"
        group by
          "recommendations"."external_id"
      ) "edges"
      inner join "titles" on (
        "titles"."provider" = "asked"."provider"
        and "titles"."kind" = $1
        and "titles"."external_id" = "edges"."external_id"
      )
      inner join "movies" on (
        "movies"."id" = "titles"."id"
        and "movies"."adult" = $2
      )
  ),
  array_to_json(
    array(
      select
        item
      from
        (
          select
            'movie_' || replace("movies"."id"::text, '-', '') as "id",
            'movie' as "kind",
            "movies"."title",
            "movies"."original_title",
            "movies"."original_language",
            "movies"."overview",
            "movies"."release_date",
            "movies"."year",
            "movies"."status",
            "movies"."runtime",
            "movies"."popularity",
            "movies"."vote_average",
            "movies"."vote_count",
            "movies"."poster_path",
            "movies"."backdrop_path",
            coalesce("movies"."genre_labels", genre_labels_of ("movies"."id"))::json as "genres",
            coalesce("movies"."adult", "movies"."removed_adult") as "adult",
            to_char("movies"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
            to_char("movies"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          from
            (
              select
                "external_id",
                min("position") as "rank"
              from
                "recommendations"
              where
                "recommendations"."title_id" = "asked"."id"
              group by
                "recommendations"."external_id"
            ) "edges"
            inner join "titles" on (
              "titles"."provider" = "asked"."provider"
              and "titles"."kind" = $3
              and "titles"."external_id" = "edges"."external_id"
            )
            inner join "movies" on (
              "movies"."id" = "titles"."id"
              and "movies"."adult" = $4
            )
          order by
            "rank",
            "movies"."id"
          limit $5
          offset $6
        ) item
    )
  )::text
from
  "titles" "asked"
where
  (
    "asked"."id" = $7
    and "asked"."kind" = $8
  );

-- Plan for any values:
-- Index Scan using titles_pkey on titles asked
--   Index Cond: (id = $7)
--   Filter: (kind = $8)
--   SubPlan 1
--     ->  Aggregate
--           ->  Nested Loop
--                 ->  Nested Loop
--                       ->  GroupAggregate
--                             Group Key: recommendations.external_id
--                             ->  Sort
--                                   Sort Key: recommendations.external_id
--                                   ->  Bitmap Heap Scan on recommendations
--                                         Recheck Cond: (title_id = asked.id)
--                                         ->  Bitmap Index Scan on recommendations_title_id_position_pk
--                                               Index Cond: (title_id = asked.id)
--                       ->  Index Scan using titles_provider_kind_external_id_unique on titles
--                             Index Cond: ((provider = asked.provider) AND (kind = $1) AND (external_id = recommendations.external_id))
--                 ->  Index Scan using movies_pkey on movies
--                       Index Cond: (id = titles.id)
--                       Filter: (adult = $2)
--   SubPlan 2
--     ->  Subquery Scan on item
--           ->  Limit
--                 ->  Result
--                       ->  Sort
--                             Sort Key: (min(recommendations_1."position")), movies_1.id
--                             ->  Nested Loop
--                                   ->  Nested Loop
--                                         ->  GroupAggregate
--                                               Group Key: recommendations_1.external_id
--                                               ->  Sort
--                                                     Sort Key: recommendations_1.external_id
--                                                     ->  Bitmap Heap Scan on recommendations recommendations_1
--                                                           Recheck Cond: (title_id = asked.id)
--                                                           ->  Bitmap Index Scan on recommendations_title_id_position_pk
--                                                                 Index Cond: (title_id = asked.id)
--                                         ->  Index Scan using titles_provider_kind_external_id_unique on titles titles_1
--                                               Index Cond: ((provider = asked.provider) AND (kind = $3) AND (external_id = recommendations_1.external_id))
--                                   ->  Index Scan using movies_pkey on movies movies_1
--                                         Index Cond: (id = titles_1.id)
--                                         Filter: (adult = $4)
