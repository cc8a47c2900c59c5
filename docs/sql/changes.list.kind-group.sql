-- GET /api/v1/changes?since=0&kinds=movie&groups=names
-- Statements: 1
-- Written by `bun run sql`.

-- $1 bigint = '0'
-- $2 bigint = '0'
-- $3 boolean = 't'
-- $4 change_kind[] = '{"movie"}'
-- $5 bigint = '0'
-- $6 text[] = '{"names"}'
-- $7 integer[] = '{1}'
-- $8 bigint = '0'
-- $9 integer = '100'
-- $10 integer = '100'
-- $11 bigint = '0'
-- $12 bigint = '0'
-- $13 bigint = '0'
-- $14 bigint = '0'
with
  counter as (
    select
      epoch,
      sequence::float8 as head,
      purged_sequence::float8 as purged,
      (
        "change_counter"."system_identifier" = (
          select
            system_identifier::text
          from
            pg_control_system()
        )
        and "change_counter"."timeline" = case
          when pg_is_in_recovery() then "change_counter"."timeline"
          else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
        end
      ) as is_same_database
    from
      "change_counter"
  ),
  found as materialized (
    select
      *
    from
      (
        select
          *
        from
          changes
        where
          sequence > $1::bigint
        order by
          sequence
        limit 10000
      ) looked_at
    where
      (
        state <> 'deleted'
        or created_sequence <= $2::bigint
        or not $3::boolean
      )
      and (
        kind = any ($4::change_kind[])
        and (
          state = 'deleted'
          or (
            created_sequence > $5::bigint
            and case kind
              when 'keyword' then '{"names"}'::text[]
              when 'company' then '{"names","facts","artwork"}'::text[]
              when 'provider' then '{"names","facts","artwork"}'::text[]
              when 'person' then '{"names","dates","facts","audience","external_ids","artwork","lifecycle"}'::text[]
              when 'collection' then '{"names","artwork","members","lifecycle"}'::text[]
              when 'movie' then '{"names","dates","facts","audience","external_ids","genres","keywords","companies","collection","credits","artwork","videos","release_dates","offerings","recommendations","lifecycle"}'::text[]
              when 'series' then '{"names","dates","facts","audience","external_ids","genres","keywords","companies","credits","artwork","videos","offerings","seasons","lifecycle"}'::text[]
              when 'season' then '{"names","dates","facts","audience","external_ids","artwork"}'::text[]
              when 'episode' then '{"names","dates","facts","audience","external_ids","credits","artwork"}'::text[]
              when 'trending' then '{"ranking"}'::text[]
            end && $6::text[]
          )
          or exists (
            select
            from
              unnest($7::int[]) place
            where
              groups[place] > $8::bigint
          )
        )
      )
    order by
      sequence
    limit $9::int
  ),
  reach as materialized (
    select
      case
        when (
          select
            count(*)
          from
            found
        ) = $10::int then (
          select
            max(sequence)
          from
            found
        )
        else (
          select
            sequence
          from
            changes
          where
            sequence > $11::bigint
          order by
            sequence
          offset 9999
          limit 1
        )
      end as reached
  )
select
  epoch,
  head,
  purged,
  is_same_database,
  reached::float8,
  exists (
    select
    from
      (
        select
        from
          changes
        where
          sequence > reached
        order by
          sequence
        limit 1
      ) following
  ) as more,
  array_to_json(
    array(
      select
        item
      from
        (
          select
            sequence,
            case
              when state <> 'live' then state::text
              when created_sequence > $12::bigint then 'created'
              else 'updated'
            end as op,
            kind,
            case entity_id
              when '00000000-0000-0000-0000-000000000001' then 'movie:day'
              when '00000000-0000-0000-0000-000000000002' then 'movie:week'
              when '00000000-0000-0000-0000-000000000003' then 'series:day'
              when '00000000-0000-0000-0000-000000000004' then 'series:week'
              else kind || '_' || replace(entity_id::text, '-', '')
            end as id,
            (
              select
                row_to_json(ids)
              from
                (
                  select
                    external_id as tmdb
                ) ids
            ) as external_ids,
            'series_' || replace(parent_id::text, '-', '') as parent_id,
            array_to_json(
              case
                when state = 'deleted' then '{"lifecycle"}'::text[]
                when created_sequence > $13::bigint then case kind
                  when 'keyword' then '{"names"}'::text[]
                  when 'company' then '{"names","facts","artwork"}'::text[]
                  when 'provider' then '{"names","facts","artwork"}'::text[]
                  when 'person' then '{"names","dates","facts","audience","external_ids","artwork","lifecycle"}'::text[]
                  when 'collection' then '{"names","artwork","members","lifecycle"}'::text[]
                  when 'movie' then '{"names","dates","facts","audience","external_ids","genres","keywords","companies","collection","credits","artwork","videos","release_dates","offerings","recommendations","lifecycle"}'::text[]
                  when 'series' then '{"names","dates","facts","audience","external_ids","genres","keywords","companies","credits","artwork","videos","offerings","seasons","lifecycle"}'::text[]
                  when 'season' then '{"names","dates","facts","audience","external_ids","artwork"}'::text[]
                  when 'episode' then '{"names","dates","facts","audience","external_ids","credits","artwork"}'::text[]
                  when 'trending' then '{"ranking"}'::text[]
                end
                else array(
                  select
                    word
                  from
                    unnest(
                      '{"names","dates","facts","audience","external_ids","genres","keywords","companies","collection","credits","artwork","videos","release_dates","offerings","recommendations","translations","seasons","members","ranking","lifecycle"}'::text[]
                    ) with ordinality listed (word, place)
                  where
                    groups[place] > $14::bigint
                  order by
                    place
                )
              end
            ) as groups,
            to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as changed_at
          from
            found
          order by
            sequence
        ) item
    )
  )::text as results
