-- Calls: recommended_by.sql
-- Trigger: recommendations_kept BEFORE DELETE OR UPDATE ON public.recommendations FOR EACH ROW WHEN ((current_setting('changes.recommendations'::text, true) IS DISTINCT FROM (old.title_id)::text)) EXECUTE FUNCTION keep_recommendations()
-- Trigger: recommendations_kept_insert BEFORE INSERT ON public.recommendations FOR EACH ROW WHEN ((current_setting('changes.recommendations'::text, true) IS DISTINCT FROM (new.title_id)::text)) EXECUTE FUNCTION keep_recommendations()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.keep_recommendations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told text := set_config('changes.recommendations', coalesce(new.title_id, old.title_id)::text, true);
begin
  if told is distinct from current_setting('changes.fresh', true) then
    told := set_config('changes.recommended', coalesce(recommended_by(told::uuid), '{}'), true);
  end if;
  return coalesce(new, old);
end $function$;
