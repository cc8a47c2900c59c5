-- Calls: search_allowed.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_other_prefix(base text, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 50
AS $function$
  select x.rid from (
    select s.ctid as rid, s.prom from search_name s where s.prom < 0.25 and s.key > base and s.key < base || chr(1114111)
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 1000
  ) x order by x.prom desc limit 100 $function$;
