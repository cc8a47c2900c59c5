-- GET /api/v1/collections/collection_01990012000070008000000000000002?include_adult=true
-- Statements: 1
-- Written by `bun run sql`.

-- $1 job_kind = 'collection'
-- $2 uuid = '01990012-0000-7000-8000-000000000002'
select
  'collection_' || replace("id"::text, '-', '') as "id",
  'collection' as "kind",
  "name",
  "poster_path",
  "backdrop_path",
  (
    select
      count(*)::int
    from
      "movies"
    where
      "movies"."collection_id" = "collections"."id"
  ) as "movie_count",
  "parts_total",
  "overview",
  (
    select
      coalesce(json_agg(item), '[]'::json)
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
              (
                select
                  coalesce(json_agg(item), '[]'::json)
                from
                  (
                    select
                      'genre_' || replace("genres"."id"::text, '-', '') as "id",
                      "genres"."name"
                    from
                      "title_genres"
                      inner join "genres" on "genres"."id" = "title_genres"."genre_id"
                    where
                      "title_genres"."title_id" = "movies"."id"
                    order by
                      "title_genres"."position",
                      "genres"."id"
                  ) item
              ) as "genres",
              "movies"."adult",
              to_char("movies"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
              "collection_parts"."position"
            from
              "movies"
              inner join "titles" on "titles"."id" = "movies"."id"
              left join "collection_parts" on (
                "collection_parts"."collection_id" = "collections"."id"
                and "collection_parts"."external_id" = "titles"."external_id"
              )
            where
              "movies"."collection_id" = "collections"."id"
            order by
              "collection_parts"."position" nulls last,
              "movies"."release_date" nulls last,
              "movies"."id"
          ) listed
        limit 1000
      ) item
  ),
  "external_id",
  to_char("created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  (
    select
      to_char("provenance"."fetched_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from
      "provenance"
    where
      "provenance"."provider" = "collections"."provider"
      and "provenance"."kind" = $1
      and "provenance"."external_id" = "collections"."external_id"::text
  )
from
  "collections"
where
  "collections"."id" = $2;

-- Plan for any values:
-- Index Scan using collections_pkey on collections
--   Index Cond: (id = $2)
--   SubPlan 1
--     ->  Aggregate
--           ->  Index Only Scan using movies_collection_id_index on movies
--                 Index Cond: (collection_id = collections.id)
--   SubPlan 3
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Limit
--                       ->  Subquery Scan on listed
--                             ->  Result
--                                   ->  Sort
--                                         Sort Key: collection_parts."position", movies_1.release_date, movies_1.id
--                                         ->  Nested Loop Left Join
--                                               ->  Nested Loop
--                                                     ->  Index Scan using movies_collection_id_index on movies movies_1
--                                                           Index Cond: (collection_id = collections.id)
--                                                     ->  Index Scan using titles_pkey on titles
--                                                           Index Cond: (id = movies_1.id)
--                                               ->  Index Scan using collection_parts_external_id_index on collection_parts
--                                                     Index Cond: (external_id = titles.external_id)
--                                                     Filter: (collection_id = collections.id)
--                                   SubPlan 2
--                                     ->  Aggregate
--                                           ->  Subquery Scan on item
--                                                 ->  Sort
--                                                       Sort Key: title_genres."position", genres.id
--                                                       ->  Hash Join
--                                                             Hash Cond: (genres.id = title_genres.genre_id)
--                                                             ->  Seq Scan on genres
--                                                             ->  Hash
--                                                                   ->  Index Scan using title_genres_title_id_genre_id_pk on title_genres
--                                                                         Index Cond: (title_id = movies_1.id)
--   SubPlan 4
--     ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--           Index Cond: ((provider = collections.provider) AND (kind = $1) AND (external_id = (collections.external_id)::text))
