-- Calls: search_key.sql, search_known_like.sql, search_known_words.sql, search_likeness.sql, search_other_like.sql, search_other_words.sql, search_slip.sql, search_slips_query.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_misspelt(fold_of_query text, words text[], known integer, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid, how text)
 LANGUAGE plpgsql
 STABLE ROWS 100
AS $function$
declare
  base text := search_key(fold_of_query); near tsquery; slips int := 0; found int; alike boolean := false; hit record;
begin
  if length(base) < 3 then return; end if;
  if length(base) <= 40 and base ~ '[a-z]' then
    return query select s.rid, 'slip' from search_slip(base, kinds, in_year, adult_ok) s;
    get diagnostics slips = row_count;
  end if;
  if length(base) < 4 then return; end if;
  if cardinality(words) <= 6 then
    near := search_slips_query(words);
    return query select s.rid, 'slips' from search_known_words(near, 100, kinds, in_year, adult_ok) s;
    get diagnostics found = row_count;
    if found < 20 then
      return query select s.rid, 'slips' from search_other_words(near, 2000, 100, kinds, in_year, adult_ok) s;
    end if;
  end if;
  if slips > 0 or known >= 10 or length(fold_of_query) < 5 then return; end if;
  fold_of_query := left(fold_of_query, 60);
  perform set_config('pg_trgm.similarity_threshold', search_likeness(fold_of_query, 0.3), true);
  for hit in select s.rid, s.alike from search_known_like(fold_of_query, kinds, in_year, adult_ok) s loop
    rid := hit.rid; how := 'like'; alike := alike or hit.alike >= 0.5;
    return next;
  end loop;
  if alike or known > 0 then return; end if;
  perform set_config('pg_trgm.similarity_threshold', search_likeness(fold_of_query, 0.4), true);
  return query select s.rid, 'like' from search_other_like(fold_of_query, kinds, in_year, adult_ok) s;
end $function$;
