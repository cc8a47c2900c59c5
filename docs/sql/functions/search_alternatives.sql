-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_alternatives(words text[], others text[], unfinished boolean)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_agg('(' || quote_literal(word)
    || case when unfinished and place = cardinality(words) and (length(word) > 2 or word !~ '^[a-z0-9]') then ':*' else '' end
    || others[place] || ')' order by place)
  from unnest(words) with ordinality u(word, place) $function$;
