-- Calls: note_title.sql
-- Trigger: release_dates_noted_delete AFTER DELETE ON public.release_dates FOR EACH ROW WHEN ((current_setting('changes.release_dates'::text, true) IS DISTINCT FROM (old.movie_id)::text)) EXECUTE FUNCTION note_parts_by_movie_id('4096')
-- Trigger: release_dates_noted_insert AFTER INSERT ON public.release_dates FOR EACH ROW WHEN ((current_setting('changes.release_dates'::text, true) IS DISTINCT FROM (new.movie_id)::text)) EXECUTE FUNCTION note_parts_by_movie_id('4096')
-- Trigger: release_dates_noted_update AFTER UPDATE ON public.release_dates FOR EACH ROW WHEN (((current_setting('changes.release_dates'::text, true) IS DISTINCT FROM (new.movie_id)::text) AND ((old.movie_id IS DISTINCT FROM new.movie_id) OR (old.region IS DISTINCT FROM new.region) OR (old."position" IS DISTINCT FROM new."position") OR (old.release_type IS DISTINCT FROM new.release_type) OR (old.is_limited IS DISTINCT FROM new.is_limited) OR (old.release_date IS DISTINCT FROM new.release_date) OR (old.certification IS DISTINCT FROM new.certification) OR (old.note IS DISTINCT FROM new.note)))) EXECUTE FUNCTION note_parts_by_movie_id('4096')
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_parts_by_movie_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told text := set_config('changes.' || tg_table_name, coalesce(new.movie_id, old.movie_id)::text, true);
begin
  if told is distinct from current_setting('changes.fresh', true) then
    perform note_title(told::uuid, tg_argv[0]::integer);
  end if;
  return null;
end $function$;
