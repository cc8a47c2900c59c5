-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_value_of(version text, shown text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when shown like '%row.%' then replace(shown, 'row.', version || '.') else format('%s.%I', version, shown) end;
$function$;
