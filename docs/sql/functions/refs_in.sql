-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.refs_in(ids jsonb)
 RETURNS TABLE(source external_source, value text)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select named.source, case when named.source in ('imdb', 'tvdb', 'wikidata') then given.value else lower(given.value) end
  from unnest('{imdb,tvdb,wikidata,facebook,instagram,twitter,tiktok,youtube}'::external_source[]) named (source)
  cross join lateral (select ids ->> named.source::text) given (value)
  where given.value ~ '^[A-Za-z0-9._-]{1,100}$' $function$;
