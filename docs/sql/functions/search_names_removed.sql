-- Calls: search_is_relayed.sql, search_mark.sql
-- Trigger: search_names_removed AFTER DELETE ON public.search_name REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_names_removed()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_names_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if search_is_relayed() and exists (select from gone) then
    perform search_mark(array_agg(g.kind), array_agg(g.entity_id)) from gone g;
  end if;
  return null;
end $function$;
