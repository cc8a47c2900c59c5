-- GET /api/v1/episodes/episode_019900140000700080000000000000c6/provenance
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990014-0000-7000-8000-0000000000c6'
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
              'episode_' || replace(entity.id::text, '-', '') as id,
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
                  e.id,
                  'season' as fetch_kind,
                  t.external_id || ':' || s.season_number as fetch_id
                from
                  episodes e
                  join seasons s on s.id = e.season_id
                  join titles t on t.id = e.series_id
                where
                  e.id = $1
              ) entity
              left join provenance fetched on fetched.provider = 'tmdb'
              and fetched.kind = entity.fetch_kind::job_kind
              and fetched.external_id = entity.fetch_id
              left join refresh_state planned on planned.kind = entity.fetch_kind::job_kind
              and planned.external_id = entity.fetch_id
              left join changes change on change.kind = 'episode'
              and change.entity_id = entity.id
          ) item
      )::text as json
  ) found
where
  json is not null;

-- Plan for any values:
-- Result
--   One-Time Filter: (((InitPlan 20).col1)::text IS NOT NULL)
--   InitPlan 10
--     ->  Hash Left Join
--           Hash Cond: ((((t.external_id)::text || ':'::text) || (s.season_number)::text) = planned.external_id)
--           ->  Nested Loop Left Join
--                 ->  Nested Loop Left Join
--                       ->  Nested Loop
--                             ->  Nested Loop
--                                   ->  Index Scan using episodes_pkey on episodes e
--                                         Index Cond: (id = $1)
--                                   ->  Index Scan using seasons_pkey on seasons s
--                                         Index Cond: (id = e.season_id)
--                             ->  Index Scan using titles_pkey on titles t
--                                   Index Cond: (id = e.series_id)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('season'::cstring)::job_kind) AND (external_id = (((t.external_id)::text || ':'::text) || (s.season_number)::text)))
--                 ->  Index Scan using changes_kind_entity_id_pk on changes change
--                       Index Cond: ((kind = 'episode'::change_kind) AND (entity_id = $1))
--           ->  Hash
--                 ->  Seq Scan on refresh_state planned
--                       Filter: (kind = ('season'::cstring)::job_kind)
--           SubPlan 9
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
--                   InitPlan 8
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--   InitPlan 20
--     ->  Hash Left Join
--           Hash Cond: ((((t_1.external_id)::text || ':'::text) || (s_1.season_number)::text) = planned_1.external_id)
--           ->  Nested Loop Left Join
--                 ->  Nested Loop Left Join
--                       ->  Nested Loop
--                             ->  Nested Loop
--                                   ->  Index Scan using episodes_pkey on episodes e_1
--                                         Index Cond: (id = $1)
--                                   ->  Index Scan using seasons_pkey on seasons s_1
--                                         Index Cond: (id = e_1.season_id)
--                             ->  Index Scan using titles_pkey on titles t_1
--                                   Index Cond: (id = e_1.series_id)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched_1
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('season'::cstring)::job_kind) AND (external_id = (((t_1.external_id)::text || ':'::text) || (s_1.season_number)::text)))
--                 ->  Index Scan using changes_kind_entity_id_pk on changes change_1
--                       Index Cond: ((kind = 'episode'::change_kind) AND (entity_id = $1))
--           ->  Hash
--                 ->  Seq Scan on refresh_state planned_1
--                       Filter: (kind = ('season'::cstring)::job_kind)
--           SubPlan 19
--             ->  Result
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
--                   InitPlan 17
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 18
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
