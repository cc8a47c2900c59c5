-- GET /api/v1/entities?refs=movie_01990001000070008000000000000018,movie/tmdb:7&view=detail
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 jsonb = '[{"n":0,"ref":"movie_01990001000070008000000000000018","kind":"movie","id":"01990001-0000-7000-8000-000000000018"},{"n":1,"ref":"movie/tmdb:7","kind":"movie","source":"tmdb","value":"7"}]'
-- $2 company_type = 'production_company'
-- $3 job_kind = 'movie'
with
  target as materialized (
    select
      n,
      status,
      candidates,
      case
        when status in ('found', 'removed') then kind
      end as kind,
      case
        when status in ('found', 'removed') then entity_id
      end as entity_id
    from
      (
        select
          asked.n,
          asked.ref,
          case
            when live = 1 then 'found'
            when live > 1 then 'ambiguous'
            when known > 0 then 'removed'
            else 'missing'
          end as status,
          case
            when live < 2 then coalesce(kinds[1], asked.kind)
          end as kind,
          case
            when live < 2 then coalesce(ids[1], asked.id)
          end as entity_id,
          case
            when live > 1 then (
              select
                array_to_json(
                  array_agg(
                    one_kind || '_' || replace(one_id::text, '-', '')
                    order by
                      one_id
                  )
                )
              from
                unnest(kinds[:least(live, 100)], ids[:least(live, 100)]) as one (one_kind, one_id)
            )
          end as candidates
        from
          jsonb_to_recordset($1::jsonb) as asked (n int, ref text, kind change_kind, id uuid, source external_source, value text)
          cross join lateral (
            select
              count(*) as known,
              count(*) filter (
                where
                  removed_at is null
              ) as live,
              array_agg(
                kind
                order by
                  removed_at desc,
                  entity_id
              ) as kinds,
              array_agg(
                entity_id
                order by
                  removed_at desc,
                  entity_id
              ) as ids
            from
              (
                select
                  kind,
                  entity_id
                from
                  external_refs
                where
                  source = asked.source
                  and value = asked.value
                  and (
                    asked.kind is null
                    or kind = asked.kind
                  )
                union all
                select
                  asked.kind,
                  asked.id
                where
                  asked.id is not null
              ) carrier
              cross join lateral (
                select
                  removed_at
                from
                  "movies"
                where
                  carrier.kind = 'movie'
                  and id = carrier.entity_id
              ) there
          ) found
      ) resolved
  )
select
  null::text as kind,
  null::text as id,
  null::text as "updated_at",
  null::text as "included",
  null::text as "part_0",
  null::text as "part_1",
  null::text as "part_2",
  json_agg(json_build_array(n, status, kind || '_' || replace(entity_id::text, '-', ''), candidates))::text as resolved
from
  target
union all
select
  'movie' as kind,
  id,
  updated_at,
  null as included,
  "first"::text as "part_0",
  "offerings"::text as "part_1",
  "last"::text as "part_2",
  null as "resolved"
