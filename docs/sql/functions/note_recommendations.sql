-- Calls: change_bit.sql, note_title.sql, recommended_by.sql
-- Trigger: recommendations_noted AFTER INSERT OR DELETE OR UPDATE ON public.recommendations FOR EACH STATEMENT EXECUTE FUNCTION note_recommendations()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_recommendations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  movie text := current_setting('changes.recommendations', true);
  recommended text;
begin
  if movie <> '' and movie is distinct from current_setting('changes.fresh', true) then
    recommended := coalesce(recommended_by(movie::uuid), '{}');
    if recommended <> current_setting('changes.recommended', true) then
      perform note_title(movie::uuid, change_bit('recommendations')), set_config('changes.recommended', recommended, true);
    end if;
  end if;
  return null;
end $function$;
