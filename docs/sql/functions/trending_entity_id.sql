-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.trending_entity_id(of_kind title_kind, of_window trending_window)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ('00000000-0000-0000-0000-00000000000' || case of_kind when 'movie' then 0 else 2 end + case of_window when 'day' then 1 else 2 end)::uuid;
$function$;
