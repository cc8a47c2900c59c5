-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_person_prominence(popularity double precision)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (0.72 * least(1, ln(1 + greatest(0, coalesce(popularity, 0))) / ln(68::float8)))::real $function$;
