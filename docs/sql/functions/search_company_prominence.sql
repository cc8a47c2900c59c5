-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_company_prominence(votes bigint)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select least(1, 0.6 * ln(1 + greatest(0, coalesce(votes, 0)) / 20.0::float8) / ln(40001::float8))::real $function$;
