-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_stands(s search_name, w search_wanted)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (s.kind, s.name_type, s.adult, s.name) = (w.kind, w.name_type, w.adult, w.name)
    and s.year is not distinct from w.year and abs(s.prom - w.prom) < 0.01 $function$;
