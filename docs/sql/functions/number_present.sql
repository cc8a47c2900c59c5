-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.number_present(of_kind change_kind, passed uuid, most integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
end $function$;
