-- Calls: search_slips.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_slips_query(words text[])
 RETURNS tsquery
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select string_agg('('
    || quote_literal(word) || case when place = cardinality(words) then ':*' else '' end || coalesce(meant.others, '')
    || ')', '&')::tsquery
  from unnest(words) with ordinality u(word, place) left join lateral (
    select string_agg('|' || quote_literal(near.word), '') as others from (
      select v.word from search_word v
      where length(u.word) between 4 and 20 and u.word ~ '^[a-z]+$' and v.word = any(search_slips(u.word))
      order by v.prom desc limit 12
    ) near
  ) meant on true $function$;
