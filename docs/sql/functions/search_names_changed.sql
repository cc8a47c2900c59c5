-- Calls: search_is_relayed.sql, search_mark.sql
-- Trigger: search_names_changed AFTER UPDATE ON public.search_name REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_names_changed()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_names_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if search_is_relayed() and exists (select from fresh) then
    perform search_mark(array_agg(x.kind), array_agg(x.entity_id)) from (
      select f.kind, f.entity_id from fresh f join gone g on g.entity_id = f.entity_id and g.fold = f.fold
      where (f.kind, f.name_type, f.year, f.prom, f.adult, f.name) is distinct from
        (g.kind, g.name_type, g.year, g.prom, g.adult, g.name)
    ) x having count(*) > 0;
  end if;
  return null;
end $function$;