from
  counter,
  reach;

-- Plan for any values:
-- Nested Loop
--   CTE counter
--     ->  Seq Scan on change_counter
--           InitPlan 1
--             ->  Function Scan on pg_control_system
--   CTE found
--     ->  Limit
--           ->  Subquery Scan on looked_at
--                 Filter: (((looked_at.state <> 'deleted'::lifecycle_state) OR (looked_at.created_sequence <= $2) OR (NOT $3)) AND (looked_at.kind = ANY ($4)) AND ((looked_at.state = 'deleted'::lifecycle_state) OR ((looked_at.created_sequence > $5) AND (CASE looked_at.kind WHEN 'keyword'::change_kind THEN '{names}'::text[] WHEN 'company'::change_kind THEN '{names,facts,artwork}'::text[] WHEN 'provider'::change_kind THEN '{names,facts,artwork}'::text[] WHEN 'person'::change_kind THEN '{names,dates,facts,audience,external_ids,artwork,lifecycle}'::text[] WHEN 'collection'::change_kind THEN '{names,artwork,members,lifecycle}'::text[] WHEN 'movie'::change_kind THEN '{names,dates,facts,audience,external_ids,genres,keywords,companies,collection,credits,artwork,videos,release_dates,offerings,recommendations,lifecycle}'::text[] WHEN 'series'::change_kind THEN '{names,dates,facts,audience,external_ids,genres,keywords,companies,credits,artwork,videos,offerings,seasons,lifecycle}'::text[] WHEN 'season'::change_kind THEN '{names,dates,facts,audience,external_ids,artwork}'::text[] WHEN 'episode'::change_kind THEN '{names,dates,facts,audience,external_ids,credits,artwork}'::text[] WHEN 'trending'::change_kind THEN '{ranking}'::text[] ELSE NULL::text[] END && $6)) OR EXISTS(SubPlan 3)))
--                 ->  Limit
--                       ->  Index Scan using changes_sequence_unique on changes
--                             Index Cond: (sequence > $1)
--                 SubPlan 3
--                   ->  Function Scan on unnest place
--                         Filter: ((looked_at.groups)[place] > $8)
--   CTE reach
--     ->  Result
--           InitPlan 5
--             ->  Aggregate
--                   ->  CTE Scan on found
--           InitPlan 6
--             ->  Aggregate
--                   ->  CTE Scan on found found_1
--           InitPlan 7
--             ->  Limit
--                   ->  Index Only Scan using changes_sequence_unique on changes changes_1
--                         Index Cond: (sequence > $11)
--   InitPlan 12
--     ->  Subquery Scan on item
--           ->  CTE Scan on found found_2
--                 SubPlan 10
--                   ->  Result
--                 SubPlan 11
--                   ->  Function Scan on unnest listed
--                         Filter: ((found_2.groups)[place] > $14)
--   ->  CTE Scan on counter
--   ->  CTE Scan on reach
--   SubPlan 9
--     ->  Subquery Scan on following
--           ->  Limit
--                 ->  Index Only Scan using changes_sequence_unique on changes changes_2
--                       Index Cond: (sequence > reach.reached)
