-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.recommended_by(movie uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(external_id order by rank)::text
  from (
    select external_id, min(position) as rank from recommendations where title_id = movie group by external_id
  ) recommended
  where exists (
    select from titles where provider = 'tmdb' and kind = 'movie' and titles.external_id = recommended.external_id);
$function$;
