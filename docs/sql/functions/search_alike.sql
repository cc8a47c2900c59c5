-- Calls: search_famous_like.sql, search_famous_partly.sql, search_known_like.sql, search_known_partly.sql, search_likeness.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_alike(partly tsquery, fold_of_query text, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid, alike real)
 LANGUAGE plpgsql
 STABLE ROWS 100
AS $function$
declare
  least_of_all float8 := case when partly is not null then 0.4 else 0.3 end; enough boolean := false; hit record;
begin
  if partly is not null then
    for hit in select * from search_famous_partly(partly, fold_of_query, kinds, in_year, adult_ok) loop
      rid := hit.rid; alike := hit.alike; enough := enough or hit.alike >= 0.5;
      return next;
    end loop;
    if enough then return; end if;
    for hit in select * from search_known_partly(partly, fold_of_query, kinds, in_year, adult_ok) loop
      rid := hit.rid; alike := hit.alike; enough := enough or hit.alike >= 0.5;
      return next;
    end loop;
    if enough then return; end if;
  end if;
  perform set_config('pg_trgm.similarity_threshold', search_likeness(fold_of_query, least_of_all), true);
  for hit in select * from search_famous_like(fold_of_query, kinds, in_year, adult_ok) loop
    rid := hit.rid; alike := hit.alike; enough := enough or hit.alike >= 0.5;
    return next;
  end loop;
  if enough or partly is not null then return; end if;
  perform set_config('pg_trgm.similarity_threshold', search_likeness(fold_of_query, case when length(fold_of_query) < 8 then 0.5 else 0.4 end), true);
  return query select * from search_known_like(fold_of_query, kinds, in_year, adult_ok);
end $function$;
