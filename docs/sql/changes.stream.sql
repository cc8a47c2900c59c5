-- GET /api/v1/changes/stream?since=00000000-1
-- Statements: 1
-- Written by `bun run sql`.

-- $1 bigint = '1'
-- $2 bigint = '1'
-- $3 bigint = '1'
-- $4 boolean = 'f'
-- $5 integer = '200'
-- $6 integer = '200'
-- $7 bigint = '1'
-- $8 bigint = '1'
with
  counter as (
    select
      epoch,
      sequence::float8 as head,
      purged_sequence::float8 as purged,
      (
        "change_counter"."system_identifier" = (
          select
            system_identifier || '/' || oid
          from
            pg_control_system(),
            pg_database
          where
            datname = current_database()
        )
        and "change_counter"."timeline" = case
          when pg_is_in_recovery() then "change_counter"."timeline"
          else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
        end
      ) as is_same_database
    from
      "change_counter"
  ),
  page as materialized (
    select
      '[' || coalesce(
        string_agg(
          '{"sequence":' || sequence || ',"op":"' || case
            when state <> 'live' then state::text
            when created_sequence > set_out then 'created'
            else 'updated'
          end || '","kind":"' || case kind
            when 'keyword' then 'keyword","id":"keyword_' || encode(uuid_send (entity_id), 'hex')
            when 'company' then 'company","id":"company_' || encode(uuid_send (entity_id), 'hex')
            when 'provider' then 'provider","id":"provider_' || encode(uuid_send (entity_id), 'hex')
            when 'person' then 'person","id":"person_' || encode(uuid_send (entity_id), 'hex')
            when 'collection' then 'collection","id":"collection_' || encode(uuid_send (entity_id), 'hex')
            when 'movie' then 'movie","id":"movie_' || encode(uuid_send (entity_id), 'hex')
            when 'series' then 'series","id":"series_' || encode(uuid_send (entity_id), 'hex')
            when 'season' then 'season","id":"season_' || encode(uuid_send (entity_id), 'hex')
            when 'episode' then 'episode","id":"episode_' || encode(uuid_send (entity_id), 'hex')
            when 'trending' then 'trending","id":"' || case entity_id
              when '00000000-0000-0000-0000-000000000001' then 'movie:day'
              when '00000000-0000-0000-0000-000000000002' then 'movie:week'
              when '00000000-0000-0000-0000-000000000003' then 'series:day'
              when '00000000-0000-0000-0000-000000000004' then 'series:week'
            end
          end || '","external_ids":{"tmdb":' || coalesce(external_id::text, 'null') || '},"parent_id":' || coalesce('"series_' || encode(uuid_send (parent_id), 'hex') || '"', 'null') || ',"groups":[' || case
            when state = 'deleted' then '"lifecycle"'
            when created_sequence > set_out then case kind
              when 'keyword' then '"names"'
              when 'company' then '"names","facts","artwork"'
              when 'provider' then '"names","facts","artwork"'
              when 'person' then '"names","dates","facts","audience","external_ids","artwork","translations","lifecycle"'
              when 'collection' then '"names","artwork","translations","members","lifecycle"'
              when 'movie' then '"names","dates","facts","audience","external_ids","genres","keywords","companies","collection","credits","artwork","videos","release_dates","offerings","recommendations","translations","lifecycle"'
              when 'series' then '"names","dates","facts","audience","external_ids","genres","keywords","companies","credits","artwork","videos","offerings","translations","seasons","lifecycle"'
              when 'season' then '"names","dates","facts","audience","external_ids","artwork","translations"'
              when 'episode' then '"names","dates","facts","audience","external_ids","credits","artwork","translations"'
              when 'trending' then '"ranking"'
            end
            else substr(
              case kind
                when 'keyword' then concat(
                  case
                    when groups[1] > set_out then ',"names"'
                  end
                )
                when 'company' then concat(
                  case
                    when groups[1] > set_out then ',"names"'
                  end,
                  case
                    when groups[3] > set_out then ',"facts"'
                  end,
                  case
                    when groups[11] > set_out then ',"artwork"'
                  end
                )
                when 'provider' then concat(
                  case
                    when groups[1] > set_out then ',"names"'
                  end,
                  case
                    when groups[3] > set_out then ',"facts"'
                  end,
                  case
                    when groups[11] > set_out then ',"artwork"'
                  end
                )
                when 'person' then concat(
                  case
                    when groups[1] > set_out then ',"names"'
                  end,
                  case
                    when groups[2] > set_out then ',"dates"'
                  end,
                  case
                    when groups[3] > set_out then ',"facts"'
                  end,
                  case
                    when groups[4] > set_out then ',"audience"'
                  end,
                  case
                    when groups[5] > set_out then ',"external_ids"'
                  end,
                  case
                    when groups[11] > set_out then ',"artwork"'
                  end,
                  case
                    when groups[16] > set_out then ',"translations"'
                  end,
                  case
                    when groups[20] > set_out then ',"lifecycle"'
                  end
                )
                when 'collection' then concat(
                  case
                    when groups[1] > set_out then ',"names"'
                  end,
                  case
                    when groups[11] > set_out then ',"artwork"'
                  end,
                  case
                    when groups[16] > set_out then ',"translations"'
                  end,
                  case
                    when groups[18] > set_out then ',"members"'
                  end,
                  case
                    when groups[20] > set_out then ',"lifecycle"'
                  end
                )
                when 'movie' then concat(
                  case
                    when groups[1] > set_out then ',"names"'
                  end,
                  case
                    when groups[2] > set_out then ',"dates"'
                  end,
                  case
                    when groups[3] > set_out then ',"facts"'
                  end,
                  case
                    when groups[4] > set_out then ',"audience"'
                  end,
                  case
                    when groups[5] > set_out then ',"external_ids"'
                  end,
                  case
                    when groups[6] > set_out then ',"genres"'
                  end,
                  case
                    when groups[7] > set_out then ',"keywords"'
                  end,
                  case
                    when groups[8] > set_out then ',"companies"'
                  end,
                  case
                    when groups[9] > set_out then ',"collection"'
                  end,
                  case
                    when groups[10] > set_out then ',"credits"'
                  end,
                  case
                    when groups[11] > set_out then ',"artwork"'
                  end,
                  case
                    when groups[12] > set_out then ',"videos"'
                  end,
                  case
                    when groups[13] > set_out then ',"release_dates"'
                  end,
                  case
                    when groups[14] > set_out then ',"offerings"'
                  end,
                  case
                    when groups[15] > set_out then ',"recommendations"'
                  end,
                  case
                    when groups[16] > set_out then ',"translations"'
                  end,
                  case
                    when groups[20] > set_out then ',"lifecycle"'
                  end
                )
                when 'series' then concat(
                  case
                    when groups[1] > set_out then ',"names"'
                  end,
                  case
                    when groups[2] > set_out then ',"dates"'
                  end,
                  case
                    when groups[3] > set_out then ',"facts"'
                  end,
                  case
                    when groups[4] > set_out then ',"audience"'
                  end,
                  case
                    when groups[5] > set_out then ',"external_ids"'
                  end,
                  case
                    when groups[6] > set_out then ',"genres"'
                  end,
                  case
                    when groups[7] > set_out then ',"keywords"'
                  end,
                  case
                    when groups[8] > set_out then ',"companies"'
                  end,
                  case
                    when groups[10] > set_out then ',"credits"'
                  end,
                  case
                    when groups[11] > set_out then ',"artwork"'
                  end,
                  case
                    when groups[12] > set_out then ',"videos"'
                  end,
                  case
                    when groups[14] > set_out then ',"offerings"'
                  end,
                  case
                    when groups[16] > set_out then ',"translations"'
                  end,
                  case
                    when groups[17] > set_out then ',"seasons"'
                  end,
                  case
                    when groups[20] > set_out then ',"lifecycle"'
                  end
                )
                when 'season' then concat(
                  case
                    when groups[1] > set_out then ',"names"'
                  end,
                  case
                    when groups[2] > set_out then ',"dates"'
                  end,
                  case
                    when groups[3] > set_out then ',"facts"'
                  end,
                  case
                    when groups[4] > set_out then ',"audience"'
                  end,
                  case
                    when groups[5] > set_out then ',"external_ids"'
                  end,
                  case
                    when groups[11] > set_out then ',"artwork"'
                  end,
                  case
                    when groups[16] > set_out then ',"translations"'
                  end
                )
                when 'episode' then concat(
                  case
                    when groups[1] > set_out then ',"names"'
                  end,
                  case
                    when groups[2] > set_out then ',"dates"'
                  end,
                  case
                    when groups[3] > set_out then ',"facts"'
                  end,
                  case
                    when groups[4] > set_out then ',"audience"'
                  end,
                  case
                    when groups[5] > set_out then ',"external_ids"'
                  end,
                  case
                    when groups[10] > set_out then ',"credits"'
                  end,
                  case
                    when groups[11] > set_out then ',"artwork"'
                  end,
                  case
                    when groups[16] > set_out then ',"translations"'
                  end
                )
                when 'trending' then concat(
                  case
                    when groups[19] > set_out then ',"ranking"'
                  end
                )
              end,
              2
            )
          end || '],"changed_at":"' || substr(
            to_json(date_trunc('milliseconds', changed_at at time zone 'UTC') + interval '1 microsecond')::text,
            2,
            23
          ) || 'Z"}',
          ','
        ),
        ''
      ) || ']' as results,
      count(*) as many,
      max(sequence) as last
    from
      (
        select
          *
        from
          (
            select
              kind,
              entity_id,
              sequence,
              created_sequence,
              state,
              changed_at,
              external_id,
              parent_id,
              groups,
              $1::bigint as set_out
            from
              changes
            where
              sequence > $2::bigint
            order by
              sequence
            limit 10000
          ) looked_at
        where
          (
            state <> 'deleted'
            or created_sequence <= $3::bigint
            or not $4::boolean
          )
        order by
          sequence
        limit $5::int
      ) found
  ),
  reach as materialized (
    select
      case
        when many = $6::int then last
        else (
          select
            sequence
          from
            changes
          where
            sequence > $7::bigint
          order by
            sequence
          offset 9999
          limit 1
        )
      end as reached
    from
      page
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
  reached is null
  or reached - $8::bigint = many as is_dense,
  results
from
  counter,
  page,
  reach;

-- Plan for any values:
-- Nested Loop
--   CTE counter
--     ->  Seq Scan on change_counter
--           InitPlan 1
--             ->  Nested Loop
--                   ->  Function Scan on pg_control_system
--                   ->  Seq Scan on pg_database
--                         Filter: (datname = current_database())
--   CTE page
--     ->  Aggregate
--           ->  Limit
--                 ->  Subquery Scan on looked_at
--                       Filter: ((looked_at.state <> 'deleted'::lifecycle_state) OR (looked_at.created_sequence <= $3) OR (NOT $4))
--                       ->  Limit
--                             ->  Index Scan using changes_sequence_unique on changes
--                                   Index Cond: (sequence > $2)
--   CTE reach
--     ->  CTE Scan on page page_1
--           InitPlan 4
--             ->  Limit
--                   ->  Index Only Scan using changes_sequence_unique on changes changes_1
--                         Index Cond: (sequence > $7)
--   ->  Nested Loop
--         ->  CTE Scan on counter
--         ->  CTE Scan on page
--   ->  CTE Scan on reach
--   SubPlan 6
--     ->  Subquery Scan on following
--           ->  Limit
--                 ->  Index Only Scan using changes_sequence_unique on changes changes_2
--                       Index Cond: (sequence > reach.reached)
