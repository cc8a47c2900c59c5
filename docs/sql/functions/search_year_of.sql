-- Calls: search_key.sql, search_numerals.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_year_of(fold_of_query text)
 RETURNS TABLE(base text, base_num text, y integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select search_key(left(fold_of_query, -5)), search_key(search_numerals(left(fold_of_query, -5))), year::int
  from substring(fold_of_query from '^.+ ((?:18[7-9]|19[0-9]|20[0-9])[0-9])$') year where year is not null $function$;
