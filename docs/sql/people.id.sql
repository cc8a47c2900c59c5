-- GET /api/v1/people/person_01990003000070008000000000000007
-- Statements: 1
-- Written by `bun run sql`.

-- $1 job_kind = 'person'
-- $2 uuid = '01990003-0000-7000-8000-000000000007'
select
  'person_' || replace("id"::text, '-', '') as "id",
  'person' as "kind",
  "name",
  "known_for_department",
  "popularity",
  "gender",
  "profile_path",
  coalesce("adult", false) as "adult",
  to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  coalesce(to_json("also_known_as"), '[]'::json),
  "biography",
  "birthday",
  "deathday",
  "place_of_birth",
  "homepage",
  json_build_object(
    'tmdb', "external_id",
    'imdb', "people"."external_ids" ->> 'imdb',
    'wikidata', "people"."external_ids" ->> 'wikidata',
    'facebook', "people"."external_ids" ->> 'facebook',
    'instagram', "people"."external_ids" ->> 'instagram',
    'twitter', "people"."external_ids" ->> 'twitter',
    'tiktok', "people"."external_ids" ->> 'tiktok',
    'youtube', "people"."external_ids" ->> 'youtube'
  ),
  to_char("created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  (
    select
      to_char("provenance"."fetched_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from
      "provenance"
    where
      "provenance"."provider" = "people"."provider"
      and "provenance"."kind" = $1
      and "provenance"."external_id" = "people"."external_id"::text
  )
from
  "people"
where
  "people"."id" = $2;

-- Plan for any values:
-- Index Scan using people_pkey on people
--   Index Cond: (id = $2)
--   SubPlan 1
--     ->  Index Scan using provenance_provider_kind_external_id_pk on provenance
--           Index Cond: ((provider = people.provider) AND (kind = $1) AND (external_id = (people.external_id)::text))
