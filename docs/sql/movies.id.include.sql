-- GET /api/v1/movies/movie_01990001000070008000000000000018?include=credits,images,videos,recommendations,translations,provenance
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 company_type = 'production_company'
-- $2 job_kind = 'movie'
-- $3 text[] = '{credits,images,videos,recommendations,translations,provenance}'
-- $4 text[] = '{credits,images,videos,recommendations,translations,provenance}'
-- $5 artwork_owner = 'movie'
-- $6 artwork_type = 'poster'
-- $7 text[] = null
-- $8 text[] = null
-- $9 text[] = null
-- $10 text[] = null
-- $11 integer = null
-- $12 artwork_owner = 'movie'
-- $13 artwork_type = 'backdrop'
-- $14 text[] = null
-- $15 text[] = null
-- $16 text[] = null
-- $17 text[] = null
-- $18 integer = null
-- $19 artwork_owner = 'movie'
-- $20 artwork_type = 'logo'
-- $21 text[] = null
-- $22 text[] = null
-- $23 text[] = null
-- $24 text[] = null
-- $25 integer = null
-- $26 text[] = '{credits,images,videos,recommendations,translations,provenance}'
-- $27 text[] = '{credits,images,videos,recommendations,translations,provenance}'
-- $28 title_kind = 'movie'
-- $29 boolean = 'f'
-- $30 title_kind = 'movie'
-- $31 boolean = 'f'
-- $32 text[] = '{credits,images,videos,recommendations,translations,provenance}'
-- $33 text[] = '{credits,images,videos,recommendations,translations,provenance}'
-- $34 uuid = '01990001-0000-7000-8000-000000000018'
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
                          and "companies"."company_type" = $1
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
              and "provenance"."kind" = $2
              and "provenance"."external_id" = "titles"."external_id"::text
          ) as "last_ingested_at"
      ) item
  )::text as "last",
  '{' || substr(
    (
      case
        when 'credits' = any (
          (
            select
              $3::text[]
          )::text[]
        ) then ',"credits":' || coalesce(
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
                                  "credits"."position" as "order"
                                from
                                  "credits"
                                  inner join "people" on "people"."id" = "credits"."person_id"
                                where
                                  (
                                    "credits"."title_id" = "movies"."id"
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
                                    "credits"."title_id" = "movies"."id"
                                    and "credits"."credit_type" = 'crew'
                                  )
                                order by
                                  "credits"."position",
                                  "credits"."id"
                              ) listed
                            limit 3000
                          ) item
                      )
                    ) as "crew"
                ) item
            )
          )::text,
          'null'
        )
        else ''
      end || case
        when 'images' = any (
          (
            select
              $4::text[]
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
                                  "artwork"."file_path" is not distinct from "movies"."poster_path" as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "movies"."id"
                                    and "artwork"."owner_kind" = $5
                                    and "artwork"."type" = $6
                                    and (
                                      (
                                        select
                                          $7::text[]
                                      )::text[] is null
                                      or "artwork"."language" = any (
                                        (
                                          select
                                            $8::text[]
                                        )::text[]
                                      )
                                    )
                                    and (
                                      (
                                        select
                                          $9::text[]
                                      )::text[] is null
                                      or 'poster' = any (
                                        (
                                          select
                                            $10::text[]
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
                                  coalesce($11::int, 2000)
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
                                  "artwork"."file_path" is not distinct from "movies"."backdrop_path" as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "movies"."id"
                                    and "artwork"."owner_kind" = $12
                                    and "artwork"."type" = $13
                                    and (
                                      (
                                        select
                                          $14::text[]
                                      )::text[] is null
                                      or "artwork"."language" = any (
                                        (
                                          select
                                            $15::text[]
                                        )::text[]
                                      )
                                    )
                                    and (
                                      (
                                        select
                                          $16::text[]
                                      )::text[] is null
                                      or 'backdrop' = any (
                                        (
                                          select
                                            $17::text[]
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
                                  coalesce($18::int, 2000)
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
                                    "artwork"."owner_id" = "movies"."id"
                                    and "artwork"."owner_kind" = $19
                                    and "artwork"."type" = $20
                                    and (
                                      (
                                        select
                                          $21::text[]
                                      )::text[] is null
                                      or "artwork"."language" = any (
                                        (
                                          select
                                            $22::text[]
                                        )::text[]
                                      )
                                    )
                                    and (
                                      (
                                        select
                                          $23::text[]
                                      )::text[] is null
                                      or 'logo' = any (
                                        (
                                          select
                                            $24::text[]
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
                                  coalesce($25::int, 2000)
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
              $26::text[]
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
                                  "videos"."title_id" = "movies"."id"
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
        when 'recommendations' = any (
          (
            select
              $27::text[]
          )::text[]
        ) then ',"recommendations":' || coalesce(
          (
            (
              select
                row_to_json(item)
              from
                (
                  select
                    1 as page,
                    20 as page_size,
                    counted.total_results,
                    (counted.total_results + 20 - 1) / 20 as total_pages,
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
                                and "titles"."kind" = $28
                                and "titles"."external_id" = "edges"."external_id"
                              )
                              inner join "movies" on (
                                "movies"."id" = "titles"."id"
                                and "movies"."adult" = $29
                              )
                            order by
                              "rank",
                              "movies"."id"
                            limit 20
                            offset 0
                          ) item
                      )
                    ) as results
                  from
                    "titles" "asked"
                    cross join lateral (
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
                              and "titles"."kind" = $30
                              and "titles"."external_id" = "edges"."external_id"
                            )
                            inner join "movies" on (
                              "movies"."id" = "titles"."id"
                              and "movies"."adult" = $31
                            )
                        ) as total_results
                    ) counted
                  where
                    "asked"."id" = "movies"."id"
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
              $32::text[]
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
                                  "translations"."owner_id" = "movies"."id"
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
              $33::text[]
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
                                    coalesce(change.groups[9], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[9], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "collection",
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
                                    coalesce(change.groups[13], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[13], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "release_dates",
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
                                    coalesce(change.groups[15], change.created_sequence) as sequence,
                                    to_char(
                                      coalesce(change.group_times[15], change.created_at) at time zone 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                                    ) as changed_at
                                  where
                                    change.sequence is not null
                                ) latest
                            ) as "recommendations",
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
                        m.id,
                        'movie' as fetch_kind,
                        t.external_id::text as fetch_id
                      from
                        movies m
                        join titles t on t.id = m.id
                      where
                        m.id = "movies"."id"
                    ) entity
                    left join provenance fetched on fetched.provider = 'tmdb'
                    and fetched.kind = entity.fetch_kind::job_kind
                    and fetched.external_id = entity.fetch_id
                    left join refresh_state planned on planned.kind = entity.fetch_kind::job_kind
                    and planned.external_id = entity.fetch_id
                    left join changes change on change.kind = 'movie'
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
  "movies"
  join "titles" on "titles"."id" = "movies"."id"
where
  "movies"."id" = $34;

-- Plan for any values:
-- Nested Loop
--   InitPlan 12
--     ->  Result
--   InitPlan 18
--     ->  Result
--   InitPlan 38
--     ->  Result
--   InitPlan 41
--     ->  Result
--   InitPlan 46
--     ->  Result
--   InitPlan 49
--     ->  Result
--   ->  Index Scan using movies_pkey on movies
--         Index Cond: (id = $34)
--   ->  Index Scan using titles_pkey on titles
--         Index Cond: (id = $34)
--   SubPlan 8
--     ->  Result
--           InitPlan 1
--             ->  Function Scan on jsonb_to_recordset spoken
--           InitPlan 2
--             ->  Index Scan using collections_pkey on collections
--                   Index Cond: (id = movies.collection_id)
--           InitPlan 3
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Sort
--                                     Sort Key: keywords.name, keywords.id
--                                     ->  Nested Loop
--                                           ->  Index Only Scan using title_keywords_title_id_keyword_id_pk on title_keywords
--                                                 Index Cond: (title_id = movies.id)
--                                           ->  Index Scan using keywords_pkey on keywords
--                                                 Index Cond: (id = title_keywords.keyword_id)
--           InitPlan 4
--             ->  Subquery Scan on item_1
--                   ->  Limit
--                         ->  Subquery Scan on listed_1
--                               ->  Sort
--                                     Sort Key: alternate_titles."position"
--                                     ->  Bitmap Heap Scan on alternate_titles
--                                           Recheck Cond: (title_id = movies.id)
--                                           ->  Bitmap Index Scan on alternate_titles_title_id_position_pk
--                                                 Index Cond: (title_id = movies.id)
--           InitPlan 5
--             ->  Subquery Scan on item_2
--                   ->  Limit
--                         ->  Subquery Scan on listed_2
--                               ->  Sort
--                                     Sort Key: title_companies."position", companies.id
--                                     ->  Nested Loop
--                                           ->  Index Scan using title_companies_title_id_company_id_pk on title_companies
--                                                 Index Cond: (title_id = movies.id)
--                                           ->  Index Scan using companies_pkey on companies
--                                                 Index Cond: (id = title_companies.company_id)
--                                                 Filter: (company_type = $1)
--           InitPlan 6
--             ->  Subquery Scan on item_3
--                   ->  Limit
--                         ->  Subquery Scan on listed_3
--                               ->  Sort
--                                     Sort Key: release_dates.region, release_dates.release_date, release_dates."position"
--                                     ->  Bitmap Heap Scan on release_dates
--                                           Recheck Cond: (movie_id = movies.id)
--                                           ->  Bitmap Index Scan on release_dates_movie_id_region_position_pk
--                                                 Index Cond: (movie_id = movies.id)
--           InitPlan 7
--             ->  Result
--   SubPlan 9
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
--                                                                             Recheck Cond: (title_id = movies.id)
--                                                                             ->  Bitmap Index Scan on offerings_title_id_country_monetization_watch_provider_id_pk
--                                                                                   Index Cond: (title_id = movies.id)
--                             ->  Index Scan using offering_links_title_id_country_pk on offering_links
--                                   Index Cond: (title_id = movies.id)
--   SubPlan 11
--     ->  Result
--           InitPlan 10
--             ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--                   Index Cond: ((provider = titles.provider) AND (kind = $2) AND (external_id = (titles.external_id)::text))
--   SubPlan 17
--     ->  Result
--           InitPlan 14
--             ->  Subquery Scan on item_4
--                   ->  Limit
--                         ->  Subquery Scan on listed_4
--                               ->  Sort
--                                     Sort Key: credits."position", credits.id
--                                     ->  Nested Loop
--                                           ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits
--                                                 Index Cond: ((title_id = movies.id) AND (credit_type = 'cast'::credit_type))
--                                           ->  Index Scan using people_pkey on people
--                                                 Index Cond: (id = credits.person_id)
--                                           SubPlan 13
--                                             ->  Result
--           InitPlan 16
--             ->  Subquery Scan on item_5
--                   ->  Limit
--                         ->  Subquery Scan on listed_5
--                               ->  Sort
--                                     Sort Key: credits_1."position", credits_1.id
--                                     ->  Nested Loop
--                                           ->  Index Scan using credits_title_id_credit_type_external_id_unique on credits credits_1
--                                                 Index Cond: ((title_id = movies.id) AND (credit_type = 'crew'::credit_type))
--                                           ->  Index Scan using people_pkey on people people_1
--                                                 Index Cond: (id = credits_1.person_id)
--                                           SubPlan 15
--                                             ->  Result
--   SubPlan 37
--     ->  Result
--           InitPlan 24
--             ->  Subquery Scan on item_6
--                   ->  Limit
--                         InitPlan 19
--                           ->  Result
--                         ->  Subquery Scan on listed_6
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork.file_path IS DISTINCT FROM movies.poster_path))) DESC, artwork."position", artwork.id
--                                     InitPlan 20
--                                       ->  Result
--                                     InitPlan 21
--                                       ->  Result
--                                     InitPlan 22
--                                       ->  Result
--                                     InitPlan 23
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 22).col1 IS NULL) OR ('poster'::text = ANY ((InitPlan 23).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork
--                                                 Index Cond: ((owner_id = movies.id) AND (type = $6))
--                                                 Filter: ((owner_kind = $5) AND (((InitPlan 20).col1 IS NULL) OR (language = ANY ((InitPlan 21).col1))))
--           InitPlan 30
--             ->  Subquery Scan on item_7
--                   ->  Limit
--                         InitPlan 25
--                           ->  Result
--                         ->  Subquery Scan on listed_7
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork_1.file_path IS DISTINCT FROM movies.backdrop_path))) DESC, artwork_1."position", artwork_1.id
--                                     InitPlan 26
--                                       ->  Result
--                                     InitPlan 27
--                                       ->  Result
--                                     InitPlan 28
--                                       ->  Result
--                                     InitPlan 29
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 28).col1 IS NULL) OR ('backdrop'::text = ANY ((InitPlan 29).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork artwork_1
--                                                 Index Cond: ((owner_id = movies.id) AND (type = $13))
--                                                 Filter: ((owner_kind = $12) AND (((InitPlan 26).col1 IS NULL) OR (language = ANY ((InitPlan 27).col1))))
--           InitPlan 36
--             ->  Subquery Scan on item_8
--                   ->  Limit
--                         InitPlan 31
--                           ->  Result
--                         ->  Subquery Scan on listed_8
--                               ->  Sort
--                                     Sort Key: artwork_2."position", artwork_2.id
--                                     InitPlan 32
--                                       ->  Result
--                                     InitPlan 33
--                                       ->  Result
--                                     InitPlan 34
--                                       ->  Result
--                                     InitPlan 35
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 34).col1 IS NULL) OR ('logo'::text = ANY ((InitPlan 35).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork artwork_2
--                                                 Index Cond: ((owner_id = movies.id) AND (type = $20))
--                                                 Filter: ((owner_kind = $19) AND (((InitPlan 32).col1 IS NULL) OR (language = ANY ((InitPlan 33).col1))))
--   SubPlan 40
--     ->  Result
--           InitPlan 39
--             ->  Subquery Scan on item_9
--                   ->  Limit
--                         ->  Subquery Scan on listed_9
--                               ->  Sort
--                                     Sort Key: videos."position", videos.id
--                                     ->  Index Scan using videos_title_id_external_id_unique on videos
--                                           Index Cond: (title_id = movies.id)
--   SubPlan 45
--     ->  Index Scan using titles_pkey on titles asked
--           Index Cond: (id = movies.id)
--           SubPlan 42
--             ->  Aggregate
--                   ->  Nested Loop
--                         ->  Nested Loop
--                               ->  GroupAggregate
--                                     Group Key: recommendations.external_id
--                                     ->  Sort
--                                           Sort Key: recommendations.external_id
--                                           ->  Bitmap Heap Scan on recommendations
--                                                 Recheck Cond: (title_id = asked.id)
--                                                 ->  Bitmap Index Scan on recommendations_title_id_position_pk
--                                                       Index Cond: (title_id = asked.id)
--                               ->  Index Scan using titles_provider_kind_external_id_unique on titles titles_1
--                                     Index Cond: ((provider = asked.provider) AND (kind = $30) AND (external_id = recommendations.external_id))
--                         ->  Index Scan using movies_pkey on movies movies_1
--                               Index Cond: (id = titles_1.id)
--                               Filter: (adult = $31)
--           SubPlan 43
--             ->  Aggregate
--                   ->  Nested Loop
--                         ->  Nested Loop
--                               ->  GroupAggregate
--                                     Group Key: recommendations_1.external_id
--                                     ->  Sort
--                                           Sort Key: recommendations_1.external_id
--                                           ->  Bitmap Heap Scan on recommendations recommendations_1
--                                                 Recheck Cond: (title_id = asked.id)
--                                                 ->  Bitmap Index Scan on recommendations_title_id_position_pk
--                                                       Index Cond: (title_id = asked.id)
--                               ->  Index Scan using titles_provider_kind_external_id_unique on titles titles_2
--                                     Index Cond: ((provider = asked.provider) AND (kind = $30) AND (external_id = recommendations_1.external_id))
--                         ->  Index Scan using movies_pkey on movies movies_2
--                               Index Cond: (id = titles_2.id)
--                               Filter: (adult = $31)
--           SubPlan 44
--             ->  Subquery Scan on item_10
--                   ->  Limit
--                         ->  Result
--                               ->  Sort
--                                     Sort Key: (min(recommendations_2."position")), movies_3.id
--                                     ->  Nested Loop
--                                           ->  Nested Loop
--                                                 ->  GroupAggregate
--                                                       Group Key: recommendations_2.external_id
--                                                       ->  Sort
--                                                             Sort Key: recommendations_2.external_id
--                                                             ->  Bitmap Heap Scan on recommendations recommendations_2
--                                                                   Recheck Cond: (title_id = asked.id)
--                                                                   ->  Bitmap Index Scan on recommendations_title_id_position_pk
--                                                                         Index Cond: (title_id = asked.id)
--                                                 ->  Index Scan using titles_provider_kind_external_id_unique on titles titles_3
--                                                       Index Cond: ((provider = asked.provider) AND (kind = $28) AND (external_id = recommendations_2.external_id))
--                                           ->  Index Scan using movies_pkey on movies movies_3
--                                                 Index Cond: (id = titles_3.id)
--                                                 Filter: (adult = $29)
--   SubPlan 48
--     ->  Result
--           InitPlan 47
--             ->  Subquery Scan on item_11
--                   ->  Limit
--                         ->  Subquery Scan on listed_10
--                               ->  Sort
--                                     Sort Key: ((translations.language)::text) COLLATE "C", ((translations.country)::text) COLLATE "C"
--                                     ->  Seq Scan on translations
--                                           Filter: (owner_id = movies.id)
--   SubPlan 68
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 Join Filter: (planned.external_id = (t.external_id)::text)
--                 ->  Nested Loop Left Join
--                       ->  Nested Loop
--                             ->  Index Only Scan using movies_pkey on movies m
--                                   Index Cond: (id = movies.id)
--                             ->  Index Scan using titles_pkey on titles t
--                                   Index Cond: (id = movies.id)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('movie'::cstring)::job_kind) AND (external_id = (t.external_id)::text))
--                 ->  Seq Scan on refresh_state planned
--                       Filter: (kind = ('movie'::cstring)::job_kind)
--           ->  Index Scan using changes_kind_entity_id_pk on changes change
--                 Index Cond: ((kind = 'movie'::change_kind) AND (entity_id = movies.id))
--           SubPlan 67
--             ->  Result
--                   InitPlan 50
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 51
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 52
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 53
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 54
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 55
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 56
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
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
