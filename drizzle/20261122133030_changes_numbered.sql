-- Every entity of the catalog whose changes are told, as it is now.
create view catalog_entities as
  select 'keyword'::change_kind as kind, id, external_id, null::uuid as parent_id, false as is_removed from keywords
  union all select 'company', id, external_id, null, false from companies
  union all select 'provider', id, external_id, null, false from watch_providers
  union all select 'person', id, external_id, null, removed_at is not null from people
  union all select 'collection', id, external_id, null, removed_at is not null from collections
  union all select 'movie', movies.id, titles.external_id, null, movies.removed_at is not null from movies join titles on titles.id = movies.id
  union all select 'series', series.id, titles.external_id, null, series.removed_at is not null from series join titles on titles.id = series.id
  union all select 'season', id, external_id, series_id, false from seasons
  union all select 'episode', id, external_id, series_id, false from episodes
  union all select 'trending', trending_entity_id(kind, "window"), null, null, false from trending_lists;
--> statement-breakpoint
-- Numbers what is committed, about `most` notes at once but never a part of those of an entity, and returns how many notes it took;
-- null while somebody else is numbering. One statement does all: a caller that is gone in the middle leaves nothing half done and
-- holds no lock. Whoever numbers locks the counter before looking, so each number is above all that can be seen below it.
--
-- What came and went in one transaction was never there. Each note looks its rows up one by one, however large or small the tables
-- were when the plan was made.
create function number_changes(most integer) returns integer language plpgsql
set enable_seqscan = off set enable_nestloop = off set jit = off as $$
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
end $$;
--> statement-breakpoint
-- Numbers entities of one kind that are in the catalog and in no row of the feed, in the order of their ids from `passed` on; returns
-- the last id that it looked at, or null after the last one.
create function number_present(of_kind change_kind, passed uuid, most integer) returns uuid language plpgsql
set enable_seqscan = off set jit = off as $$
declare
  latest bigint;
  highest bigint;
  reached uuid;
begin
  select sequence into latest from change_counter for update;
  execute format($statement$
    with page as materialized (
      select * from catalog_entities where kind = %L and id > $1 order by id limit $2
    ), written as (
      insert into changes (kind, entity_id, sequence, created_sequence, state, changed_at, external_id, parent_id, created_at, groups, group_times)
      select kind, id, sequence, sequence, case when is_removed then 'removed' else 'live' end::lifecycle_state, clock_timestamp(),
        external_id, parent_id, clock_timestamp(), '{}', '{}'
      from (
        select page.*, $3 + row_number() over (order by id) as sequence from page
        where not exists (select from changes where changes.kind = page.kind and changes.entity_id = page.id)
      ) numbered
      returning sequence
    )
    select (select id from page order by id desc limit 1), (select max(sequence) from written)
  $statement$, of_kind) into reached, highest using passed, most, latest;
  if highest is not null then
    update change_counter set sequence = highest;
    perform pg_notify('changes', highest::text);
  end if;
  return reached;
end $$;
--> statement-breakpoint
-- Everything that is in the catalog and in no row of the feed, kind by kind, in transactions of a fraction of a second, between which
-- new changes get their numbers; for catalogs that were filled before this migration, and for loads with triggers off. It may be cut
-- off and called again.
create procedure number_catalog() language plpgsql as $$
declare
  of_kind change_kind;
  passed uuid;
begin
  foreach of_kind in array enum_range(null::change_kind) loop
    passed := '00000000-0000-0000-0000-000000000000';
    while passed is not null loop
      passed := number_present(of_kind, passed, 5000);
      commit;
    end loop;
  end loop;
end $$;
--> statement-breakpoint
create procedure backfill_changes() language plpgsql as $$
begin
  call number_catalog();
end $$;
--> statement-breakpoint
-- Every new fetch of a changed record writes its row anew.
alter table changes set (autovacuum_vacuum_scale_factor = 0.05);
