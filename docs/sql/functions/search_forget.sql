-- Trigger: search_forget AFTER DELETE ON public.collections FOR EACH ROW EXECUTE FUNCTION search_forget()
-- Trigger: search_forget AFTER DELETE ON public.companies FOR EACH ROW EXECUTE FUNCTION search_forget()
-- Trigger: search_forget AFTER DELETE ON public.keywords FOR EACH ROW EXECUTE FUNCTION search_forget()
-- Trigger: search_forget AFTER DELETE ON public.movies FOR EACH ROW EXECUTE FUNCTION search_forget()
-- Trigger: search_forget AFTER DELETE ON public.people FOR EACH ROW EXECUTE FUNCTION search_forget()
-- Trigger: search_forget AFTER DELETE ON public.series FOR EACH ROW EXECUTE FUNCTION search_forget()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_forget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_name where entity_id = old.id;
  return null;
end $function$;
