-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_swapped(a text, b text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select exists (select from generate_series(1, length(a) - 1) i where overlay(a placing reverse(substr(a, i, 2)) from i) = b) $function$;
