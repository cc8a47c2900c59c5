-- Trigger: movies_hidden BEFORE INSERT OR UPDATE ON public.movies FOR EACH ROW WHEN (((new.removed_at IS NULL) = (new.adult IS NULL))) EXECUTE FUNCTION hide_removed()
-- Trigger: people_hidden BEFORE INSERT OR UPDATE ON public.people FOR EACH ROW WHEN (((new.removed_at IS NULL) = (new.adult IS NULL))) EXECUTE FUNCTION hide_removed()
-- Trigger: series_hidden BEFORE INSERT OR UPDATE ON public.series FOR EACH ROW WHEN (((new.removed_at IS NULL) = (new.adult IS NULL))) EXECUTE FUNCTION hide_removed()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.hide_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.removed_at is null then
    new.adult := coalesce(new.removed_adult, false);
    new.removed_adult := null;
  else
    new.removed_adult := new.adult;
    new.adult := null;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - '{updated_at,year}'::text[] = to_jsonb(old) - '{updated_at,year}'::text[] then
    return null;
  end if;
  return new;
end $function$;
