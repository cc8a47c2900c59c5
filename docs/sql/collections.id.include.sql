-- GET /api/v1/collections/collection_01990012000070008000000000000002?include=images,translations,provenance
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 job_kind = 'collection'
-- $2 text[] = '{images,translations,provenance}'
-- $3 artwork_owner = 'collection'
-- $4 artwork_type = 'poster'
-- $5 text[] = null
-- $6 text[] = null
-- $7 text[] = null
-- $8 text[] = null
-- $9 integer = null
-- $10 artwork_owner = 'collection'
-- $11 artwork_type = 'backdrop'
-- $12 text[] = null
-- $13 text[] = null
-- $14 text[] = null
-- $15 text[] = null
-- $16 integer = null
-- $17 text[] = '{images,translations,provenance}'
-- $18 text[] = '{images,translations,provenance}'
-- $19 uuid = '01990012-0000-7000-8000-000000000002'
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
                and not "movies"."adult"
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
                          and not "movies"."adult"
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
  )::text as "json",
  '{' || substr(
    (
      case
        when 'images' = any (
          (
            select
              $2::text[]
          )::text[]
        ) then ',"images":' || coalesce(
          (
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
                                  'artwork_' || replace("id"::text, '-', '') as "id",
                                  "type",
                                  "file_path",
                                  'https://image.tmdb.org/t/p/original' || "file_path" as "url",
                                  "width",
                                  "height",
                                  "aspect_ratio",
                                  nullif("language", 'xx') as "language",
                                  "vote_average",
                                  "vote_count",
                                  "artwork"."file_path" is not distinct from "collections"."poster_path" as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "collections"."id"
                                    and "artwork"."owner_kind" = $3
                                    and "artwork"."type" = $4
                                    and (
                                      (
                                        select
                                          $5::text[]
                                      )::text[] is null
                                      or "artwork"."language" = any (
                                        (
                                          select
                                            $6::text[]
                                        )::text[]
                                      )
                                    )
                                    and (
                                      (
                                        select
                                          $7::text[]
                                      )::text[] is null
                                      or 'poster' = any (
                                        (
                                          select
                                            $8::text[]
                                        )::text[]
                                      )
                                    )
                                  )
                                order by
                                  is_primary desc,
                                  "artwork"."position",
                                  "artwork"."id"
                              ) listed
                            limit (
                                select
                                  coalesce($9::int, 2000)
                              )
                          ) item
                      )
                    ) as "posters",
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
                                  'artwork_' || replace("id"::text, '-', '') as "id",
                                  "type",
                                  "file_path",
                                  'https://image.tmdb.org/t/p/original' || "file_path" as "url",
                                  "width",
                                  "height",
                                  "aspect_ratio",
                                  nullif("language", 'xx') as "language",
                                  "vote_average",
                                  "vote_count",
                                  "artwork"."file_path" is not distinct from "collections"."backdrop_path" as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "collections"."id"
                                    and "artwork"."owner_kind" = $10
                                    and "artwork"."type" = $11
                                    and (
                                      (
                                        select
                                          $12::text[]
                                      )::text[] is null
                                      or "artwork"."language" = any (
                                        (
                                          select
                                            $13::text[]
                                        )::text[]
                                      )
                                    )
                                    and (
                                      (
                                        select
                                          $14::text[]
                                      )::text[] is null
                                      or 'backdrop' = any (
                                        (
                                          select
                                            $15::text[]
                                        )::text[]
                                      )
                                    )
                                  )
                                order by
                                  is_primary desc,
                                  "artwork"."position",
                                  "artwork"."id"
                              ) listed
                            limit (
                                select
                                  coalesce($16::int, 2000)
                              )
                          ) item
                      )
                    ) as "backdrops"
                ) item
            )
          )::text,
          'null'
        )
        else ''
      end || case
        when 'translations' = any (
          (
            select
              $17::text[]
          )::text[]
        ) then ',"translations":' || coalesce(
          (
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
                                  "language" || case "country"
                                    when '' then ''
                                    else '-' || "country"
                                  end as "language",
                                  "title" as "name",
                                  "overview",
                                  "homepage"
                                from
                                  "translations"
                                where
                                  "translations"."owner_id" = "collections"."id"
                                order by
                                  "translations"."language" collate "C",
                                  "translations"."country" collate "C"
                              ) listed
                            limit 200
                          ) item
                      )
                    ) as "results"
                ) item
            )
          )::text,
          'null'
        )
        else ''
      end || case
        when 'provenance' = any (
          (
            select
              $18::text[]
          )::text[]
        ) then ',"provenance":' || coalesce(
          (
            (
              select
                row_to_json(item)
              from
                (
                  select
                    fetched.provider as source,
                    fetched.external_id,
                    fetched.endpoint,
                    fetched.payload_hash,
                    to_char(
                      greatest(fetched.fetched_at, planned.last_fetched_at) at time zone 'UTC',
                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                    ) as last_fetched_at,
                    to_char(planned.next_refresh_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as next_refresh_at,
                    planned.tier,
                    to_char(fetched.missing_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as missing_since,
                    (
                      select
                        row_to_json(every)
                      from
                        (
                          select
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[1], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[1], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "names",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[11], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[11], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "artwork",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[16], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[16], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "translations",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[18], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[18], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "members",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[20], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[20], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "lifecycle"
                        ) every
                    ) as groups
                  from
                    (
                      select
                        c.id,
                        'collection' as fetch_kind,
                        c.external_id::text as fetch_id
                      from
                        collections c
                      where
                        c.id = "collections"."id"
                    ) entity
                    left join provenance fetched on fetched.provider = 'tmdb'
                    and fetched.kind = entity.fetch_kind::job_kind
                    and fetched.external_id = entity.fetch_id
                    left join refresh_state planned on planned.kind = entity.fetch_kind::job_kind
                    and planned.external_id = entity.fetch_id
                    left join changes change on change.kind = 'collection'
                    and change.entity_id = entity.id
                ) item
            )
          )::text,
          'null'
        )
        else ''
      end
    ),
    2
  ) || '}' as "included"
