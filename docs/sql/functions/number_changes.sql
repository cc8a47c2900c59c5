-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.number_changes(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
declare
  latest bigint;
  highest bigint;
  passed integer;
  moment timestamptz;
begin
  if not exists (select from changes_pending) then
    return 0;
  end if;
  select sequence into latest from change_counter for update skip locked;
  if not found then
    return null;
  end if;
  moment := clock_timestamp();
  with batch as materialized (
    select distinct kind, entity_id from (select kind, entity_id from changes_pending limit most) noted
  ), taken as (
    delete from changes_pending noted using batch where noted.kind = batch.kind and noted.entity_id = batch.entity_id
    returning noted.*, noted.xmin as writer
  ), folded as materialized (
    select kind, entity_id, count(*) as notes, bit_or(groups) as noted, bool_or(deleted) as deleted, max(external_id) as external_id,
      max(parent_id::text)::uuid as parent_id,
      max(writer::text) filter (where created) is distinct from max(writer::text) filter (where deleted) as was_there
    from taken group by kind, entity_id
  ), judged as materialized (
    select folded.*, known.created_sequence, known.created_at, known.groups, known.group_times,
      known.external_id as known_external_id, known.parent_id as known_parent_id,
      present.external_id as present_external_id, present.parent_id as present_parent_id,
      present.id is null as is_gone,
      present.id is not null and coalesce(known.state, 'deleted') = 'deleted' as is_new,
      (case when present.id is null then 'deleted' when present.is_removed then 'removed' else 'live' end)::lifecycle_state as state,
      case
        when present.id is not null then known.state is null or noted <> 0
          or known.state <> (case when present.is_removed then 'removed' else 'live' end)::lifecycle_state
        when known.state is not null then known.state <> 'deleted'
        else deleted and was_there
      end as is_told
    from folded
    left join lateral (
      select * from changes where changes.kind = folded.kind and changes.entity_id = folded.entity_id limit 1
    ) known on true
    left join lateral (
      select * from catalog_entities entity where entity.kind = folded.kind and entity.id = folded.entity_id limit 1
    ) present on true
  ), told as (
    select *, latest + row_number() over (order by kind, entity_id) as sequence from judged where is_told
  ), written as (
    insert into changes as stored
      (kind, entity_id, sequence, created_sequence, state, changed_at, external_id, parent_id, created_at, groups, group_times)
    select kind, entity_id, sequence, case when is_new or created_sequence is null then sequence else created_sequence end, state, moment,
      coalesce(present_external_id, external_id, known_external_id), coalesce(present_parent_id, parent_id, known_parent_id),
      case when is_new or created_at is null then moment else created_at end,
      case
        when is_new then '{}'
        when is_gone or noted = 0 then coalesce(groups, '{}')
        else array(select case when noted >> (place - 1) & 1 = 1 then sequence else groups[place] end
          from generate_series(1, greatest(cardinality(groups), 33 - position('1' in noted::bit(32)::text))) place order by place)
      end,
      case
        when is_new then '{}'
        when is_gone or noted = 0 then coalesce(group_times, '{}')
        else array(select case when noted >> (place - 1) & 1 = 1 then moment else group_times[place] end
          from generate_series(1, greatest(cardinality(groups), 33 - position('1' in noted::bit(32)::text))) place order by place)
      end
    from told order by sequence
    on conflict (kind, entity_id) do update set sequence = excluded.sequence, created_sequence = excluded.created_sequence,
      state = excluded.state, changed_at = excluded.changed_at, external_id = excluded.external_id, parent_id = excluded.parent_id,
      created_at = excluded.created_at, groups = excluded.groups, group_times = excluded.group_times
    returning stored.sequence
  )
  select (select sum(notes) from folded), (select max(sequence) from written) into passed, highest;
  if highest is not null then
    update change_counter set sequence = highest;
    perform pg_notify('changes', highest::text);
  end if;
  return passed;
end $function$;
