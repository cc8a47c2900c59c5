-- Calls: search_swapped.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_one_slip(a text, b text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select levenshtein_less_equal(a, b, 1) <= 1
    or length(a) = length(b) and levenshtein_less_equal(a, b, 2) = 2 and search_swapped(a, b) $function$;