from
  "collections"
where
  "collections"."id" = $19;

-- Plan for any values:
-- Index Scan using collections_pkey on collections
--   Index Cond: (id = $19)
--   InitPlan 6
--     ->  Result
--   InitPlan 20
--     ->  Result
--   InitPlan 23
--     ->  Result
--   SubPlan 5
--     ->  Result
--           InitPlan 1
--             ->  Aggregate
--                   ->  Index Scan using movies_collection_id_index on movies
--                         Index Cond: (collection_id = collections.id)
--                         Filter: (NOT adult)
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
--                                                             Filter: (NOT adult)
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
--   SubPlan 19
--     ->  Result
--           InitPlan 12
--             ->  Subquery Scan on item_1
--                   ->  Limit
--                         InitPlan 7
--                           ->  Result
--                         ->  Subquery Scan on listed_1
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork.file_path IS DISTINCT FROM collections.poster_path))) DESC, artwork."position", artwork.id
--                                     InitPlan 8
--                                       ->  Result
--                                     InitPlan 9
--                                       ->  Result
--                                     InitPlan 10
--                                       ->  Result
--                                     InitPlan 11
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 10).col1 IS NULL) OR ('poster'::text = ANY ((InitPlan 11).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork
--                                                 Index Cond: ((owner_id = collections.id) AND (type = $4))
--                                                 Filter: ((owner_kind = $3) AND (((InitPlan 8).col1 IS NULL) OR (language = ANY ((InitPlan 9).col1))))
--           InitPlan 18
--             ->  Subquery Scan on item_2
--                   ->  Limit
--                         InitPlan 13
--                           ->  Result
--                         ->  Subquery Scan on listed_2
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork_1.file_path IS DISTINCT FROM collections.backdrop_path))) DESC, artwork_1."position", artwork_1.id
--                                     InitPlan 14
--                                       ->  Result
--                                     InitPlan 15
--                                       ->  Result
--                                     InitPlan 16
--                                       ->  Result
--                                     InitPlan 17
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 16).col1 IS NULL) OR ('backdrop'::text = ANY ((InitPlan 17).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork artwork_1
--                                                 Index Cond: ((owner_id = collections.id) AND (type = $11))
--                                                 Filter: ((owner_kind = $10) AND (((InitPlan 14).col1 IS NULL) OR (language = ANY ((InitPlan 15).col1))))
--   SubPlan 22
--     ->  Result
--           InitPlan 21
--             ->  Subquery Scan on item_3
--                   ->  Limit
--                         ->  Subquery Scan on listed_3
--                               ->  Sort
--                                     Sort Key: ((translations.language)::text) COLLATE "C", ((translations.country)::text) COLLATE "C"
--                                     ->  Seq Scan on translations
--                                           Filter: (owner_id = collections.id)
--   SubPlan 30
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 Join Filter: (planned.external_id = (c.external_id)::text)
--                 ->  Nested Loop Left Join
--                       Join Filter: (fetched.external_id = (c.external_id)::text)
--                       ->  Index Scan using collections_pkey on collections c
--                             Index Cond: (id = collections.id)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('collection'::cstring)::job_kind))
--                 ->  Seq Scan on refresh_state planned
--                       Filter: (kind = ('collection'::cstring)::job_kind)
--           ->  Index Scan using changes_kind_entity_id_pk on changes change
--                 Index Cond: ((kind = 'collection'::change_kind) AND (entity_id = collections.id))
--           SubPlan 29
--             ->  Result
--                   InitPlan 24
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 25
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 26
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 27
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 28
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
