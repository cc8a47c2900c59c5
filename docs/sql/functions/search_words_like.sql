-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_words_like(word text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select string_agg(quote_literal(near.word), '|')::tsquery from (
    select v.word from search_word v where v.word % $1 order by similarity(v.word, $1) desc, v.prom desc limit 12
  ) near $function$;
