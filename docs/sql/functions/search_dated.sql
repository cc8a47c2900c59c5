-- Calls: search_allowed.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_dated(base text, base_num text, y integer, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 20
AS $function$
  (select s.ctid from search_name s where s.key in (base, base_num) and s.year between y - 1 and y + 1
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  union all
  (select x.rid from (
    select s.ctid as rid, s.prom from search_name s where s.key > base and s.key < base || chr(1114111)
      and s.year between y - 1 and y + 1 and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 2000
  ) x order by x.prom desc limit 50) $function$;
