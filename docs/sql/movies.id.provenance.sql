-- GET /api/v1/movies/movie_01990001000070008000000000000018/provenance
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '01990001-0000-7000-8000-000000000018'
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
              'movie_' || replace(entity.id::text, '-', '') as id,
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
                  m.id = $1
              ) entity
              left join provenance fetched on fetched.provider = 'tmdb'
              and fetched.kind = entity.fetch_kind::job_kind
              and fetched.external_id = entity.fetch_id
              left join refresh_state planned on planned.kind = entity.fetch_kind::job_kind
              and planned.external_id = entity.fetch_id
              left join changes change on change.kind = 'movie'
              and change.entity_id = entity.id
          ) item
      )::text as json
  ) found
where
  json is not null;

-- Plan for any values:
-- Result
--   One-Time Filter: (((InitPlan 38).col1)::text IS NOT NULL)
--   InitPlan 19
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 Join Filter: (planned.external_id = (t.external_id)::text)
--                 ->  Nested Loop Left Join
--                       ->  Nested Loop
--                             ->  Index Only Scan using movies_pkey on movies m
--                                   Index Cond: (id = $1)
--                             ->  Index Scan using titles_pkey on titles t
--                                   Index Cond: (id = $1)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('movie'::cstring)::job_kind) AND (external_id = (t.external_id)::text))
--                 ->  Seq Scan on refresh_state planned
--                       Filter: (kind = ('movie'::cstring)::job_kind)
--           ->  Index Scan using changes_kind_entity_id_pk on changes change
--                 Index Cond: ((kind = 'movie'::change_kind) AND (entity_id = $1))
--           SubPlan 18
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
--                   InitPlan 9
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 10
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 11
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 12
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 13
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 14
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 15
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 16
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--                   InitPlan 17
--                     ->  Result
--                           One-Time Filter: (change.sequence IS NOT NULL)
--   InitPlan 38
--     ->  Nested Loop Left Join
--           ->  Nested Loop Left Join
--                 Join Filter: (planned_1.external_id = (t_1.external_id)::text)
--                 ->  Nested Loop Left Join
--                       ->  Nested Loop
--                             ->  Index Only Scan using movies_pkey on movies m_1
--                                   Index Cond: (id = $1)
--                             ->  Index Scan using titles_pkey on titles t_1
--                                   Index Cond: (id = $1)
--                       ->  Index Scan using provenance_provider_kind_external_id_pk on provenance fetched_1
--                             Index Cond: ((provider = 'tmdb'::provider_name) AND (kind = ('movie'::cstring)::job_kind) AND (external_id = (t_1.external_id)::text))
--                 ->  Seq Scan on refresh_state planned_1
--                       Filter: (kind = ('movie'::cstring)::job_kind)
--           ->  Index Scan using changes_kind_entity_id_pk on changes change_1
--                 Index Cond: ((kind = 'movie'::change_kind) AND (entity_id = $1))
--           SubPlan 37
--             ->  Result
--                   InitPlan 20
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 21
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 22
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 23
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 24
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 25
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 26
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 27
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 28
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 29
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 30
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 31
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 32
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 33
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 34
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 35
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
--                   InitPlan 36
--                     ->  Result
--                           One-Time Filter: (change_1.sequence IS NOT NULL)
