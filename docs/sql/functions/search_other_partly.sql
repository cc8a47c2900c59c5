-- Calls: search_allowed.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_other_partly(query tsquery, fold_of_query text, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 20
AS $function$
  select y.rid from (
    select x.rid, similarity(x.fold, fold_of_query) as alike from (
      select s.ctid as rid, s.fold from search_name s where s.prom < 0.25 and s.tokens @@ query
        and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 1000
    ) x where abs(length(x.fold) - length(fold_of_query)) <= 2
  ) y where y.alike >= 0.5 order by y.alike desc limit 60 $function$;
