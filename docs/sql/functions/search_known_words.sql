-- Calls: search_allowed.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_known_words(query tsquery, most integer, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid, fold text)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 50
AS $function$
  select s.ctid, s.fold from search_name s where s.prom >= 0.25 and s.tokens @@ query
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit most $function$;
