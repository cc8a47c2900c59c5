-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_is_relayed()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from search_index where relayed_at > now() - interval '7 days') $function$;
