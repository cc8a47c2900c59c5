-- Calls: search_refresh.sql
-- Trigger: search_removed AFTER UPDATE OF removed_at ON public.collections FOR EACH ROW WHEN (((old.removed_at IS NULL) <> (new.removed_at IS NULL))) EXECUTE FUNCTION search_removed()
-- Trigger: search_removed AFTER UPDATE OF removed_at ON public.movies FOR EACH ROW WHEN (((old.removed_at IS NULL) <> (new.removed_at IS NULL))) EXECUTE FUNCTION search_removed()
-- Trigger: search_removed AFTER UPDATE OF removed_at ON public.people FOR EACH ROW WHEN (((old.removed_at IS NULL) <> (new.removed_at IS NULL))) EXECUTE FUNCTION search_removed()
-- Trigger: search_removed AFTER UPDATE OF removed_at ON public.series FOR EACH ROW WHEN (((old.removed_at IS NULL) <> (new.removed_at IS NULL))) EXECUTE FUNCTION search_removed()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_refresh(array[new.id]);
  return null;
end $function$;
