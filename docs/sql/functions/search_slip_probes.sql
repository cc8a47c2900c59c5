-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_slip_probes(word text)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(
    select hashtext(left(word, i - 1) || substr(word, i + 1)) from generate_series(1, length(word) + 1) i where length(word) <= 8
    union
    select hashtext(part) from generate_series(greatest(8, length(word) - 1), length(word) + 1) size, lateral (
      values (size || '<' || left(word, size / 2)), (size || '>' || right(word, size - size / 2)),
        (size || '<' || left(word, size / 2 - 1) || substr(word, size / 2 + 1, 1))
    ) half(part)) $function$;
