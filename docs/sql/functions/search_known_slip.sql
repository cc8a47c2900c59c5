-- Calls: search_allowed.sql, search_one_slip.sql, search_slip_parts.sql, search_slip_probes.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_known_slip(base text, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 20
AS $function$
  select s.ctid from search_name s
  where s.prom >= 0.25 and search_slip_parts(s.key) && search_slip_probes(base) and search_one_slip(s.key, base)
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100 $function$;
