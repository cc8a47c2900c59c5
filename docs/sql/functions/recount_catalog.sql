-- Calls: forget_positions.sql, recount_counters.sql, recount_external_refs.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.recount_catalog()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform recount_counters();
  perform recount_external_refs();
  perform forget_positions(listed) from unnest(array['movies', 'series', 'people']) listed;
end $function$;
