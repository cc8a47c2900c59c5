-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_key(fold text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select left(replace(regexp_replace(fold, '^(the|a|an) (?=.)', ''), ' ', ''), 120) $function$;
