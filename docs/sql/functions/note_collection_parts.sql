-- Calls: change_bit.sql
-- Trigger: collection_parts_noted_delete AFTER DELETE ON public.collection_parts FOR EACH ROW WHEN ((current_setting('changes.collection_parts'::text, true) IS DISTINCT FROM (old.collection_id)::text)) EXECUTE FUNCTION note_collection_parts()
-- Trigger: collection_parts_noted_insert AFTER INSERT ON public.collection_parts FOR EACH ROW WHEN ((current_setting('changes.collection_parts'::text, true) IS DISTINCT FROM (new.collection_id)::text)) EXECUTE FUNCTION note_collection_parts()
-- Trigger: collection_parts_noted_update AFTER UPDATE ON public.collection_parts FOR EACH ROW WHEN (((current_setting('changes.collection_parts'::text, true) IS DISTINCT FROM (new.collection_id)::text) AND (old.* IS DISTINCT FROM new.*))) EXECUTE FUNCTION note_collection_parts()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_collection_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told text := coalesce(new.collection_id, old.collection_id)::text;
begin
  if exists (select from titles where provider = 'tmdb' and kind = 'movie' and external_id in (old.external_id, new.external_id)) then
    told := set_config('changes.collection_parts', told, true);
    insert into changes_pending (kind, entity_id, groups) values ('collection', told::uuid, change_bit('members'));
  end if;
  return null;
end $function$;
