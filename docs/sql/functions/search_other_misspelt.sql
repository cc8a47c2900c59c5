-- Calls: search_key.sql, search_other_partly.sql, search_slip.sql, search_words_like.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_other_misspelt(fold_of_query text, words text[], partly tsquery, known integer, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid, how text)
 LANGUAGE plpgsql
 STABLE ROWS 100
AS $function$
declare
  base text := search_key(fold_of_query); slips int;
begin
  if length(base) > 24 or base !~ '[a-z]' then return; end if;
  return query select s.rid, 'slip' from search_slip(base, kinds, in_year, adult_ok) s;
  get diagnostics slips = row_count;
  if slips > 0 or known > 0 then return; end if;
  if partly is null then
    perform set_config('pg_trgm.similarity_threshold', '0.4', true);
    partly := search_words_like(words[1]);
  end if;
  return query select s.rid, 'like' from search_other_partly(partly, fold_of_query, kinds, in_year, adult_ok) s;
end $function$;
