-- Calls: search_allowed.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_famous_like(fold_of_query text, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid, alike real)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 20
AS $function$
  select s.ctid, similarity(s.fold, fold_of_query) from search_name s where s.prom >= 0.45 and s.fold % fold_of_query
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok)
  order by similarity(s.fold, fold_of_query) desc limit 60 $function$;
