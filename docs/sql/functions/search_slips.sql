-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_slips(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  with split as (select left(word, i) as l, substr(word, i + 1) as r from generate_series(0, length(word)) i),
    letters as (select substr('abcdefghijklmnopqrstuvwxyz0123456789', i, 1) as c from generate_series(1, 36) i)
  select array_agg(distinct slip) from (
    select l || substr(r, 2) as slip from split where r <> ''
    union all select l || substr(r, 2, 1) || left(r, 1) || substr(r, 3) from split where length(r) > 1
    union all select l || c || substr(r, 2) from split, letters where r <> ''
    union all select l || c || r from split, letters
  ) x where slip <> word $function$;
