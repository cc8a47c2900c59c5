-- Calls: search_allowed.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_exact(keys text[], kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 20
AS $function$
  select found.rid from (select distinct k from unnest(keys) k) wanted cross join lateral (
    (select s.ctid as rid from search_name s where s.key = wanted.k
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 200)
    union all
    (select s.ctid from search_name s where s.num_key = wanted.k
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  ) found $function$;
