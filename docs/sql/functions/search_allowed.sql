-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_allowed(kind smallint, year smallint, adult boolean, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (kinds is null or kind = any(kinds)) and (in_year is null or year = in_year) and (adult_ok or not adult) $function$;
