-- Calls: search_allowed.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_known_prefix(base text, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 50
AS $function$
  (select s.ctid from search_name s where length(base) = 1 and s.prom >= 0.25 and left(s.key, 1) = base
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  union all
  (select s.ctid from search_name s where length(base) = 2 and s.prom >= 0.25 and left(s.key, 2) = base
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  union all
  (select s.ctid from search_name s where length(base) = 3 and s.prom >= 0.25 and left(s.key, 3) = base
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  union all
  (select s.ctid from search_name s where length(base) = 4 and s.prom >= 0.25 and left(s.key, 4) = base
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  union all
  (select s.ctid from search_name s where length(base) > 4 and s.prom >= 0.25 and s.key > base and s.key < base || chr(1114111)
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100) $function$;
