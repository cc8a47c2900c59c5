-- Calls: search_numeral.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_spelled_numerals(fold text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select string_agg(case when i = 1 and w ~ '^[ivx]+$' then w else public.search_numeral(w) end, ' ' order by i)
  from unnest(string_to_array(fold, ' ')) with ordinality u(w, i) $function$;
