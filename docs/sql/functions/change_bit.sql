-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.change_bit(of_group text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 1 << (array_position(array['names', 'dates', 'facts', 'audience', 'external_ids', 'genres', 'keywords', 'companies',
    'collection', 'credits', 'artwork', 'videos', 'release_dates', 'offerings', 'recommendations', 'translations', 'seasons',
    'members', 'ranking', 'lifecycle'], of_group) - 1);
$function$;
