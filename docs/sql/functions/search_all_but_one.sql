-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_all_but_one(alternatives text[])
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select string_agg('(' || array_to_string(alternatives[:i - 1] || alternatives[i + 1:], '&') || ')', '|')::tsquery
  from generate_series(1, cardinality(alternatives)) i $function$;
