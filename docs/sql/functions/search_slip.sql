-- Calls: search_allowed.sql, search_slips.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_slip(base text, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 20
AS $function$
  select s.ctid from search_name s where s.key = any(search_slips(base))
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100 $function$;
