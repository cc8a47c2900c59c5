-- Calls: search_allowed.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_famous_partly(query tsquery, fold_of_query text, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid, alike real)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 20
AS $function$
  select * from (
    select s.ctid, similarity(s.fold, fold_of_query) as alike from search_name s
    where s.prom >= 0.45 and s.tokens @@ query and abs(length(s.fold) - length(fold_of_query)) <= 4
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 5000
  ) x where x.alike >= 0.3 order by x.alike desc limit 60 $function$;
