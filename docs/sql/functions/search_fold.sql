-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_fold(t text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when t ~ '^[A-Za-z0-9]+( [A-Za-z0-9]+)*$' then lower(t collate pg_catalog.pg_c_utf8)
    else coalesce(nullif(btrim(regexp_replace(replace(regexp_replace(translate(
        lower(public.unaccent('public.unaccent'::regdictionary, normalize(t, NFKC)) collate pg_catalog.pg_c_utf8), 'ς', 'σ'),
        '[''’‘`´ʻʼ]', '', 'g'), '&', ' and '), '[^[:alnum:]\u0900-\u0eff]+', ' ', 'g')), ''),
      btrim(lower(t collate pg_catalog.pg_c_utf8))) end $function$;
