-- Calls: search_spelled_numerals.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_numerals(fold text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when fold ~ '(^| )(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)( |$)| [ivx]+( |$)'
      then public.search_spelled_numerals(fold)
    else fold end $function$;
