-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_slip_parts(word text)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when length(word) <= 7
    then array(select distinct hashtext(left(word, i - 1) || substr(word, i + 1)) from generate_series(1, length(word) + 1) i)
    else array[
      hashtext(length(word) || '<' || left(word, length(word) / 2)), hashtext(length(word) || '>' || substr(word, length(word) / 2 + 1))
    ] end $function$;
