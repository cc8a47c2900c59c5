-- Calls: search_numerals.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_tokens(fold text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array_agg(distinct left(w, 60)) from (
    select unnest(string_to_array(fold, ' ')) as w
    union all select unnest(string_to_array(public.search_numerals(fold), ' '))
    union all select substr(r, i, 2)
      from unnest(string_to_array(fold, ' ')) r, generate_series(1, least(length(r), 60) - 1) i
      where r ~ '[\u3040-\u9fff\uac00-\ud7af]'
  ) x where w <> '' $function$;
