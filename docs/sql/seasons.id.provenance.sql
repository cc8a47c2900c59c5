-- GET /api/v1/seasons/season_01990013000070008000000000000031/provenance
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990013-0000-7000-8000-000000000031'
select
  json
from
  (
    select
      (
        select
          row_to_json(item)
        from
          (
            select
              'season_' || replace(entity.id::text, '-', '') as id,
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
                      ) as "translations"
                  ) every
              ) as groups
            from
              (
                select
                  s.id,
                  'season' as fetch_kind,
                  t.external_id || ':' || s.season_number as fetch_id
                from
                  seasons s
                  join titles t on t.id = s.series_id
                where
                  s.id = $1
              ) entity
              left join provenance fetched on fetched.provider = 'tmdb'
              and fetched.kind = entity.fetch_kind::job_kind
              and fetched.external_id = entity.fetch_id
              left join refresh_state planned on planned.kind = entity.fetch_kind::job_kind
              and planned.external_id = entity.fetch_id
              left join changes change on change.kind = 'season'
              and change.entity_id = entity.id
          ) item
      )::text as json
  ) found
where
  json is not null;

-- Plan for any values:
-- Result
--   One-Time Filter: (((InitPlan 18).col1)::text IS NOT NULL)
--   InitPlan 9
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 Join Filter: (planned.external_id = (((t.external_id)::text || ':'::text) || (s.season_number)::text))
--                 ->  Nested Loop Left Join
--                       Join Filter: (fetched.external_id = (((t.external_id)::text || ':'::text) || (s.season_number)::text))
--                       ->  Nested Loop
--                             ->  Index Scan using seasons_pkey on seasons s
--                                   Index Cond: (id = $1)
--                             ->  Index Scan using titles_pkey on titles t
--                                   Index Cond: (id = s.series_id)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('season'::cstring)::job_kind))
--                 ->  Seq Scan on refresh_state planned
--                       Filter: (kind = ('season'::cstring)::job_kind)
--           ->  Index Scan using changes_kind_entity_id_pk on changes change
--                 Index Cond: ((kind = 'season'::change_kind) AND (entity_id = $1))
--           SubPlan 8
--             ->  Result
--                   InitPlan 1
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 2
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 3
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 4
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 5
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 6
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 7
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--   InitPlan 18
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 Join Filter: (planned_1.external_id = (((t_1.external_id)::text || ':'::text) || (s_1.season_number)::text))
--                 ->  Nested Loop Left Join
--                       Join Filter: (fetched_1.external_id = (((t_1.external_id)::text || ':'::text) || (s_1.season_number)::text))
--                       ->  Nested Loop
--                             ->  Index Scan using seasons_pkey on seasons s_1
--                                   Index Cond: (id = $1)
--                             ->  Index Scan using titles_pkey on titles t_1
--                                   Index Cond: (id = s_1.series_id)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched_1
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('season'::cstring)::job_kind))
--                 ->  Seq Scan on refresh_state planned_1
--                       Filter: (kind = ('season'::cstring)::job_kind)
--           ->  Index Scan using changes_kind_entity_id_pk on changes change_1
--                 Index Cond: ((kind = 'season'::change_kind) AND (entity_id = $1))
--           SubPlan 17
--             ->  Result
--                   InitPlan 10
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 11
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 12
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 13
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 14
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 15
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 16
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
