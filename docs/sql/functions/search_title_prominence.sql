-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_title_prominence(votes integer, popularity double precision)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when votes > 0 then least(1, ln(1 + votes::float8) / ln(40001::float8))
    else 0.35 * least(1, ln(1 + greatest(0, coalesce(popularity, 0))) / ln(101::float8)) end::real $function$;
