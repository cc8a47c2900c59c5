-- Calls: search_numerals.sql, search_tokens.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_lexemes(fold text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_to_tsvector(case
    when fold ~ '[\u3040-\u9fff\uac00-\ud7af]|[^ ]{61}' then public.search_tokens(fold)
    else string_to_array(fold, ' ') || string_to_array(public.search_numerals(fold), ' ') end) $function$;
