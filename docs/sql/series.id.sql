-- GET /api/v1/series/series_01990002000070008000000000000018
-- Statements: 1
-- Written by `bun run sql`.

-- $1 company_type = 'network'
-- $2 company_type = 'production_company'
-- $3 credit_type = 'cast'
-- $4 credit_type = 'crew'
-- $5 credit_type = 'creator'
-- $6 job_kind = 'series'
-- $7 uuid = '01990002-0000-7000-8000-000000000018'
select
  'series_' || replace("series"."id"::text, '-', '') as "id",
  'series' as "kind",
  "series"."title",
  "series"."original_title",
  "series"."original_language",
  "series"."overview",
  "series"."first_air_date",
  "series"."last_air_date",
  "series"."year",
  "series"."status",
  "series"."number_of_seasons",
  "series"."number_of_episodes",
  "series"."popularity",
  "series"."vote_average",
  "series"."vote_count",
  "series"."poster_path",
  "series"."backdrop_path",
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
          "title_genres"."title_id" = "series"."id"
        order by
          "title_genres"."position",
          "genres"."id"
      ) item
  ) as "genres",
  "series"."adult",
  to_char("series"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  "series"."tagline",
  "series"."homepage",
  "series"."series_type",
  "series"."in_production",
  coalesce(to_json("series"."origin_countries"), '[]'::json),
  coalesce(to_json("series"."spoken_languages"), '[]'::json),
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
                "title_companies"."title_id" = "series"."id"
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
                "title_companies"."title_id" = "series"."id"
                and "companies"."company_type" = $2
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
              'keyword_' || replace("keywords"."id"::text, '-', '') as "id",
              "keywords"."name"
            from
              "title_keywords"
              inner join "keywords" on "keywords"."id" = "title_keywords"."keyword_id"
            where
              "title_keywords"."title_id" = "series"."id"
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
              "alternate_titles"."title_id" = "series"."id"
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
              "country",
              "rating",
              "descriptors"
            from
              "content_ratings"
            where
              "content_ratings"."title_id" = "series"."id"
            order by
              "content_ratings"."position"
          ) listed
        limit 500
      ) item
  ),
  json_build_object(
    'tmdb', "titles"."external_id",
    'imdb', "series"."external_ids" ->> 'imdb',
    'tvdb', "series"."external_ids" ->> 'tvdb',
    'wikidata', "series"."external_ids" ->> 'wikidata',
    'facebook', "series"."external_ids" ->> 'facebook',
    'instagram', "series"."external_ids" ->> 'instagram',
    'twitter', "series"."external_ids" ->> 'twitter'
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
  ),
  case
    when "series"."last_episode" is not null then json_build_object(
      'id', (
        select
          'episode_' || replace("episodes"."id"::text, '-', '')
        from
          "episodes"
          inner join "seasons" on "seasons"."id" = "episodes"."season_id"
        where
          (
            "episodes"."series_id" = "series"."id"
            and "seasons"."season_number" = ("series"."last_episode" ->> 'season_number')::int
            and "episodes"."episode_number" = ("series"."last_episode" ->> 'episode_number')::int
          )
      ),
      'kind', 'episode',
      'season_number', "series"."last_episode" -> 'season_number',
      'episode_number', "series"."last_episode" -> 'episode_number',
      'title', "series"."last_episode" -> 'title',
      'overview', "series"."last_episode" -> 'overview',
      'air_date', "series"."last_episode" -> 'air_date',
      'runtime', "series"."last_episode" -> 'runtime',
      'still_path', "series"."last_episode" -> 'still_path',
      'episode_type', "series"."last_episode" -> 'episode_type'
    )
  end,
  case
    when "series"."next_episode" is not null then json_build_object(
      'id', (
        select
          'episode_' || replace("episodes"."id"::text, '-', '')
        from
          "episodes"
          inner join "seasons" on "seasons"."id" = "episodes"."season_id"
        where
          (
            "episodes"."series_id" = "series"."id"
            and "seasons"."season_number" = ("series"."next_episode" ->> 'season_number')::int
            and "episodes"."episode_number" = ("series"."next_episode" ->> 'episode_number')::int
          )
      ),
      'kind', 'episode',
      'season_number', "series"."next_episode" -> 'season_number',
      'episode_number', "series"."next_episode" -> 'episode_number',
      'title', "series"."next_episode" -> 'title',
      'overview', "series"."next_episode" -> 'overview',
      'air_date', "series"."next_episode" -> 'air_date',
      'runtime', "series"."next_episode" -> 'runtime',
      'still_path', "series"."next_episode" -> 'still_path',
      'episode_type', "series"."next_episode" -> 'episode_type'
    )
  end,
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
              'credit_' || replace("credits"."id"::text, '-', '') as "id",
              json_build_object(
                'id', 'person_' || replace("people"."id"::text, '-', ''),
                'name', "people"."name",
                'profile_path', "people"."profile_path",
                'known_for_department', "people"."known_for_department"
              ) as "person",
              "credits"."character",
              "credits"."position" as "order",
              "credits"."episode_count"
            from
              "credits"
              inner join "people" on "people"."id" = "credits"."person_id"
            where
              (
                "credits"."title_id" = "series"."id"
                and "credits"."credit_type" = $3
              )
            order by
              "credits"."position",
              "credits"."id"
          ) listed
        limit 6000
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
              'credit_' || replace("credits"."id"::text, '-', '') as "id",
              json_build_object(
                'id', 'person_' || replace("people"."id"::text, '-', ''),
                'name', "people"."name",
                'profile_path', "people"."profile_path",
                'known_for_department', "people"."known_for_department"
              ) as "person",
              "credits"."department",
              "credits"."job"
            from
              "credits"
              inner join "people" on "people"."id" = "credits"."person_id"
            where
              (
                "credits"."title_id" = "series"."id"
                and "credits"."credit_type" = $4
              )
            order by
              "credits"."position",
              "credits"."id"
          ) listed
        limit 3000
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
              'credit_' || replace("credits"."id"::text, '-', '') as "id",
              json_build_object(
                'id', 'person_' || replace("people"."id"::text, '-', ''),
                'name', "people"."name",
                'profile_path', "people"."profile_path",
                'known_for_department', "people"."known_for_department"
              ) as "person"
            from
              "credits"
              inner join "people" on "people"."id" = "credits"."person_id"
            where
              (
                "credits"."title_id" = "series"."id"
                and "credits"."credit_type" = $5
              )
            order by
              "credits"."position",
              "credits"."id"
          ) listed
        limit 200
      ) item
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
              "offerings"."title_id" = "series"."id"
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
              "offering_links"."title_id" = "series"."id"
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
  to_char("series"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  (
    select
      to_char("provenance"."fetched_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from
      "provenance"
    where
      "provenance"."provider" = "titles"."provider"
      and "provenance"."kind" = $6
      and "provenance"."external_id" = "titles"."external_id"::text
  )
from
  "series"
  inner join "titles" on "titles"."id" = "series"."id"
where
  "series"."id" = $7;

-- Plan for any values:
-- Nested Loop
--   ->  Index Scan using series_pkey on series
--         Index Cond: (id = $7)
--   ->  Index Scan using titles_pkey on titles
--         Index Cond: (id = $7)
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
--                                         Index Cond: (title_id = series.id)
--   SubPlan 2
--     ->  Aggregate
--           ->  Subquery Scan on item_1
--                 ->  Limit
--                       ->  Subquery Scan on listed
--                             ->  Sort
--                                   Sort Key: title_companies."position", companies.id
--                                   ->  Nested Loop
--                                         ->  Index Scan using title_companies_title_id_company_id_pk on title_companies
--                                               Index Cond: (title_id = series.id)
--                                         ->  Index Scan using companies_pkey on companies
--                                               Index Cond: (id = title_companies.company_id)
--                                               Filter: (company_type = $1)
--   SubPlan 3
--     ->  Aggregate
--           ->  Subquery Scan on item_2
--                 ->  Limit
--                       ->  Subquery Scan on listed_1
--                             ->  Sort
--                                   Sort Key: title_companies_1."position", companies_1.id
--                                   ->  Nested Loop
--                                         ->  Index Scan using title_companies_title_id_company_id_pk on title_companies title_companies_1
--                                               Index Cond: (title_id = series.id)
--                                         ->  Index Scan using companies_pkey on companies companies_1
--                                               Index Cond: (id = title_companies_1.company_id)
--                                               Filter: (company_type = $2)
--   SubPlan 4
--     ->  Aggregate
--           ->  Subquery Scan on item_3
--                 ->  Limit
--                       ->  Subquery Scan on listed_2
--                             ->  Sort
--                                   Sort Key: keywords.name, keywords.id
--                                   ->  Nested Loop
--                                         ->  Index Only Scan using title_keywords_title_id_keyword_id_pk on title_keywords
--                                               Index Cond: (title_id = series.id)
--                                         ->  Index Scan using keywords_pkey on keywords
--                                               Index Cond: (id = title_keywords.keyword_id)
--   SubPlan 5
--     ->  Aggregate
--           ->  Subquery Scan on item_4
--                 ->  Limit
--                       ->  Subquery Scan on listed_3
--                             ->  Sort
--                                   Sort Key: alternate_titles."position"
--                                   ->  Bitmap Heap Scan on alternate_titles
--                                         Recheck Cond: (title_id = series.id)
--                                         ->  Bitmap Index Scan on alternate_titles_title_id_position_pk
--                                               Index Cond: (title_id = series.id)
--   SubPlan 6
--     ->  Aggregate
--           ->  Subquery Scan on item_5
--                 ->  Limit
--                       ->  Subquery Scan on listed_4
--                             ->  Sort
--                                   Sort Key: content_ratings."position"
--                                   ->  Bitmap Heap Scan on content_ratings
--                                         Recheck Cond: (title_id = series.id)
--                                         ->  Bitmap Index Scan on content_ratings_title_id_position_pk
--                                               Index Cond: (title_id = series.id)
--   SubPlan 7
--     ->  Aggregate
--           ->  Subquery Scan on item_6
--                 ->  Limit
--                       ->  Sort
--                             Sort Key: seasons.season_number
--                             ->  Bitmap Heap Scan on seasons
--                                   Recheck Cond: (series_id = series.id)
--                                   ->  Bitmap Index Scan on seasons_series_id_season_number_unique
--                                         Index Cond: (series_id = series.id)
--   SubPlan 8
--     ->  Nested Loop
--           ->  Index Scan using episodes_series_id_index on episodes
--                 Index Cond: (series_id = series.id)
--                 Filter: (episode_number = ((series.last_episode ->> 'episode_number'::text))::integer)
--           ->  Index Scan using seasons_pkey on seasons seasons_1
--                 Index Cond: (id = episodes.season_id)
--                 Filter: (season_number = ((series.last_episode ->> 'season_number'::text))::integer)
--   SubPlan 9
--     ->  Nested Loop
--           ->  Index Scan using episodes_series_id_index on episodes episodes_1
--                 Index Cond: (series_id = series.id)
--                 Filter: (episode_number = ((series.next_episode ->> 'episode_number'::text))::integer)
--           ->  Index Scan using seasons_pkey on seasons seasons_2
--                 Index Cond: (id = episodes_1.season_id)
--                 Filter: (season_number = ((series.next_episode ->> 'season_number'::text))::integer)
--   SubPlan 10
--     ->  Aggregate
--           ->  Subquery Scan on item_7
--                 ->  Limit
--                       ->  Subquery Scan on listed_5
--                             ->  Sort
--                                   Sort Key: credits."position", credits.id
--                                   ->  Nested Loop
--                                         ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits
--                                               Index Cond: ((title_id = series.id) AND (credit_type = $3))
--                                         ->  Index Scan using people_pkey on people
--                                               Index Cond: (id = credits.person_id)
--   SubPlan 11
--     ->  Aggregate
--           ->  Subquery Scan on item_8
--                 ->  Limit
--                       ->  Subquery Scan on listed_6
--                             ->  Sort
--                                   Sort Key: credits_1."position", credits_1.id
--                                   ->  Nested Loop
--                                         ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits credits_1
--                                               Index Cond: ((title_id = series.id) AND (credit_type = $4))
--                                         ->  Index Scan using people_pkey on people people_1
--                                               Index Cond: (id = credits_1.person_id)
--   SubPlan 12
--     ->  Aggregate
--           ->  Subquery Scan on item_9
--                 ->  Limit
--                       ->  Subquery Scan on listed_7
--                             ->  Sort
--                                   Sort Key: credits_2."position", credits_2.id
--                                   ->  Nested Loop
--                                         ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits credits_2
--                                               Index Cond: ((title_id = series.id) AND (credit_type = $5))
--                                         ->  Index Scan using people_pkey on people people_2
--                                               Index Cond: (id = credits_2.person_id)
--   SubPlan 15
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
--                                                             Recheck Cond: (title_id = series.id)
--                                                             ->  Bitmap Index Scan on offerings_title_id_country_monetization_watch_provider_id_pk
--                                                                   Index Cond: (title_id = series.id)
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
--                                   SubPlan 14
--                                     ->  Index Scan using offering_links_title_id_country_pk on offering_links
--                                           Index Cond: ((title_id = series.id) AND (country = offers_1.country))
--   SubPlan 16
--     ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--           Index Cond: ((provider = titles.provider) AND (kind = $6) AND (external_id = (titles.external_id)::text))
