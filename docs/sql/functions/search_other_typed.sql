-- Calls: search_finished_query.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_other_typed(typed tsquery, words text[])
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when words[cardinality(words)] ~ '^[a-z0-9]{1,3}$' then search_finished_query(words) else typed end $function$;
