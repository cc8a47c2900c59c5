-- Calls: change_bit.sql, trending_entity_id.sql
-- Trigger: trending_entries_noted_delete AFTER DELETE ON public.trending_entries FOR EACH ROW WHEN ((current_setting('changes.trending_entries'::text, true) IS DISTINCT FROM (trending_entity_id(old.kind, old."window"))::text)) EXECUTE FUNCTION note_trending()
-- Trigger: trending_entries_noted_insert AFTER INSERT ON public.trending_entries FOR EACH ROW WHEN ((current_setting('changes.trending_entries'::text, true) IS DISTINCT FROM (trending_entity_id(new.kind, new."window"))::text)) EXECUTE FUNCTION note_trending()
-- Trigger: trending_entries_noted_update AFTER UPDATE ON public.trending_entries FOR EACH ROW WHEN (((current_setting('changes.trending_entries'::text, true) IS DISTINCT FROM (trending_entity_id(new.kind, new."window"))::text) AND (old.* IS DISTINCT FROM new.*))) EXECUTE FUNCTION note_trending()
-- Trigger: trending_lists_noted AFTER INSERT OR DELETE ON public.trending_lists FOR EACH ROW EXECUTE FUNCTION note_trending()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_trending()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  list uuid := trending_entity_id(coalesce(new.kind, old.kind), coalesce(new."window", old."window"));
  told text;
begin
  if tg_table_name = 'trending_lists' then
    insert into changes_pending (kind, entity_id, groups, created, deleted) values ('trending', list, 0, tg_op = 'INSERT', tg_op = 'DELETE');
  else
    told := set_config('changes.trending_entries', list::text, true);
    insert into changes_pending (kind, entity_id, groups) values ('trending', list, change_bit('ranking'));
  end if;
  return null;
end $function$;
