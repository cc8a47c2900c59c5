-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_query_words(fold_of_query text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg(word order by place), '{}') from (
    select left(word, 60) as word, max(place) as place from unnest(string_to_array(fold_of_query, ' ')) with ordinality u(word, place)
    where word collate pg_catalog.pg_c_utf8 ~ '[[:alnum:]\u0900-\u0eff]' and word not in ('the', 'a', 'an', 'and', 'of')
    group by 1 order by 2 limit 12
  ) x $function$;
