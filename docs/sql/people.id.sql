-- GET /api/v1/people/person_01990003000070008000000000000007
-- Statements: 1
-- Written by `bun run sql`.

-- $1 job_kind = 'person'
-- $2 uuid = '01990003-0000-7000-8000-000000000007'
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
  )::text as "json"
from
  "people"
where
  "people"."id" = $2;

-- Plan for any values:
-- Index Scan using people_pkey on people
--   Index Cond: (id = $2)
--   SubPlan 3
--     ->  Result
--           InitPlan 1
--             ->  Result
--           InitPlan 2
--             ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--                   Index Cond: ((provider = people.provider) AND (kind = $1) AND (external_id = (people.external_id)::text))
