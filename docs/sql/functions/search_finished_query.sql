-- Calls: search_numeral.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_finished_query(words text[])
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select string_agg('(' || quote_literal(word)
    || case when search_numeral(word) <> word then '|' || quote_literal(search_numeral(word)) else '' end || ')', '&')::tsquery
  from unnest(words) word $function$;
