-- Trigger: artwork_noted_delete AFTER DELETE ON public.artwork FOR EACH ROW WHEN ((current_setting('changes.artwork'::text, true) IS DISTINCT FROM (old.owner_id)::text)) EXECUTE FUNCTION note_parts_by_owner_id('1024')
-- Trigger: artwork_noted_insert AFTER INSERT ON public.artwork FOR EACH ROW WHEN ((current_setting('changes.artwork'::text, true) IS DISTINCT FROM (new.owner_id)::text)) EXECUTE FUNCTION note_parts_by_owner_id('1024')
-- Trigger: artwork_noted_update AFTER UPDATE ON public.artwork FOR EACH ROW WHEN (((current_setting('changes.artwork'::text, true) IS DISTINCT FROM (new.owner_id)::text) AND ((old.owner_kind IS DISTINCT FROM new.owner_kind) OR (old.owner_id IS DISTINCT FROM new.owner_id) OR (old.type IS DISTINCT FROM new.type) OR (old.file_path IS DISTINCT FROM new.file_path) OR (old.language IS DISTINCT FROM new.language) OR (old.width IS DISTINCT FROM new.width) OR (old.height IS DISTINCT FROM new.height) OR (old.aspect_ratio IS DISTINCT FROM new.aspect_ratio) OR (old.vote_average IS DISTINCT FROM new.vote_average) OR (old.vote_count IS DISTINCT FROM new.vote_count) OR (old."position" IS DISTINCT FROM new."position")))) EXECUTE FUNCTION note_parts_by_owner_id('1024')
-- Trigger: translations_noted_delete AFTER DELETE ON public.translations FOR EACH ROW WHEN ((current_setting('changes.translations'::text, true) IS DISTINCT FROM (old.owner_id)::text)) EXECUTE FUNCTION note_parts_by_owner_id('32768')
-- Trigger: translations_noted_insert AFTER INSERT ON public.translations FOR EACH ROW WHEN ((current_setting('changes.translations'::text, true) IS DISTINCT FROM (new.owner_id)::text)) EXECUTE FUNCTION note_parts_by_owner_id('32768')
-- Trigger: translations_noted_update AFTER UPDATE ON public.translations FOR EACH ROW WHEN (((current_setting('changes.translations'::text, true) IS DISTINCT FROM (new.owner_id)::text) AND ((old.owner_kind IS DISTINCT FROM new.owner_kind) OR (old.owner_id IS DISTINCT FROM new.owner_id) OR (old.language IS DISTINCT FROM new.language) OR (old.country IS DISTINCT FROM new.country) OR (old.title IS DISTINCT FROM new.title) OR (old.overview IS DISTINCT FROM new.overview) OR (old.tagline IS DISTINCT FROM new.tagline) OR (old.homepage IS DISTINCT FROM new.homepage) OR (old.runtime IS DISTINCT FROM new.runtime)))) EXECUTE FUNCTION note_parts_by_owner_id('32768')
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_parts_by_owner_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told text := set_config('changes.' || tg_table_name, coalesce(new.owner_id, old.owner_id)::text, true);
  of_kind text := coalesce(new.owner_kind, old.owner_kind)::text;
begin
  if told is distinct from current_setting('changes.fresh', true) then
    insert into changes_pending (kind, entity_id, groups)
    values ((case of_kind when 'watch_provider' then 'provider' else of_kind end)::change_kind, told::uuid, tg_argv[0]::integer);
  end if;
  return null;
end $function$;
