-- Calls: search_alike.sql, search_all_but_one.sql, search_alternatives.sql, search_key.sql, search_known_slip.sql, search_meant.sql, search_other_misspelt.sql, search_other_words.sql, search_word_slips.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_misspelt(fold_of_query text, words text[], known integer, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid, how text)
 LANGUAGE plpgsql
 STABLE ROWS 100
AS $function$
declare
  base text := search_key(fold_of_query); meant record; near text[]; more tsquery; partly tsquery; slips int := 0; found int := 0; alike boolean := false; hit record;
begin
  if length(base) < 3 then return; end if;
  if length(base) <= 40 and base !~ '^[0-9]+$|[\u3040-\u9fff\uac00-\ud7af]' then
    return query select s.rid, 'slip' from search_known_slip(base, kinds, in_year, adult_ok) s;
    get diagnostics slips = row_count;
  end if;
  if length(base) < 4 then return; end if;
  if cardinality(words) <= 6 then
    select * into meant from search_meant(words);
    near := search_alternatives(words, meant.best, true);
    for hit in select s.rid, s.alike from search_word_slips(array_to_string(near, '&')::tsquery, fold_of_query, known, kinds, in_year, adult_ok) s loop
      rid := hit.rid; how := 'slips'; alike := alike or hit.alike; found := found + 1;
      return next;
    end loop;
    if found < 20 and known = 0 then
      more := array_to_string(search_alternatives(words, meant.more, false), '&')::tsquery;
      for hit in select s.rid, similarity(n.fold, fold_of_query) >= 0.6 as alike
        from search_other_words(more, 1000, 100, kinds, in_year, adult_ok) s join search_name n on n.ctid = s.rid
      loop
        rid := hit.rid; how := 'slips'; alike := alike or hit.alike;
        return next;
      end loop;
    end if;
    if cardinality(words) > 1 then partly := search_all_but_one(search_alternatives(words, meant.few, false)); end if;
  else
    partly := search_all_but_one(search_alternatives(words, array_fill(''::text, array[cardinality(words)]), false));
  end if;
  if slips > 0 or alike or known >= 10 or length(fold_of_query) < 5 or length(array_to_string(words, '')) < 4 then return; end if;
  fold_of_query := left(fold_of_query, 60);
  for hit in select s.rid, s.alike from search_alike(partly, fold_of_query, kinds, in_year, adult_ok) s loop
    rid := hit.rid; how := 'like'; alike := alike or hit.alike >= 0.5;
    return next;
  end loop;
  if alike then return; end if;
  return query select * from search_other_misspelt(fold_of_query, words, partly, known, kinds, in_year, adult_ok);
end $function$;
