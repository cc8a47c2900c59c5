-- GET /api/v1/movies/movie_01990001000070008000000000000018
-- Statements: 1
-- Written by `bun run sql`.

-- $1 company_type = 'production_company'
-- $2 job_kind = 'movie'
-- $3 uuid = '01990001-0000-7000-8000-000000000018'
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
  "movies"."tagline",
  "movies"."homepage",
  "movies"."budget",
  "movies"."revenue",
  coalesce(to_json("movies"."origin_countries"), '[]'::json),
  coalesce(to_json("movies"."spoken_languages"), '[]'::json),
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
  ),
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
  ),
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
  ),
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
                and "companies"."company_type" = $1
              )
            order by
              "title_companies"."position",
              "companies"."id"
          ) listed
        limit 500
      ) item
  ),
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
  ),
  json_build_object(
    'tmdb', "titles"."external_id",
    'imdb', "movies"."external_ids" ->> 'imdb',
    'wikidata', "movies"."external_ids" ->> 'wikidata',
    'facebook', "movies"."external_ids" ->> 'facebook',
    'instagram', "movies"."external_ids" ->> 'instagram',
    'twitter', "movies"."external_ids" ->> 'twitter'
  ),
  (
    with
      offers as (
        select
          "offerings"."country" as country,
          "offerings"."monetization" as monetization,
          json_agg(
            json_build_object(
              'provider_id', "watch_providers"."external_id",
              'provider_name', "watch_providers"."name",
              'logo_path', "watch_providers"."logo_path",
              'display_priority', coalesce("offerings"."display_priority", "watch_providers"."display_priority")
            )
            order by
              coalesce("offerings"."display_priority", "watch_providers"."display_priority") nulls last,
              "watch_providers"."name",
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
        group by
          1,
          2
      ),
      entries as (
        select
          country,
          monetization::text as key,
          list as value,
          monetization as place
        from
          offers
        union all
        select
          country,
          'link',
          (
            select
              to_json("offering_links"."link")
            from
              "offering_links"
            where
              "offering_links"."title_id" = "movies"."id"
              and "offering_links"."country" = offers.country
          ),
          null
        from
          offers
        group by
          country
      ),
      countries as (
        select
          country,
          json_object_agg(
            key,
            value
            order by
              place nulls first
          ) as entry
        from
          entries
        group by
          country
      )
    select
      coalesce(
        json_object_agg(
          country,
          entry
          order by
            country
        ),
        '{}'::json
      )
    from
      countries
  ),
  to_char("movies"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  (
    select
      to_char("provenance"."fetched_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from
      "provenance"
    where
      "provenance"."provider" = "titles"."provider"
      and "provenance"."kind" = $2
      and "provenance"."external_id" = "titles"."external_id"::text
  )
from
  "movies"
  inner join "titles" on "titles"."id" = "movies"."id"
where
  "movies"."id" = $3;

-- Plan for any values:
-- Nested Loop
--   ->  Index Scan using movies_pkey on movies
--         Index Cond: (id = $3)
--   ->  Index Scan using titles_pkey on titles
--         Index Cond: (id = $3)
--   SubPlan 1
--     ->  Aggregate
--           ->  Subquery Scan on item
--                 ->  Sort
--                       Sort Key: title_genres."position", genres.id
--                       ->  Hash Join
--                             Hash Cond: (genres.id = title_genres.genre_id)
--                             ->  Seq Scan on genres
--                             ->  Hash
--                                   ->  Index Scan using title_genres_title_id_genre_id_pk on title_genres
--                                         Index Cond: (title_id = movies.id)
--   SubPlan 2
--     ->  Index Scan using collections_pkey on collections
--           Index Cond: (id = movies.collection_id)
--   SubPlan 3
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Limit
--                       ->  Subquery Scan on listed
--                             ->  Sort
--                                   Sort Key: keywords.name, keywords.id
--                                   ->  Nested Loop
--                                         ->  Index Only Scan using title_keywords_title_id_keyword_id_pk on title_keywords
--                                               Index Cond: (title_id = movies.id)
--                                         ->  Index Scan using keywords_pkey on keywords
--                                               Index Cond: (id = title_keywords.keyword_id)
--   SubPlan 4
--     ->  Aggregate
--           ->  Subquery Scan on item_2
--                 ->  Limit
--                       ->  Subquery Scan on listed_1
--                             ->  Sort
--                                   Sort Key: alternate_titles."position"
--                                   ->  Bitmap Heap Scan on alternate_titles
--                                         Recheck Cond: (title_id = movies.id)
--                                         ->  Bitmap Index Scan on alternate_titles_title_id_position_pk
--                                               Index Cond: (title_id = movies.id)
--   SubPlan 5
--     ->  Aggregate
--           ->  Subquery Scan on item_3
--                 ->  Limit
--                       ->  Subquery Scan on listed_2
--                             ->  Sort
--                                   Sort Key: title_companies."position", companies.id
--                                   ->  Nested Loop
--                                         ->  Index Scan using title_companies_title_id_company_id_pk on title_companies
--                                               Index Cond: (title_id = movies.id)
--                                         ->  Index Scan using companies_pkey on companies
--                                               Index Cond: (id = title_companies.company_id)
--                                               Filter: (company_type = $1)
--   SubPlan 6
--     ->  Aggregate
--           ->  Subquery Scan on item_4
--                 ->  Limit
--                       ->  Subquery Scan on listed_3
--                             ->  Sort
--                                   Sort Key: release_dates.region, release_dates.release_date, release_dates."position"
--                                   ->  Bitmap Heap Scan on release_dates
--                                         Recheck Cond: (movie_id = movies.id)
--                                         ->  Bitmap Index Scan on release_dates_movie_id_region_position_pk
--                                               Index Cond: (movie_id = movies.id)
--   SubPlan 9
--     ->  Aggregate
--           CTE offers
--             ->  GroupAggregate
--                   Group Key: offerings.country, offerings.monetization
--                   ->  Sort
--                         Sort Key: offerings.country, offerings.monetization, (COALESCE(offerings.display_priority, watch_providers.display_priority)), watch_providers.name, watch_providers.id
--                         ->  Hash Join
--                               Hash Cond: (watch_providers.id = offerings.watch_provider_id)
--                               ->  Seq Scan on watch_providers
--                               ->  Hash
--                                     ->  Subquery Scan on offerings
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: offerings_1.country, offerings_1.monetization, offerings_1.watch_provider_id
--                                                       ->  Bitmap Heap Scan on offerings offerings_1
--                                                             Recheck Cond: (title_id = movies.id)
--                                                             ->  Bitmap Index Scan on offerings_title_id_country_monetization_watch_provider_id_pk
--                                                                   Index Cond: (title_id = movies.id)
--           ->  GroupAggregate
--                 Group Key: offers.country
--                 ->  Incremental Sort
--                       Sort Key: offers.country, offers.monetization NULLS FIRST
--                       Presorted Key: offers.country
--                       ->  Merge Append
--                             Sort Key: offers.country
--                             ->  CTE Scan on offers
--                             ->  Group
--                                   Group Key: offers_1.country
--                                   ->  CTE Scan on offers offers_1
--                                   SubPlan 8
--                                     ->  Index Scan using offering_links_title_id_country_pk on offering_links
--                                           Index Cond: ((title_id = movies.id) AND (country = offers_1.country))
--   SubPlan 10
--     ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--           Index Cond: ((provider = titles.provider) AND (kind = $2) AND (external_id = (titles.external_id)::text))
