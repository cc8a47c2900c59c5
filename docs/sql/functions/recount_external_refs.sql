-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.recount_external_refs()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table titles, movies, series, seasons, episodes, people, collections, companies, keywords in share row exclusive mode;
  delete from external_refs;
  insert into external_refs select source, value, kind, entity_id from external_refs_now;
end $function$;
