-- Calls: search_is_relayed.sql, search_mark.sql
-- Trigger: search_overview_changed AFTER UPDATE OF overview ON public.collections FOR EACH ROW WHEN ((old.overview IS DISTINCT FROM new.overview)) EXECUTE FUNCTION search_overview_changed('4')
-- Trigger: search_overview_changed AFTER UPDATE OF overview ON public.movies FOR EACH ROW WHEN ((old.overview IS DISTINCT FROM new.overview)) EXECUTE FUNCTION search_overview_changed('1')
-- Trigger: search_overview_changed AFTER UPDATE OF overview ON public.series FOR EACH ROW WHEN ((old.overview IS DISTINCT FROM new.overview)) EXECUTE FUNCTION search_overview_changed('2')
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_overview_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if search_is_relayed() then perform search_mark(array[tg_argv[0]::smallint], array[new.id]); end if;
  return null;
end $function$;
