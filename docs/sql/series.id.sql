-- GET /api/v1/series/series_01990002000070008000000000000018
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 company_type = 'network'
-- $2 company_type = 'production_company'
-- $3 job_kind = 'series'
-- $4 uuid = '01990002-0000-7000-8000-000000000018'
select
  'series_' || replace("series"."id"::text, '-', '') as "id",
  to_char("series"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  (
    select
      row_to_json(item)
    from
      (
        select
          'series_' || replace("series"."id"::text, '-', '') as "id",
          'series' as "kind",
          "series"."title" as "title",
          "series"."original_title" as "original_title",
          "series"."original_language" as "original_language",
          "series"."overview" as "overview",
          "series"."first_air_date" as "first_air_date",
          "series"."last_air_date" as "last_air_date",
          "series"."year" as "year",
          "series"."status" as "status",
          "series"."number_of_seasons" as "number_of_seasons",
          "series"."number_of_episodes" as "number_of_episodes",
          "series"."popularity" as "popularity",
          "series"."vote_average" as "vote_average",
          "series"."vote_count" as "vote_count",
          "series"."poster_path" as "poster_path",
          "series"."backdrop_path" as "backdrop_path",
          coalesce("series"."genre_labels", genre_labels_of ("series"."id"))::json as "genres",
          coalesce("series"."adult", "series"."removed_adult") as "adult",
          to_char("series"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
          to_char("series"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at",
          "series"."tagline" as "tagline",
          "series"."homepage" as "homepage",
          "series"."series_type" as "series_type",
          "series"."in_production" as "in_production",
          coalesce(to_json("series"."origin_countries"), '[]'::json) as "origin_countries",
          array_to_json(
            array(
              select
                spoken
              from
                jsonb_to_recordset("series"."spoken_languages") as spoken (language text, name text, english_name text)
            )
          ) as "spoken_languages",
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
                          "title_companies"."title_id" = "series"."id"
                          and "companies"."company_type" = $1
                        )
                      order by
                        "title_companies"."position",
                        "companies"."id"
                    ) listed
                  limit 500
                ) item
            )
          ) as "networks",
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
                          "title_companies"."title_id" = "series"."id"
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
                        'person_' || replace("people"."id"::text, '-', '') as "id",
                        "people"."name",
                        "people"."profile_path",
                        "people"."known_for_department"
                      from
                        "credits"
                        inner join "people" on "people"."id" = "credits"."person_id"
                      where
                        (
                          "credits"."title_id" = "series"."id"
                          and "credits"."credit_type" = 'creator'
                        )
                      order by
                        "credits"."position",
                        "credits"."id"
                    ) listed
                  limit 200
                ) item
            )
          ) as "creators",
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
                        "title_keywords"."title_id" = "series"."id"
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
                        "alternate_titles"."title_id" = "series"."id"
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
            )
          ) as "content_ratings",
          (
            select
              row_to_json(item)
            from
              (
                select
                  "titles"."external_id" as "tmdb",
                  "series"."external_ids" ->> 'imdb' as "imdb",
                  "series"."external_ids" ->> 'tvdb' as "tvdb",
                  "series"."external_ids" ->> 'wikidata' as "wikidata",
                  "series"."external_ids" ->> 'facebook' as "facebook",
                  "series"."external_ids" ->> 'instagram' as "instagram",
                  "series"."external_ids" ->> 'twitter' as "twitter"
              ) item
          ) as "external_ids",
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
            )
          ) as "seasons",
          case
            when "series"."last_episode" is not null then (
              select
                row_to_json(item)
              from
                (
                  select
                    (
                      (
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
                      )
                    ) as "id",
                    'episode' as "kind",
                    "series"."last_episode" -> 'season_number' as "season_number",
                    "series"."last_episode" -> 'episode_number' as "episode_number",
                    "series"."last_episode" -> 'title' as "title",
                    "series"."last_episode" -> 'overview' as "overview",
                    "series"."last_episode" -> 'air_date' as "air_date",
                    "series"."last_episode" -> 'runtime' as "runtime",
                    "series"."last_episode" -> 'still_path' as "still_path",
                    "series"."last_episode" -> 'episode_type' as "episode_type"
                ) item
            )
          end as "last_episode",
          case
            when "series"."next_episode" is not null then (
              select
                row_to_json(item)
              from
                (
                  select
                    (
                      (
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
                      )
                    ) as "id",
                    'episode' as "kind",
                    "series"."next_episode" -> 'season_number' as "season_number",
                    "series"."next_episode" -> 'episode_number' as "episode_number",
                    "series"."next_episode" -> 'title' as "title",
                    "series"."next_episode" -> 'overview' as "overview",
                    "series"."next_episode" -> 'air_date' as "air_date",
                    "series"."next_episode" -> 'runtime' as "runtime",
                    "series"."next_episode" -> 'still_path' as "still_path",
                    "series"."next_episode" -> 'episode_type' as "episode_type"
                ) item
            )
          end as "next_episode",
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
                                'credit_' || replace("credits"."id"::text, '-', '') as "id",
                                (
                                  select
                                    row_to_json(item)
                                  from
                                    (
                                      select
                                        'person_' || replace("people"."id"::text, '-', '') as "id",
                                        "people"."name" as "name",
                                        "people"."profile_path" as "profile_path",
                                        "people"."known_for_department" as "known_for_department"
                                    ) item
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
                                  and "credits"."credit_type" = 'cast'
                                )
                              order by
                                "credits"."position",
                                "credits"."id"
                            ) listed
                          limit 6000
                        ) item
                    )
                  ) as "cast",
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
                                'credit_' || replace("credits"."id"::text, '-', '') as "id",
                                (
                                  select
                                    row_to_json(item)
                                  from
                                    (
                                      select
                                        'person_' || replace("people"."id"::text, '-', '') as "id",
                                        "people"."name" as "name",
                                        "people"."profile_path" as "profile_path",
                                        "people"."known_for_department" as "known_for_department"
                                    ) item
                                ) as "person",
                                "credits"."department",
                                "credits"."job"
                              from
                                "credits"
                                inner join "people" on "people"."id" = "credits"."person_id"
                              where
                                (
                                  "credits"."title_id" = "series"."id"
                                  and "credits"."credit_type" = 'crew'
                                )
                              order by
                                "credits"."position",
                                "credits"."id"
                            ) listed
                          limit 3000
                        ) item
                    )
                  ) as "crew",
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
                                'credit_' || replace("credits"."id"::text, '-', '') as "id",
                                (
                                  select
                                    row_to_json(item)
                                  from
                                    (
                                      select
                                        'person_' || replace("people"."id"::text, '-', '') as "id",
                                        "people"."name" as "name",
                                        "people"."profile_path" as "profile_path",
                                        "people"."known_for_department" as "known_for_department"
                                    ) item
                                ) as "person"
                              from
                                "credits"
                                inner join "people" on "people"."id" = "credits"."person_id"
                              where
                                (
                                  "credits"."title_id" = "series"."id"
                                  and "credits"."credit_type" = 'creator'
                                )
                              order by
                                "credits"."position",
                                "credits"."id"
                            ) listed
                          limit 200
                        ) item
                    )
                  ) as "creators"
              ) item
          ) as "credits"
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
                  "offerings"."title_id" = "series"."id"
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
          left join "offering_links" on "offering_links"."title_id" = "series"."id"
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
          to_char("series"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
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
  "series"
  join "titles" on "titles"."id" = "series"."id"
where
  "series"."id" = $4;

-- Plan for any values:
-- Nested Loop
--   ->  Index Scan using series_pkey on series
--         Index Cond: (id = $4)
--   ->  Index Scan using titles_pkey on titles
--         Index Cond: (id = $4)
--   SubPlan 21
--     ->  Result
--           InitPlan 1
--             ->  Function Scan on jsonb_to_recordset spoken
--           InitPlan 2
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: title_companies."position", companies.id
--                                     ->  Nested Loop
--                                           ->  Index Scan using title_companies_title_id_company_id_pk on title_companies
--                                                 Index Cond: (title_id = series.id)
--                                           ->  Index Scan using companies_pkey on companies
--                                                 Index Cond: (id = title_companies.company_id)
--                                                 Filter: (company_type = $1)
--           InitPlan 3
--             ->  Subquery Scan on item_1
--                   ->  Limit
--                         ->  Subquery Scan on listed_1
--                               ->  Sort
--                                     Sort Key: title_companies_1."position", companies_1.id
--                                     ->  Nested Loop
--                                           ->  Index Scan using title_companies_title_id_company_id_pk on title_companies title_companies_1
--                                                 Index Cond: (title_id = series.id)
--                                           ->  Index Scan using companies_pkey on companies companies_1
--                                                 Index Cond: (id = title_companies_1.company_id)
--                                                 Filter: (company_type = $2)
--           InitPlan 4
--             ->  Subquery Scan on item_2
--                   ->  Limit
--                         ->  Subquery Scan on listed_2
--                               ->  Sort
--                                     Sort Key: credits."position", credits.id
--                                     ->  Nested Loop
--                                           ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits
--                                                 Index Cond: ((title_id = series.id) AND (credit_type = 'creator'::credit_type))
--                                           ->  Index Scan using people_pkey on people
--                                                 Index Cond: (id = credits.person_id)
--           InitPlan 5
--             ->  Subquery Scan on item_3
--                   ->  Limit
--                         ->  Subquery Scan on listed_3
--                               ->  Sort
--                                     Sort Key: keywords.name, keywords.id
--                                     ->  Nested Loop
--                                           ->  Index Only Scan using title_keywords_title_id_keyword_id_pk on title_keywords
--                                                 Index Cond: (title_id = series.id)
--                                           ->  Index Scan using keywords_pkey on keywords
--                                                 Index Cond: (id = title_keywords.keyword_id)
--           InitPlan 6
--             ->  Subquery Scan on item_4
--                   ->  Limit
--                         ->  Subquery Scan on listed_4
--                               ->  Sort
--                                     Sort Key: alternate_titles."position"
--                                     ->  Bitmap Heap Scan on alternate_titles
--                                           Recheck Cond: (title_id = series.id)
--                                           ->  Bitmap Index Scan on alternate_titles_title_id_position_pk
--                                                 Index Cond: (title_id = series.id)
--           InitPlan 7
--             ->  Subquery Scan on item_5
--                   ->  Limit
--                         ->  Subquery Scan on listed_5
--                               ->  Sort
--                                     Sort Key: content_ratings."position"
--                                     ->  Bitmap Heap Scan on content_ratings
--                                           Recheck Cond: (title_id = series.id)
--                                           ->  Bitmap Index Scan on content_ratings_title_id_position_pk
--                                                 Index Cond: (title_id = series.id)
--           InitPlan 8
--             ->  Result
--           InitPlan 9
--             ->  Subquery Scan on item_6
--                   ->  Limit
--                         ->  Sort
--                               Sort Key: seasons.season_number
--                               ->  Bitmap Heap Scan on seasons
--                                     Recheck Cond: (series_id = series.id)
--                                     ->  Bitmap Index Scan on seasons_series_id_season_number_unique
--                                           Index Cond: (series_id = series.id)
--           InitPlan 11
--             ->  Result
--                   InitPlan 10
--                     ->  Nested Loop
--                           ->  Index Scan using episodes_series_id_index on episodes
--                                 Index Cond: (series_id = series.id)
--                                 Filter: (episode_number = ((series.last_episode ->> 'episode_number'::text))::integer)
--                           ->  Index Scan using seasons_pkey on seasons seasons_1
--                                 Index Cond: (id = episodes.season_id)
--                                 Filter: (season_number = ((series.last_episode ->> 'season_number'::text))::integer)
--           InitPlan 13
--             ->  Result
--                   InitPlan 12
--                     ->  Nested Loop
--                           ->  Index Scan using episodes_series_id_index on episodes episodes_1
--                                 Index Cond: (series_id = series.id)
--                                 Filter: (episode_number = ((series.next_episode ->> 'episode_number'::text))::integer)
--                           ->  Index Scan using seasons_pkey on seasons seasons_2
--                                 Index Cond: (id = episodes_1.season_id)
--                                 Filter: (season_number = ((series.next_episode ->> 'season_number'::text))::integer)
--           InitPlan 20
--             ->  Result
--                   InitPlan 15
--                     ->  Subquery Scan on item_7
--                           ->  Limit
--                                 ->  Subquery Scan on listed_6
--                                       ->  Sort
--                                             Sort Key: credits_1."position", credits_1.id
--                                             ->  Nested Loop
--                                                   ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits credits_1
--                                                         Index Cond: ((title_id = series.id) AND (credit_type = 'cast'::credit_type))
--                                                   ->  Index Scan using people_pkey on people people_1
--                                                         Index Cond: (id = credits_1.person_id)
--                                                   SubPlan 14
--                                                     ->  Result
--                   InitPlan 17
--                     ->  Subquery Scan on item_8
--                           ->  Limit
--                                 ->  Subquery Scan on listed_7
--                                       ->  Sort
--                                             Sort Key: credits_2."position", credits_2.id
--                                             ->  Nested Loop
--                                                   ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits credits_2
--                                                         Index Cond: ((title_id = series.id) AND (credit_type = 'crew'::credit_type))
--                                                   ->  Index Scan using people_pkey on people people_2
--                                                         Index Cond: (id = credits_2.person_id)
--                                                   SubPlan 16
--                                                     ->  Result
--                   InitPlan 19
--                     ->  Subquery Scan on item_9
--                           ->  Limit
--                                 ->  Subquery Scan on listed_8
--                                       ->  Sort
--                                             Sort Key: credits_3."position", credits_3.id
--                                             ->  Nested Loop
--                                                   ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits credits_3
--                                                         Index Cond: ((title_id = series.id) AND (credit_type = 'creator'::credit_type))
--                                                   ->  Index Scan using people_pkey on people people_3
--                                                         Index Cond: (id = credits_3.person_id)
--                                                   SubPlan 18
--                                                     ->  Result
--   SubPlan 22
--     ->  Aggregate
--           ->  GroupAggregate
--                 Group Key: offerings.country, offering_links.link
--                 ->  Incremental Sort
--                       Sort Key: offerings.country, offering_links.link, offerings.monetization
--                       Presorted Key: offerings.country
--                       ->  Merge Left Join
--                             Merge Cond: (offerings.country = offering_links.country)
--                             ->  GroupAggregate
--                                   Group Key: offerings.country, offerings.monetization
--                                   ->  Sort
--                                         Sort Key: offerings.country, offerings.monetization, (COALESCE(offerings.display_priority, watch_providers.display_priority)), watch_providers.name, watch_providers.id
--                                         ->  Hash Join
--                                               Hash Cond: (watch_providers.id = offerings.watch_provider_id)
--                                               ->  Seq Scan on watch_providers
--                                               ->  Hash
--                                                     ->  Subquery Scan on offerings
--                                                           ->  Limit
--                                                                 ->  Sort
--                                                                       Sort Key: offerings_1.country, offerings_1.monetization, offerings_1.watch_provider_id
--                                                                       ->  Bitmap Heap Scan on offerings offerings_1
--                                                                             Recheck Cond: (title_id = series.id)
--                                                                             ->  Bitmap Index Scan on offerings_title_id_country_monetization_watch_provider_id_pk
--                                                                                   Index Cond: (title_id = series.id)
--                             ->  Index Scan using offering_links_title_id_country_pk on offering_links
--                                   Index Cond: (title_id = series.id)
--   SubPlan 24
--     ->  Result
--           InitPlan 23
--             ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--                   Index Cond: ((provider = titles.provider) AND (kind = $3) AND (external_id = (titles.external_id)::text))
