-- GET /api/v1/people/person_01990003000070008000000000000007?include=credits,images,translations,provenance
-- Statements: 1
-- Written by `bun run sql`.

-- $1 job_kind = 'person'
-- $2 text[] = '{credits,images,translations,provenance}'
-- $3 credit_type = 'cast'
-- $4 boolean = 'f'
-- $5 credit_type = 'crew'
-- $6 boolean = 'f'
-- $7 credit_type = 'creator'
-- $8 boolean = 'f'
-- $9 text[] = '{credits,images,translations,provenance}'
-- $10 artwork_owner = 'person'
-- $11 artwork_type = 'profile'
-- $12 text[] = null
-- $13 text[] = null
-- $14 text[] = null
-- $15 text[] = null
-- $16 integer = null
-- $17 text[] = '{credits,images,translations,provenance}'
-- $18 text[] = '{credits,images,translations,provenance}'
-- $19 uuid = '01990003-0000-7000-8000-000000000007'
select
  'person_' || replace("people"."id"::text, '-', '') as "id",
  to_char("people"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  (
    select
      row_to_json(item)
    from
      (
        select
          'person_' || replace("people"."id"::text, '-', '') as "id",
          'person' as "kind",
          "people"."name" as "name",
          "people"."known_for_department" as "known_for_department",
          "people"."popularity" as "popularity",
          "people"."gender" as "gender",
          "people"."profile_path" as "profile_path",
          coalesce("people"."adult", "people"."removed_adult") as "adult",
          to_char("people"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
          to_char("people"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at",
          coalesce(to_json("people"."also_known_as"), '[]'::json) as "also_known_as",
          "people"."biography" as "biography",
          "people"."birthday" as "birthday",
          "people"."deathday" as "deathday",
          "people"."place_of_birth" as "place_of_birth",
          "people"."homepage" as "homepage",
          (
            select
              row_to_json(item)
            from
              (
                select
                  "people"."external_id" as "tmdb",
                  "people"."external_ids" ->> 'imdb' as "imdb",
                  "people"."external_ids" ->> 'wikidata' as "wikidata",
                  "people"."external_ids" ->> 'facebook' as "facebook",
                  "people"."external_ids" ->> 'instagram' as "instagram",
                  "people"."external_ids" ->> 'twitter' as "twitter",
                  "people"."external_ids" ->> 'tiktok' as "tiktok",
                  "people"."external_ids" ->> 'youtube' as "youtube"
              ) item
          ) as "external_ids",
          to_char("people"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
          (
            select
              to_char("provenance"."fetched_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            from
              "provenance"
            where
              "provenance"."provider" = "people"."provider"
              and "provenance"."kind" = $1
              and "provenance"."external_id" = "people"."external_id"::text
          ) as "last_ingested_at"
      ) item
  )::text as "json",
  '{' || substr(
    (
      case
        when 'credits' = any (
          (
            select
              $2::text[]
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
                                  case
                                    when "movies"."id" is not null then (
                                      select
                                        row_to_json(item)
                                      from
                                        (
                                          select
                                            'movie_' || replace("movies"."id"::text, '-', '') as "id",
                                            'movie' as "kind",
                                            "movies"."title" as "title",
                                            "movies"."original_title" as "original_title",
                                            "movies"."year" as "year",
                                            "movies"."popularity" as "popularity",
                                            "movies"."vote_average" as "vote_average",
                                            "movies"."vote_count" as "vote_count",
                                            "movies"."poster_path" as "poster_path",
                                            coalesce("movies"."adult", "movies"."removed_adult") as "adult",
                                            "movies"."release_date" as "release_date"
                                        ) item
                                    )
                                    else (
                                      select
                                        row_to_json(item)
                                      from
                                        (
                                          select
                                            'series_' || replace("series"."id"::text, '-', '') as "id",
                                            'series' as "kind",
                                            "series"."title" as "title",
                                            "series"."original_title" as "original_title",
                                            "series"."year" as "year",
                                            "series"."popularity" as "popularity",
                                            "series"."vote_average" as "vote_average",
                                            "series"."vote_count" as "vote_count",
                                            "series"."poster_path" as "poster_path",
                                            coalesce("series"."adult", "series"."removed_adult") as "adult",
                                            "series"."first_air_date" as "first_air_date"
                                        ) item
                                    )
                                  end as "title",
                                  "credits"."character",
                                  "credits"."position" as "order",
                                  "credits"."episode_count"
                                from
                                  "credits"
                                  left join "movies" on "movies"."id" = "credits"."title_id"
                                  left join "series" on "series"."id" = "credits"."title_id"
                                where
                                  (
                                    "credits"."person_id" = "people"."id"
                                    and "credits"."credit_type" = $3
                                    and coalesce("movies"."adult", "series"."adult") <= (
                                      select
                                        $4::boolean
                                    )
                                  )
                                order by
                                  coalesce("movies"."release_date", "series"."first_air_date") desc nulls last,
                                  "credits"."title_id",
                                  "credits"."position",
                                  "credits"."id"
                              ) listed
                            limit 5000
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
                                  case
                                    when "movies"."id" is not null then (
                                      select
                                        row_to_json(item)
                                      from
                                        (
                                          select
                                            'movie_' || replace("movies"."id"::text, '-', '') as "id",
                                            'movie' as "kind",
                                            "movies"."title" as "title",
                                            "movies"."original_title" as "original_title",
                                            "movies"."year" as "year",
                                            "movies"."popularity" as "popularity",
                                            "movies"."vote_average" as "vote_average",
                                            "movies"."vote_count" as "vote_count",
                                            "movies"."poster_path" as "poster_path",
                                            coalesce("movies"."adult", "movies"."removed_adult") as "adult",
                                            "movies"."release_date" as "release_date"
                                        ) item
                                    )
                                    else (
                                      select
                                        row_to_json(item)
                                      from
                                        (
                                          select
                                            'series_' || replace("series"."id"::text, '-', '') as "id",
                                            'series' as "kind",
                                            "series"."title" as "title",
                                            "series"."original_title" as "original_title",
                                            "series"."year" as "year",
                                            "series"."popularity" as "popularity",
                                            "series"."vote_average" as "vote_average",
                                            "series"."vote_count" as "vote_count",
                                            "series"."poster_path" as "poster_path",
                                            coalesce("series"."adult", "series"."removed_adult") as "adult",
                                            "series"."first_air_date" as "first_air_date"
                                        ) item
                                    )
                                  end as "title",
                                  "credits"."department",
                                  "credits"."job",
                                  "credits"."episode_count"
                                from
                                  "credits"
                                  left join "movies" on "movies"."id" = "credits"."title_id"
                                  left join "series" on "series"."id" = "credits"."title_id"
                                where
                                  (
                                    "credits"."person_id" = "people"."id"
                                    and "credits"."credit_type" = $5
                                    and coalesce("movies"."adult", "series"."adult") <= (
                                      select
                                        $6::boolean
                                    )
                                  )
                                order by
                                  coalesce("movies"."release_date", "series"."first_air_date") desc nulls last,
                                  "credits"."title_id",
                                  "credits"."position",
                                  "credits"."id"
                              ) listed
                            limit 5000
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
                                  case
                                    when "movies"."id" is not null then (
                                      select
                                        row_to_json(item)
                                      from
                                        (
                                          select
                                            'movie_' || replace("movies"."id"::text, '-', '') as "id",
                                            'movie' as "kind",
                                            "movies"."title" as "title",
                                            "movies"."original_title" as "original_title",
                                            "movies"."year" as "year",
                                            "movies"."popularity" as "popularity",
                                            "movies"."vote_average" as "vote_average",
                                            "movies"."vote_count" as "vote_count",
                                            "movies"."poster_path" as "poster_path",
                                            coalesce("movies"."adult", "movies"."removed_adult") as "adult",
                                            "movies"."release_date" as "release_date"
                                        ) item
                                    )
                                    else (
                                      select
                                        row_to_json(item)
                                      from
                                        (
                                          select
                                            'series_' || replace("series"."id"::text, '-', '') as "id",
                                            'series' as "kind",
                                            "series"."title" as "title",
                                            "series"."original_title" as "original_title",
                                            "series"."year" as "year",
                                            "series"."popularity" as "popularity",
                                            "series"."vote_average" as "vote_average",
                                            "series"."vote_count" as "vote_count",
                                            "series"."poster_path" as "poster_path",
                                            coalesce("series"."adult", "series"."removed_adult") as "adult",
                                            "series"."first_air_date" as "first_air_date"
                                        ) item
                                    )
                                  end as "title"
                                from
                                  "credits"
                                  left join "movies" on "movies"."id" = "credits"."title_id"
                                  left join "series" on "series"."id" = "credits"."title_id"
                                where
                                  (
                                    "credits"."person_id" = "people"."id"
                                    and "credits"."credit_type" = $7
                                    and coalesce("movies"."adult", "series"."adult") <= (
                                      select
                                        $8::boolean
                                    )
                                  )
                                order by
                                  coalesce("movies"."release_date", "series"."first_air_date") desc nulls last,
                                  "credits"."title_id",
                                  "credits"."position",
                                  "credits"."id"
                              ) listed
                            limit 5000
                          ) item
                      )
                    ) as "creators"
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
              $9::text[]
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
                                  "artwork"."file_path" is not distinct from "people"."profile_path" as "is_primary"
                                from
                                  "artwork"
                                where
                                  (
                                    "artwork"."owner_id" = "people"."id"
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
                                      or 'profile' = any (
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
                    ) as "profiles"
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
                                  "overview" as "biography"
                                from
                                  "translations"
                                where
                                  "translations"."owner_id" = "people"."id"
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
                        p.id,
                        'person' as fetch_kind,
                        p.external_id::text as fetch_id
                      from
                        people p
                      where
                        p.id = "people"."id"
                    ) entity
                    left join provenance fetched on fetched.provider = 'tmdb'
                    and fetched.kind = entity.fetch_kind::job_kind
                    and fetched.external_id = entity.fetch_id
                    left join refresh_state planned on planned.kind = entity.fetch_kind::job_kind
                    and planned.external_id = entity.fetch_id
                    left join changes change on change.kind = 'person'
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
  "people"
where
  "people"."id" = $19;

-- Plan for any values:
-- Index Scan using people_pkey on people
--   Index Cond: (id = $19)
--   InitPlan 4
--     ->  Result
--   InitPlan 18
--     ->  Result
--   InitPlan 26
--     ->  Result
--   InitPlan 29
--     ->  Result
--   SubPlan 3
--     ->  Result
--           InitPlan 1
--             ->  Result
--           InitPlan 2
--             ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--                   Index Cond: ((provider = people.provider) AND (kind = $1) AND (external_id = (people.external_id)::text))
--   SubPlan 17
--     ->  Result
--           InitPlan 8
--             ->  Subquery Scan on item
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Result
--                                     InitPlan 7
--                                       ->  Result
--                                     ->  Sort
--                                           Sort Key: (COALESCE(movies.release_date, series.first_air_date)) DESC NULLS LAST, credits.title_id, credits."position", credits.id
--                                           ->  Nested Loop Left Join
--                                                 Filter: (COALESCE(movies.adult, series.adult) <= (InitPlan 7).col1)
--                                                 ->  Nested Loop Left Join
--                                                       ->  Bitmap Heap Scan on credits
--                                                             Recheck Cond: (person_id = people.id)
--                                                             Filter: (credit_type = $3)
--                                                             ->  Bitmap Index Scan on credits_person_id_index
--                                                                   Index Cond: (person_id = people.id)
--                                                       ->  Index Scan using movies_pkey on movies
--                                                             Index Cond: (id = credits.title_id)
--                                                 ->  Index Scan using series_pkey on series
--                                                       Index Cond: (id = credits.title_id)
--                                     SubPlan 5
--                                       ->  Result
--                                     SubPlan 6
--                                       ->  Result
--           InitPlan 12
--             ->  Subquery Scan on item_1
--                   ->  Limit
--                         ->  Subquery Scan on listed_1
--                               ->  Result
--                                     InitPlan 11
--                                       ->  Result
--                                     ->  Sort
--                                           Sort Key: (COALESCE(movies_1.release_date, series_1.first_air_date)) DESC NULLS LAST, credits_1.title_id, credits_1."position", credits_1.id
--                                           ->  Nested Loop Left Join
--                                                 Filter: (COALESCE(movies_1.adult, series_1.adult) <= (InitPlan 11).col1)
--                                                 ->  Nested Loop Left Join
--                                                       ->  Bitmap Heap Scan on credits credits_1
--                                                             Recheck Cond: (person_id = people.id)
--                                                             Filter: (credit_type = $5)
--                                                             ->  Bitmap Index Scan on credits_person_id_index
--                                                                   Index Cond: (person_id = people.id)
--                                                       ->  Index Scan using movies_pkey on movies movies_1
--                                                             Index Cond: (id = credits_1.title_id)
--                                                 ->  Index Scan using series_pkey on series series_1
--                                                       Index Cond: (id = credits_1.title_id)
--                                     SubPlan 9
--                                       ->  Result
--                                     SubPlan 10
--                                       ->  Result
--           InitPlan 16
--             ->  Subquery Scan on item_2
--                   ->  Limit
--                         ->  Subquery Scan on listed_2
--                               ->  Result
--                                     InitPlan 15
--                                       ->  Result
--                                     ->  Sort
--                                           Sort Key: (COALESCE(movies_2.release_date, series_2.first_air_date)) DESC NULLS LAST, credits_2.title_id, credits_2."position", credits_2.id
--                                           ->  Nested Loop Left Join
--                                                 Filter: (COALESCE(movies_2.adult, series_2.adult) <= (InitPlan 15).col1)
--                                                 ->  Nested Loop Left Join
--                                                       ->  Bitmap Heap Scan on credits credits_2
--                                                             Recheck Cond: (person_id = people.id)
--                                                             Filter: (credit_type = $7)
--                                                             ->  Bitmap Index Scan on credits_person_id_index
--                                                                   Index Cond: (person_id = people.id)
--                                                       ->  Index Scan using movies_pkey on movies movies_2
--                                                             Index Cond: (id = credits_2.title_id)
--                                                 ->  Index Scan using series_pkey on series series_2
--                                                       Index Cond: (id = credits_2.title_id)
--                                     SubPlan 13
--                                       ->  Result
--                                     SubPlan 14
--                                       ->  Result
--   SubPlan 25
--     ->  Result
--           InitPlan 24
--             ->  Subquery Scan on item_3
--                   ->  Limit
--                         InitPlan 19
--                           ->  Result
--                         ->  Subquery Scan on listed_3
--                               ->  Sort
--                                     Sort Key: ((NOT (artwork.file_path IS DISTINCT FROM people.profile_path))) DESC, artwork."position", artwork.id
--                                     InitPlan 20
--                                       ->  Result
--                                     InitPlan 21
--                                       ->  Result
--                                     InitPlan 22
--                                       ->  Result
--                                     InitPlan 23
--                                       ->  Result
--                                     ->  Result
--                                           One-Time Filter: (((InitPlan 22).col1 IS NULL) OR ('profile'::text = ANY ((InitPlan 23).col1)))
--                                           ->  Index Scan using artwork_owner_image on artwork
--                                                 Index Cond: ((owner_id = people.id) AND (type = $11))
--                                                 Filter: ((owner_kind = $10) AND (((InitPlan 20).col1 IS NULL) OR (language = ANY ((InitPlan 21).col1))))
--   SubPlan 28
--     ->  Result
--           InitPlan 27
--             ->  Subquery Scan on item_4
--                   ->  Limit
--                         ->  Subquery Scan on listed_4
--                               ->  Sort
--                                     Sort Key: ((translations.language)::text) COLLATE "C", ((translations.country)::text) COLLATE "C"
--                                     ->  Seq Scan on translations
--                                           Filter: (owner_id = people.id)
--   SubPlan 39
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 Join Filter: (planned.external_id = (p.external_id)::text)
--                 ->  Nested Loop Left Join
--                       ->  Index Scan using people_pkey on people p
--                             Index Cond: (id = people.id)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('person'::cstring)::job_kind) AND (external_id = (p.external_id)::text))
--                 ->  Seq Scan on refresh_state planned
--                       Filter: (kind = ('person'::cstring)::job_kind)
--           ->  Index Scan using changes_kind_entity_id_pk on changes change
--                 Index Cond: ((kind = 'person'::change_kind) AND (entity_id = people.id))
--           SubPlan 38
--             ->  Result
--                   InitPlan 30
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 31
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 32
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 33
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 34
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 35
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 36
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 37
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
