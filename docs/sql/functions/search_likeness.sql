-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_likeness(fold_of_query text, least_of_all double precision)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select greatest(least_of_all, least(0.65, (size - 7) / (size + 7)))::text
  from (select length(replace(fold_of_query, ' ', '')) + cardinality(string_to_array(fold_of_query, ' '))::float8 as size) x $function$;