from
  (
    select
      'movie_' || replace("movies"."id"::text, '-', '') as "id",
      to_char("movies"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
      (
        select
          row_to_json(item)
        from
          (
            select
              'movie_' || replace("movies"."id"::text, '-', '') as "id",
              'movie' as "kind",
              "movies"."title" as "title",
              "movies"."original_title" as "original_title",
              "movies"."original_language" as "original_language",
              "movies"."overview" as "overview",
              "movies"."release_date" as "release_date",
              "movies"."year" as "year",
              "movies"."status" as "status",
              "movies"."runtime" as "runtime",
              "movies"."popularity" as "popularity",
              "movies"."vote_average" as "vote_average",
              "movies"."vote_count" as "vote_count",
              "movies"."poster_path" as "poster_path",
              "movies"."backdrop_path" as "backdrop_path",
              coalesce("movies"."genre_labels", genre_labels_of ("movies"."id"))::json as "genres",
              coalesce("movies"."adult", "movies"."removed_adult") as "adult",
              to_char("movies"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
              to_char("movies"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at",
              "movies"."tagline" as "tagline",
              "movies"."homepage" as "homepage",
              "movies"."budget" as "budget",
              "movies"."revenue" as "revenue",
              coalesce(to_json("movies"."origin_countries"), '[]'::json) as "origin_countries",
              array_to_json(
                array(
                  select
                    spoken
                  from
                    jsonb_to_recordset("movies"."spoken_languages") as spoken (language text, name text, english_name text)
                )
              ) as "spoken_languages",
              (
                select
                  row_to_json(item)
                from
                  (
                    select
                      'collection_' || replace("id"::text, '-', '') as "id",
                      "name",
                      "poster_path"
                    from
                      "collections"
                    where
                      "collections"."id" = "movies"."collection_id"
                  ) item
              ) as "collection",
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
                            'keyword_' || replace("keywords"."id"::text, '-', '') as "id",
                            "keywords"."name"
                          from
                            "title_keywords"
                            inner join "keywords" on "keywords"."id" = "title_keywords"."keyword_id"
                          where
                            "title_keywords"."title_id" = "movies"."id"
                          order by
                            "keywords"."name",
                            "keywords"."id"
                        ) listed
                      limit 1000
                    ) item
                )
              ) as "keywords",
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
                            "title",
                            "country_code",
                            "type"
                          from
                            "alternate_titles"
                          where
                            "alternate_titles"."title_id" = "movies"."id"
                          order by
                            "alternate_titles"."position"
                        ) listed
                      limit 500
                    ) item
                )
              ) as "alternate_titles",
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
                            'company_' || replace("companies"."id"::text, '-', '') as "id",
                            "companies"."name",
                            "companies"."company_type",
                            "companies"."logo_path",
                            "companies"."country"
                          from
                            "title_companies"
                            inner join "companies" on "companies"."id" = "title_companies"."company_id"
                          where
                            (
                              "title_companies"."title_id" = "movies"."id"
                              and "companies"."company_type" = $2
                            )
                          order by
                            "title_companies"."position",
                            "companies"."id"
                        ) listed
                      limit 500
                    ) item
                )
              ) as "companies",
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
                            "region",
                            "release_type",
                            "release_date",
                            "certification",
                            "note",
                            "is_limited"
                          from
                            "release_dates"
                          where
                            "release_dates"."movie_id" = "movies"."id"
                          order by
                            "release_dates"."region",
                            "release_dates"."release_date",
                            "release_dates"."position"
                        ) listed
                      limit 1500
                    ) item
                )
              ) as "release_dates",
              (
                select
                  row_to_json(item)
                from
                  (
                    select
                      "titles"."external_id" as "tmdb",
                      "movies"."external_ids" ->> 'imdb' as "imdb",
                      "movies"."external_ids" ->> 'wikidata' as "wikidata",
                      "movies"."external_ids" ->> 'facebook' as "facebook",
                      "movies"."external_ids" ->> 'instagram' as "instagram",
                      "movies"."external_ids" ->> 'twitter' as "twitter"
                  ) item
              ) as "external_ids"
          ) item
      )::text as "first",
      (
        select
          '{' || coalesce(
            string_agg(
              to_json(country)::text || ':{' || fields || '}',
              ','
              order by
                country
            ),
            ''
          ) || '}'
        from
          (
            select
              listed.country,
              '"link":' || coalesce(to_json("offering_links"."link")::text, 'null') || string_agg(
                ',"' || monetization || '":[' || list || ']',
                ''
                order by
                  monetization
              ) as fields
            from
              (
                select
                  country,
                  monetization,
                  string_agg(
                    row_to_json(offer)::text,
                    ','
                    order by
                      offer.display_priority nulls last,
                      offer.provider_name,
                      "watch_providers"."id"
                  ) as list
                from
                  (
                    select
                      *
                    from
                      "offerings"
                    where
                      "offerings"."title_id" = "movies"."id"
                    order by
                      country,
                      monetization,
                      watch_provider_id
                    limit 3000
                  ) as offerings
                  join "watch_providers" on "watch_providers"."id" = "offerings"."watch_provider_id"
                  cross join lateral (
                    select
                      "watch_providers"."external_id" as provider_id,
                      "watch_providers"."name" as provider_name,
                      "watch_providers"."logo_path" as logo_path,
                      coalesce("offerings"."display_priority", "watch_providers"."display_priority") as display_priority
                  ) offer
                group by
                  country,
                  monetization
              ) listed
              left join "offering_links" on "offering_links"."title_id" = "movies"."id"
              and "offering_links"."country" = listed.country
            group by
              listed.country,
              "offering_links"."link"
          ) countries
      ) as "offerings",
      (
        select
          row_to_json(item)
        from
          (
            select
              to_char("movies"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
              (
                select
                  to_char("provenance"."fetched_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                from
                  "provenance"
                where
                  "provenance"."provider" = "titles"."provider"
                  and "provenance"."kind" = $3
                  and "provenance"."external_id" = "titles"."external_id"::text
              ) as "last_ingested_at"
          ) item
      )::text as "last"
    from
      "movies"
      join "titles" on "titles"."id" = "movies"."id"
    where
      "movies"."id" = any (
        array(
          select
            entity_id
          from
            target
          where
            kind = 'movie'
        )
      )
  ) record;

-- Plan for any values:
-- Append
--   CTE target
--     ->  Nested Loop
--           ->  Function Scan on jsonb_to_recordset asked
--           ->  Aggregate
--                 ->  Sort
--                       Sort Key: movies_1.removed_at DESC, external_refs.entity_id
--                       ->  Nested Loop
--                             ->  Append
--                                   ->  Index Only Scan using external_refs_source_value_kind_entity_id_pk on external_refs
--                                         Index Cond: ((source = asked.source) AND (value = asked.value) AND (kind = 'movie'::change_kind))
--                                         Filter: ((asked.kind IS NULL) OR (kind = asked.kind))
--                                   ->  Result
--                                         One-Time Filter: ((asked.id IS NOT NULL) AND (asked.kind = 'movie'::change_kind))
--                             ->  Index Scan using movies_pkey on movies movies_1
--                                   Index Cond: (id = external_refs.entity_id)
--           SubPlan 1
--             ->  Aggregate
--                   ->  Sort
--                         Sort Key: one.one_id
--                         ->  Function Scan on one
--   ->  Aggregate
--         ->  CTE Scan on target
--   ->  Nested Loop
--         InitPlan 14
--           ->  CTE Scan on target target_1
--                 Filter: (kind = 'movie'::change_kind)
--         ->  Index Scan using movies_pkey on movies
--               Index Cond: (id = ANY ((InitPlan 14).col1))
--         ->  Index Scan using titles_pkey on titles
--               Index Cond: (id = movies.id)
--         SubPlan 10
--           ->  Result
--                 InitPlan 3
--                   ->  Function Scan on jsonb_to_recordset spoken
--                 InitPlan 4
--                   ->  Index Scan using collections_pkey on collections
--                         Index Cond: (id = movies.collection_id)
--                 InitPlan 5
--                   ->  Subquery Scan on item
--                         ->  Limit
--                               ->  Subquery Scan on listed
--                                     ->  Sort
--                                           Sort Key: keywords.name, keywords.id
--                                           ->  Nested Loop
--                                                 ->  Index Only Scan using title_keywords_title_id_keyword_id_pk on title_keywords
--                                                       Index Cond: (title_id = movies.id)
--                                                 ->  Index Scan using keywords_pkey on keywords
--                                                       Index Cond: (id = title_keywords.keyword_id)
--                 InitPlan 6
--                   ->  Subquery Scan on item_1
--                         ->  Limit
--                               ->  Subquery Scan on listed_1
--                                     ->  Sort
--                                           Sort Key: alternate_titles."position"
--                                           ->  Bitmap Heap Scan on alternate_titles
--                                                 Recheck Cond: (title_id = movies.id)
--                                                 ->  Bitmap Index Scan on alternate_titles_title_id_position_pk
--                                                       Index Cond: (title_id = movies.id)
--                 InitPlan 7
--                   ->  Subquery Scan on item_2
--                         ->  Limit
--                               ->  Subquery Scan on listed_2
--                                     ->  Sort
--                                           Sort Key: title_companies."position", companies.id
--                                           ->  Nested Loop
--                                                 ->  Index Scan using title_companies_title_id_company_id_pk on title_companies
--                                                       Index Cond: (title_id = movies.id)
--                                                 ->  Index Scan using companies_pkey on companies
--                                                       Index Cond: (id = title_companies.company_id)
--                                                       Filter: (company_type = $2)
--                 InitPlan 8
--                   ->  Subquery Scan on item_3
--                         ->  Limit
--                               ->  Subquery Scan on listed_3
--                                     ->  Sort
--                                           Sort Key: release_dates.region, release_dates.release_date, release_dates."position"
--                                           ->  Bitmap Heap Scan on release_dates
--                                                 Recheck Cond: (movie_id = movies.id)
--                                                 ->  Bitmap Index Scan on release_dates_movie_id_region_position_pk
--                                                       Index Cond: (movie_id = movies.id)
--                 InitPlan 9
--                   ->  Result
--         SubPlan 11
--           ->  Aggregate
--                 ->  GroupAggregate
--                       Group Key: offerings.country, offering_links.link
--                       ->  Incremental Sort
--                             Sort Key: offerings.country, offering_links.link, offerings.monetization
--                             Presorted Key: offerings.country
--                             ->  Merge Left Join
--                                   Merge Cond: (offerings.country = offering_links.country)
--                                   ->  GroupAggregate
--                                         Group Key: offerings.country, offerings.monetization
--                                         ->  Sort
--                                               Sort Key: offerings.country, offerings.monetization, (COALESCE(offerings.display_priority, watch_providers.display_priority)), watch_providers.name, watch_providers.id
--                                               ->  Hash Join
--                                                     Hash Cond: (watch_providers.id = offerings.watch_provider_id)
--                                                     ->  Seq Scan on watch_providers
--                                                     ->  Hash
--                                                           ->  Subquery Scan on offerings
--                                                                 ->  Limit
--                                                                       ->  Sort
--                                                                             Sort Key: offerings_1.country, offerings_1.monetization, offerings_1.watch_provider_id
--                                                                             ->  Bitmap Heap Scan on offerings offerings_1
--                                                                                   Recheck Cond: (title_id = movies.id)
--                                                                                   ->  Bitmap Index Scan on offerings_title_id_country_monetization_watch_provider_id_pk
--                                                                                         Index Cond: (title_id = movies.id)
--                                   ->  Index Scan using offering_links_title_id_country_pk on offering_links
--                                         Index Cond: (title_id = movies.id)
--         SubPlan 13
--           ->  Result
--                 InitPlan 12
--                   ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--                         Index Cond: ((provider = titles.provider) AND (kind = $3) AND (external_id = (titles.external_id)::text))
