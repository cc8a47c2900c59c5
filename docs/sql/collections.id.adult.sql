-- GET /api/v1/collections/collection_01990012000070008000000000000002?include_adult=true
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 job_kind = 'collection'
-- $2 uuid = '01990012-0000-7000-8000-000000000002'
select
  'collection_' || replace("collections"."id"::text, '-', '') as "id",
  to_char("collections"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  (
    select
      row_to_json(item)
    from
      (
        select
          'collection_' || replace("collections"."id"::text, '-', '') as "id",
          'collection' as "kind",
          "collections"."name" as "name",
          "collections"."poster_path" as "poster_path",
          "collections"."backdrop_path" as "backdrop_path",
          (
            select
              count(*)::int
            from
              "movies"
            where
              (
                "movies"."collection_id" = "collections"."id"
                and "movies"."adult" is not null
              )
          ) as "movie_count",
          "collections"."parts_total" as "parts_total",
          to_char("collections"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at",
          "collections"."overview" as "overview",
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
                        to_char("movies"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at",
                        "collection_parts"."position"
                      from
                        "movies"
                        inner join "titles" on "titles"."id" = "movies"."id"
                        left join "collection_parts" on (
                          "collection_parts"."collection_id" = "collections"."id"
                          and "collection_parts"."external_id" = "titles"."external_id"
                        )
                      where
                        (
                          "movies"."collection_id" = "collections"."id"
                          and "movies"."adult" is not null
                        )
                      order by
                        "collection_parts"."position" nulls last,
                        "movies"."release_date" nulls last,
                        "movies"."id"
                    ) listed
                  limit 1000
                ) item
            )
          ) as "movies",
          (
            select
              row_to_json(item)
            from
              (
                select
                  "collections"."external_id" as "tmdb"
              ) item
          ) as "external_ids",
          to_char("collections"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
          to_char("collections"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
          (
            select
              to_char("provenance"."fetched_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            from
              "provenance"
            where
              "provenance"."provider" = "collections"."provider"
              and "provenance"."kind" = $1
              and "provenance"."external_id" = "collections"."external_id"::text
          ) as "last_ingested_at"
      ) item
  )::text as "json"
from
  "collections"
where
  "collections"."id" = $2;

-- Plan for any values:
-- Index Scan using collections_pkey on collections
--   Index Cond: (id = $2)
--   SubPlan 5
--     ->  Result
--           InitPlan 1
--             ->  Aggregate
--                   ->  Index Scan using movies_collection_id_index on movies
--                         Index Cond: (collection_id = collections.id)
--                         Filter: (adult IS NOT NULL)
--           InitPlan 2
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Result
--                                     ->  Sort
--                                           Sort Key: collection_parts."position", movies_1.release_date, movies_1.id
--                                           ->  Nested Loop Left Join
--                                                 ->  Nested Loop
--                                                       ->  Index Scan using movies_collection_id_index on movies movies_1
--                                                             Index Cond: (collection_id = collections.id)
--                                                             Filter: (adult IS NOT NULL)
--                                                       ->  Index Scan using titles_pkey on titles
--                                                             Index Cond: (id = movies_1.id)
--                                                 ->  Index Scan using collection_parts_external_id_index on collection_parts
--                                                       Index Cond: (external_id = titles.external_id)
--                                                       Filter: (collection_id = collections.id)
--           InitPlan 3
--             ->  Result
--           InitPlan 4
--             ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--                   Index Cond: ((provider = collections.provider) AND (kind = $1) AND (external_id = (collections.external_id)::text))
