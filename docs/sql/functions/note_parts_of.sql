-- Calls: change_bit.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_parts_of(parts regclass, owner name, of_group text, hidden name[] DEFAULT '{}'::name[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  shown constant text := (
    select string_agg(format('old.%1$I is distinct from new.%1$I', attname), ' or ' order by attnum)
    from pg_attribute where attrelid = parts and attnum > 0 and not attisdropped and attname <> all(hidden));
  told constant text := format('current_setting(%L, true) is distinct from %%s.%I::text', 'changes.' || parts, owner);
begin
  execute format($create$
    create trigger %1$s_noted_insert after insert on %1$s for each row when (%2$s) execute function note_parts_by_%3$s(%4$s);
    create trigger %1$s_noted_update after update on %1$s for each row when (%5$s and (%6$s)) execute function note_parts_by_%3$s(%4$s);
    create trigger %1$s_noted_delete after delete on %1$s for each row when (%7$s) execute function note_parts_by_%3$s(%4$s);
  $create$, parts, format(told, 'new'), owner, change_bit(of_group), format(told, 'new'), shown, format(told, 'old'));
end $function$;
