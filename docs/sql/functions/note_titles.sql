-- Trigger: titles_noted_delete AFTER DELETE ON public.titles REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_titles()
-- Trigger: titles_noted_insert AFTER INSERT ON public.titles FOR EACH ROW EXECUTE FUNCTION note_titles()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_titles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  fresh text;
begin
  if tg_op = 'INSERT' then
    fresh := set_config('changes.fresh', new.id::text, true);
  else
    insert into changes_pending (kind, entity_id, groups, deleted, external_id)
      select kind::text::change_kind, id, 0, true, external_id from before_rows;
  end if;
  return null;
end $function$;
