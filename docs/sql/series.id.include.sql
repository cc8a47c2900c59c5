-- GET /api/v1/series/series_01990002000070008000000000000018?include=images,videos,episodes,translations,provenance&seasons=1
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 company_type = 'network'
-- $2 company_type = 'production_company'
-- $3 integer[] = '{1}'
-- $4 job_kind = 'series'
-- $5 text[] = '{images,videos,episodes,translations,provenance}'
-- $6 artwork_owner = 'series'
-- $7 artwork_type = 'poster'
-- $8 text[] = null
-- $9 text[] = null
-- $10 text[] = null
-- $11 text[] = null
-- $12 integer = null
-- $13 artwork_owner = 'series'
-- $14 artwork_type = 'backdrop'
-- $15 text[] = null
-- $16 text[] = null
-- $17 text[] = null
-- $18 text[] = null
-- $19 integer = null
-- $20 artwork_owner = 'series'
-- $21 artwork_type = 'logo'
-- $22 text[] = null
-- $23 text[] = null
-- $24 text[] = null
-- $25 text[] = null
-- $26 integer = null
-- $27 text[] = '{images,videos,episodes,translations,provenance}'
-- $28 text[] = '{images,videos,episodes,translations,provenance}'
-- $29 text[] = '{images,videos,episodes,translations,provenance}'
-- $30 uuid = '01990002-0000-7000-8000-000000000018'
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
                case
                  when "seasons"."season_number" = any (
                    (
                      select
                        $3::int[]
                    )::int[]
                  ) then (
                    left(
                      (
                        (
                          select
                            row_to_json(item)
                          from
                            (
                              select
                                'season_' || replace("seasons"."id"::text, '-', '') as "id",
                                'season' as "kind",
                                'series_' || replace("seasons"."series_id"::text, '-', '') as "series_id",
                                "seasons"."season_number" as "season_number",
                                "seasons"."title" as "title",
                                "seasons"."overview" as "overview",
                                "seasons"."air_date" as "air_date",
                                "seasons"."poster_path" as "poster_path",
                                "seasons"."episode_count" as "episode_count",
                                "seasons"."episodes_ingested" as "episodes_ingested",
                                "seasons"."vote_average" as "vote_average"
                            ) item
                        )
                      )::text,
                      -1
                    ) || ',"episodes":' || (
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
                                    'episode_' || replace("episodes"."id"::text, '-', '') as "id",
                                    'episode' as "kind",
                                    'series_' || replace("episodes"."series_id"::text, '-', '') as "series_id",
                                    'season_' || replace("episodes"."season_id"::text, '-', '') as "season_id",
                                    "own_season"."season_number",
                                    "episodes"."episode_number",
                                    "episodes"."title",
                                    "episodes"."overview",
                                    "episodes"."air_date",
                                    "episodes"."runtime",
                                    "episodes"."still_path",
                                    "episodes"."episode_type",
                                    "episodes"."production_code",
                                    "episodes"."vote_average",
                                    "episodes"."vote_count",
                                    (
                                      select
                                        row_to_json(item)
                                      from
                                        (
                                          select
                                            "episodes"."external_id" as "tmdb"
                                        ) item
                                    ) as "external_ids"
                                  from
                                    "episodes"
                                    inner join "seasons" "own_season" on "own_season"."id" = "episodes"."season_id"
                                  where
                                    "episodes"."season_id" = "seasons"."id"
                                  order by
                                    "episodes"."episode_number"
                                ) listed
                              limit 5000
                            ) item
                        )
                      )
                    )::text || '}'
                  )::json
                  else (
                    select
                      row_to_json(item)
                    from
                      (
                        select
                          'season_' || replace("seasons"."id"::text, '-', '') as "id",
                          'season' as "kind",
                          'series_' || replace("seasons"."series_id"::text, '-', '') as "series_id",
                          "seasons"."season_number" as "season_number",
                          "seasons"."title" as "title",
                          "seasons"."overview" as "overview",
                          "seasons"."air_date" as "air_date",
                          "seasons"."poster_path" as "poster_path",
                          "seasons"."episode_count" as "episode_count",
                          "seasons"."episodes_ingested" as "episodes_ingested",
                          "seasons"."vote_average" as "vote_average"
                      ) item
                  )
                end
              from
                "seasons"
              where
                "seasons"."series_id" = "series"."id"
              order by
                "seasons"."season_number"
              limit 500
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
              and "provenance"."kind" = $4
              and "provenance"."external_id" = "titles"."external_id"::text
          ) as "last_ingested_at"
      ) item
  )::text as "last",
  '{' || substr(
    (
      case
        when 'images' = any (
          (
            select
              $5::text[]
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
                                  "artwork"."file_path" is not distinct from "series"."poster_path" as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "series"."id"
                                    and "artwork"."owner_kind" = $6
                                    and "artwork"."type" = $7
                                    and (
                                      (
                                        select
                                          $8::text[]
                                      )::text[] is null
                                      or "artwork"."language" = any (
                                        (
                                          select
                                            $9::text[]
                                        )::text[]
                                      )
                                    )
                                    and (
                                      (
                                        select
                                          $10::text[]
                                      )::text[] is null
                                      or 'poster' = any (
                                        (
                                          select
                                            $11::text[]
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
                                  coalesce($12::int, 2000)
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
                                  "artwork"."file_path" is not distinct from "series"."backdrop_path" as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "series"."id"
                                    and "artwork"."owner_kind" = $13
                                    and "artwork"."type" = $14
                                    and (
                                      (
                                        select
                                          $15::text[]
                                      )::text[] is null
                                      or "artwork"."language" = any (
                                        (
                                          select
                                            $16::text[]
                                        )::text[]
                                      )
                                    )
                                    and (
                                      (
                                        select
                                          $17::text[]
                                      )::text[] is null
                                      or 'backdrop' = any (
                                        (
                                          select
                                            $18::text[]
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
                                  coalesce($19::int, 2000)
                              )
                          ) item
                      )
                    ) as "backdrops",
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
                                  false as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "series"."id"
                                    and "artwork"."owner_kind" = $20
                                    and "artwork"."type" = $21
                                    and (
                                      (
                                        select
                                          $22::text[]
                                      )::text[] is null
                                      or "artwork"."language" = any (
                                        (
                                          select
                                            $23::text[]
                                        )::text[]
                                      )
                                    )
                                    and (
                                      (
                                        select
                                          $24::text[]
                                      )::text[] is null
                                      or 'logo' = any (
                                        (
                                          select
                                            $25::text[]
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
                                  coalesce($26::int, 2000)
                              )
                          ) item
                      )
                    ) as "logos"
                ) item
            )
          )::text,
          'null'
        )
        else ''
      end || case
        when 'videos' = any (
          (
            select
              $27::text[]
          )::text[]
        ) then ',"videos":' || coalesce(
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
                                  'video_' || replace("id"::text, '-', '') as "id",
                                  "site",
                                  "key",
                                  case
                                    when "videos"."key" !~ '^[A-Za-z0-9_-]+$' then null
                                    when lower("videos"."site") = 'youtube' then 'https://www.youtube.com/watch?v=' || "videos"."key"
                                    when lower("videos"."site") = 'vimeo' then 'https://vimeo.com/' || "videos"."key"
                                  end as "url",
                                  "name",
                                  "type",
                                  "official",
                                  "language",
                                  to_char("videos"."published_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "published_at"
                                from
                                  "videos"
                                where
                                  "videos"."title_id" = "series"."id"
                                order by
                                  "videos"."position",
                                  "videos"."id"
                              ) listed
                            limit 1000
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
        when 'translations' = any (
          (
            select
              $28::text[]
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
                                  "title",
                                  "overview",
                                  "tagline",
                                  "homepage",
                                  "runtime"
                                from
                                  "translations"
                                where
                                  "translations"."owner_id" = "series"."id"
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
              $29::text[]
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
                                    coalesce(change.groups[2], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[2], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "dates",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[3], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[3], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "facts",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[4], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[4], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "audience",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[5], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[5], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "external_ids",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[6], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[6], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "genres",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[7], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[7], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "keywords",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[8], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[8], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "companies",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[10], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[10], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "credits",
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
                                    coalesce(change.groups[12], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[12], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "videos",
                            (
                              select
                                row_to_json(latest)
                              from
                                (
                                  select
                                    coalesce(change.groups[14], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[14], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "offerings",
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
                                    coalesce(change.groups[17], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[17], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "seasons",
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
                        s.id,
                        'series' as fetch_kind,
                        t.external_id::text as fetch_id
                      from
                        series s
                        join titles t on t.id = s.id
                      where
                        s.id = "series"."id"
                    ) entity
                    left join provenance fetched on fetched.provider = 'tmdb'
                    and fetched.kind = entity.fetch_kind::job_kind
                    and fetched.external_id = entity.fetch_id
                    left join refresh_state planned on planned.kind = entity.fetch_kind::job_kind
                    and planned.external_id = entity.fetch_id
                    left join changes change on change.kind = 'series'
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
  "series"
  join "titles" on "titles"."id" = "series"."id"
where
  "series"."id" = $30;

-- Plan for any values:
-- Nested Loop
--   InitPlan 30
--     ->  Result
--   InitPlan 50
--     ->  Result
--   InitPlan 53
--     ->  Result
--   InitPlan 56
--     ->  Result
--   ->  Index Scan using series_pkey on series
--         Index Cond: (id = $30)
--   ->  Index Scan using titles_pkey on titles
--         Index Cond: (id = $30)
--   SubPlan 26
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
--           InitPlan 14
--             ->  Limit
--                   InitPlan 9
--                     ->  Result
--                   ->  Index Scan using seasons_series_id_season_number_unique on seasons
--                         Index Cond: (series_id = series.id)
--                         SubPlan 10
--                           ->  Result
--                         SubPlan 12
--                           ->  Subquery Scan on item_6
--                                 ->  Limit
--                                       ->  Nested Loop
--                                             ->  Index Scan using episodes_season_id_episode_number_unique on episodes
--                                                   Index Cond: (season_id = seasons.id)
--                                             ->  Materialize
--                                                   ->  Index Scan using seasons_pkey on seasons own_season
--                                                         Index Cond: (id = seasons.id)
--                                             SubPlan 11
--                                               ->  Result
--                         SubPlan 13
--                           ->  Result
--           InitPlan 16
--             ->  Result
--                   InitPlan 15
--                     ->  Nested Loop
--                           ->  Index Scan using episodes_series_id_index on episodes episodes_1
--                                 Index Cond: (series_id = series.id)
--                                 Filter: (episode_number = ((series.last_episode ->> 'episode_number'::text))::integer)
--                           ->  Index Scan using seasons_pkey on seasons seasons_1
--                                 Index Cond: (id = episodes_1.season_id)
--                                 Filter: (season_number = ((series.last_episode ->> 'season_number'::text))::integer)
--           InitPlan 18
--             ->  Result
--                   InitPlan 17
--                     ->  Nested Loop
--                           ->  Index Scan using episodes_series_id_index on episodes episodes_2
--                                 Index Cond: (series_id = series.id)
--                                 Filter: (episode_number = ((series.next_episode ->> 'episode_number'::text))::integer)
--                           ->  Index Scan using seasons_pkey on seasons seasons_2
--                                 Index Cond: (id = episodes_2.season_id)
--                                 Filter: (season_number = ((series.next_episode ->> 'season_number'::text))::integer)
--           InitPlan 25
--             ->  Result
--                   InitPlan 20
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
--                                                   SubPlan 19
--                                                     ->  Result
--                   InitPlan 22
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
--                                                   SubPlan 21
--                                                     ->  Result
--                   InitPlan 24
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
--                                                   SubPlan 23
--                                                     ->  Result
--   SubPlan 27
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
--   SubPlan 29
--     ->  Result
--           InitPlan 28
--             ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--                   Index Cond: ((provider = titles.provider) AND (kind = $4) AND (external_id = (titles.external_id)::text))
--   SubPlan 49
--     ->  Result
--           InitPlan 36
--             ->  Subquery Scan on item_10
--                   ->  Limit
--                         InitPlan 31
--                           ->  Result
--                         ->  Subquery Scan on listed_9
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork.file_path IS DISTINCT FROM series.poster_path))) DESC, artwork."position", artwork.id
--                                     InitPlan 32
--                                       ->  Result
--                                     InitPlan 33
--                                       ->  Result
--                                     InitPlan 34
--                                       ->  Result
--                                     InitPlan 35
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 34).col1 IS NULL) OR ('poster'::text = ANY ((InitPlan 35).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork
--                                                 Index Cond: ((owner_id = series.id) AND (type = $7))
--                                                 Filter: ((owner_kind = $6) AND (((InitPlan 32).col1 IS NULL) OR (language = ANY ((InitPlan 33).col1))))
--           InitPlan 42
--             ->  Subquery Scan on item_11
--                   ->  Limit
--                         InitPlan 37
--                           ->  Result
--                         ->  Subquery Scan on listed_10
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork_1.file_path IS DISTINCT FROM series.backdrop_path))) DESC, artwork_1."position", artwork_1.id
--                                     InitPlan 38
--                                       ->  Result
--                                     InitPlan 39
--                                       ->  Result
--                                     InitPlan 40
--                                       ->  Result
--                                     InitPlan 41
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 40).col1 IS NULL) OR ('backdrop'::text = ANY ((InitPlan 41).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork artwork_1
--                                                 Index Cond: ((owner_id = series.id) AND (type = $14))
--                                                 Filter: ((owner_kind = $13) AND (((InitPlan 38).col1 IS NULL) OR (language = ANY ((InitPlan 39).col1))))
--           InitPlan 48
--             ->  Subquery Scan on item_12
--                   ->  Limit
--                         InitPlan 43
--                           ->  Result
--                         ->  Subquery Scan on listed_11
--                               ->  Sort
--                                     Sort Key: artwork_2."position", artwork_2.id
--                                     InitPlan 44
--                                       ->  Result
--                                     InitPlan 45
--                                       ->  Result
--                                     InitPlan 46
--                                       ->  Result
--                                     InitPlan 47
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 46).col1 IS NULL) OR ('logo'::text = ANY ((InitPlan 47).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork artwork_2
--                                                 Index Cond: ((owner_id = series.id) AND (type = $21))
--                                                 Filter: ((owner_kind = $20) AND (((InitPlan 44).col1 IS NULL) OR (language = ANY ((InitPlan 45).col1))))
--   SubPlan 52
--     ->  Result
--           InitPlan 51
--             ->  Subquery Scan on item_13
--                   ->  Limit
--                         ->  Subquery Scan on listed_12
--                               ->  Sort
--                                     Sort Key: videos."position", videos.id
--                                     ->  Index Scan using videos_title_id_external_id_unique on videos
--                                           Index Cond: (title_id = series.id)
--   SubPlan 55
--     ->  Result
--           InitPlan 54
--             ->  Subquery Scan on item_14
--                   ->  Limit
--                         ->  Subquery Scan on listed_13
--                               ->  Sort
--                                     Sort Key: ((translations.language)::text) COLLATE "C", ((translations.country)::text) COLLATE "C"
--                                     ->  Seq Scan on translations
--                                           Filter: (owner_id = series.id)
--   SubPlan 73
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 Join Filter: (planned.external_id = (t.external_id)::text)
--                 ->  Nested Loop Left Join
--                       ->  Nested Loop
--                             ->  Index Only Scan using series_pkey on series s
--                                   Index Cond: (id = series.id)
--                             ->  Index Scan using titles_pkey on titles t
--                                   Index Cond: (id = series.id)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('series'::cstring)::job_kind) AND (external_id = (t.external_id)::text))
--                 ->  Seq Scan on refresh_state planned
--                       Filter: (kind = ('series'::cstring)::job_kind)
--           ->  Index Scan using changes_kind_entity_id_pk on changes change
--                 Index Cond: ((kind = 'series'::change_kind) AND (entity_id = series.id))
--           SubPlan 72
--             ->  Result
--                   InitPlan 57
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 58
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 59
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 60
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 61
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 62
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 63
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 64
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 65
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 66
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 67
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 68
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 69
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 70
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 71
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
