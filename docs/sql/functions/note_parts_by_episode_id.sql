-- Trigger: episode_credits_noted_delete AFTER DELETE ON public.episode_credits FOR EACH ROW WHEN ((current_setting('changes.episode_credits'::text, true) IS DISTINCT FROM (old.episode_id)::text)) EXECUTE FUNCTION note_parts_by_episode_id('512')
-- Trigger: episode_credits_noted_insert AFTER INSERT ON public.episode_credits FOR EACH ROW WHEN ((current_setting('changes.episode_credits'::text, true) IS DISTINCT FROM (new.episode_id)::text)) EXECUTE FUNCTION note_parts_by_episode_id('512')
-- Trigger: episode_credits_noted_update AFTER UPDATE ON public.episode_credits FOR EACH ROW WHEN (((current_setting('changes.episode_credits'::text, true) IS DISTINCT FROM (new.episode_id)::text) AND ((old.episode_id IS DISTINCT FROM new.episode_id) OR (old.credit_type IS DISTINCT FROM new.credit_type) OR (old.external_id IS DISTINCT FROM new.external_id) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old."character" IS DISTINCT FROM new."character") OR (old.department IS DISTINCT FROM new.department) OR (old.job IS DISTINCT FROM new.job) OR (old."position" IS DISTINCT FROM new."position")))) EXECUTE FUNCTION note_parts_by_episode_id('512')
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_parts_by_episode_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told text := set_config('changes.' || tg_table_name, coalesce(new.episode_id, old.episode_id)::text, true);
begin
  insert into changes_pending (kind, entity_id, groups) values ('episode', told::uuid, tg_argv[0]::integer);
  return null;
end $function$;
