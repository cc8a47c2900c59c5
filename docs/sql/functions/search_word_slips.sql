-- Calls: search_famous_words.sql, search_known_words.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_word_slips(near tsquery, fold_of_query text, known integer, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid, alike boolean)
 LANGUAGE plpgsql
 STABLE ROWS 100
AS $function$
declare
  famous int;
begin
  return query select s.rid, similarity(s.fold, fold_of_query) >= 0.5 from search_famous_words(near, 100, kinds, in_year, adult_ok) s;
  get diagnostics famous = row_count;
  if famous >= 50 or known >= 100 then return; end if;
  return query select s.rid, similarity(s.fold, fold_of_query) >= 0.5 from search_known_words(near, 100, kinds, in_year, adult_ok) s;
end $function$;
