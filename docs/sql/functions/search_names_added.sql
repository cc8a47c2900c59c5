-- Calls: search_is_relayed.sql, search_mark.sql
-- Trigger: search_names_added AFTER INSERT ON public.search_name REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_names_added()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_names_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if search_is_relayed() and exists (select from fresh) then
    perform search_mark(array_agg(f.kind), array_agg(f.entity_id)) from fresh f;
  end if;
  return null;
end $function$;
