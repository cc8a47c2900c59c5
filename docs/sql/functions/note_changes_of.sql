-- Calls: change_bit.sql, note_value_of.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_changes_of(entities regclass, of_kind change_kind, columns jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  is_stamped constant boolean := exists (select from pg_attribute where attrelid = entities and attname = 'updated_at');
  has_series constant boolean := exists (select from pg_attribute where attrelid = entities and attname = 'series_id');
  has_external_id constant boolean := exists (select from pg_attribute where attrelid = entities and attname = 'external_id');
  values_of constant text := (
    select string_agg(format('%s is distinct from %s', note_value_of('old', name), note_value_of('new', name)), ' or ')
    from jsonb_each(columns) listed, jsonb_array_elements_text(listed.value) name);
  bits constant text := (
    select string_agg(format('(case when (%s) is distinct from (%s) then %s else 0 end)', was, is_now, change_bit(key)), E'\n          | ' order by change_bit(key))
    from (select key, (select string_agg(note_value_of('old', name), ', ') from jsonb_array_elements_text(value) name) as was,
        (select string_agg(note_value_of('new', name), ', ') from jsonb_array_elements_text(value) name) as is_now
      from jsonb_each(columns)) listed);
  series_from constant text := case when has_series then format(E'\n          ' || $$union all select distinct 'series'::change_kind, series_id, %s, false, false, null::integer, null::uuid from %%s$$,
    change_bit('seasons')) else '' end;
begin
  execute format($create$
    create or replace function note_%1$s() returns trigger language plpgsql as $$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := %3$s;
        %4$s
        insert into changes_pending (kind, entity_id, groups, stamped) values (%2$L, new.id, noted, %5$L);
        %6$s
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select %2$L::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows%7$s;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select %2$L::change_kind, id, 0, false, true, %8$s, %9$s from before_rows%10$s;
      end if;
      return null;
    end $$;
    create or replace trigger %1$s_noted_update before update on %1$s for each row when (%11$s) execute function note_%1$s();
    create or replace trigger %1$s_noted_insert after insert on %1$s referencing new table as after_rows
      for each statement execute function note_%1$s();
    create or replace trigger %1$s_noted_delete after delete on %1$s referencing old table as before_rows
      for each statement execute function note_%1$s();
  $create$,
    entities, of_kind, bits,
    case when is_stamped then $$new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');$$ else '' end,
    is_stamped,
    case when has_series then format($$if noted & %s <> 0 then
          insert into changes_pending (kind, entity_id, groups) values ('series', new.series_id, %s);
        end if;$$, change_bit('names') | change_bit('dates'), change_bit('seasons')) else '' end,
    format(series_from, 'after_rows'),
    case when has_external_id then 'external_id' else 'null::integer' end,
    case when has_series then 'series_id' else 'null::uuid' end,
    format(series_from, 'before_rows'),
    values_of);
end $function$;
