-- GET /api/v1/collections/collection_01990012000070008000000000000002/provenance
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990012-0000-7000-8000-000000000002'
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
              'collection_' || replace(entity.id::text, '-', '') as id,
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
                              coalesce(change.groups[18], change.created_sequence) as sequence,
                              to_char(
                                coalesce(change.group_times[18], change.created_at) at time zone 'UTC',
                                'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                              ) as changed_at
                            where
                              change.sequence is not null
                          ) latest
                      ) as "members",
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
                  c.id,
                  'collection' as fetch_kind,
                  c.external_id::text as fetch_id
                from
                  collections c
                where
                  c.id = $1
              ) entity
              left join provenance fetched on fetched.provider = 'tmdb'
              and fetched.kind = entity.fetch_kind::job_kind
              and fetched.external_id = entity.fetch_id
              left join refresh_state planned on planned.kind = entity.fetch_kind::job_kind
              and planned.external_id = entity.fetch_id
              left join changes change on change.kind = 'collection'
              and change.entity_id = entity.id
          ) item
      )::text as json
  ) found
where
  json is not null;

-- Plan for any values:
-- Result
--   One-Time Filter: (((InitPlan 14).col1)::text IS NOT NULL)
--   InitPlan 7
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 Join Filter: (planned.external_id = (c.external_id)::text)
--                 ->  Nested Loop Left Join
--                       Join Filter: (fetched.external_id = (c.external_id)::text)
--                       ->  Index Scan using collections_pkey on collections c
--                             Index Cond: (id = $1)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('collection'::cstring)::job_kind))
--                 ->  Seq Scan on refresh_state planned
--                       Filter: (kind = ('collection'::cstring)::job_kind)
--           ->  Index Scan using changes_kind_entity_id_pk on changes change
--                 Index Cond: ((kind = 'collection'::change_kind) AND (entity_id = $1))
--           SubPlan 6
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
--   InitPlan 14
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 Join Filter: (planned_1.external_id = (c_1.external_id)::text)
--                 ->  Nested Loop Left Join
--                       Join Filter: (fetched_1.external_id = (c_1.external_id)::text)
--                       ->  Index Scan using collections_pkey on collections c_1
--                             Index Cond: (id = $1)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched_1
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('collection'::cstring)::job_kind))
--                 ->  Seq Scan on refresh_state planned_1
--                       Filter: (kind = ('collection'::cstring)::job_kind)
--           ->  Index Scan using changes_kind_entity_id_pk on changes change_1
--                 Index Cond: ((kind = 'collection'::change_kind) AND (entity_id = $1))
--           SubPlan 13
--             ->  Result
--                   InitPlan 8
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 9
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 10
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 11
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 12
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
