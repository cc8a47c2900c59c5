-- Calls: search_dated.sql, search_exact.sql, search_famous_words.sql, search_finished_query.sql, search_key.sql, search_known_prefix.sql, search_known_words.sql, search_misspelt.sql, search_numerals.sql, search_other_prefix.sql, search_other_typed.sql, search_other_words.sql, search_query_words.sql, search_words_query.sql, search_year_of.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_candidates(fold_of_query text, hasty boolean, kinds smallint[], in_year integer, adult_ok boolean)
 RETURNS TABLE(rid tid, how text)
 LANGUAGE plpgsql
 STABLE ROWS 400
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET "pg_trgm.similarity_threshold" TO '0.3'
AS $function$
declare
  base text := search_key(fold_of_query); base_num text := search_key(search_numerals(fold_of_query));
  dated record; words text[]; typed tsquery; exact int; known int; found int;
begin
  if fold_of_query = '' then return; end if;
  return query select s.rid, 'exact' from search_exact(array[base, base_num], kinds, in_year, adult_ok) s;
  get diagnostics exact = row_count;
  for dated in select * from search_year_of(fold_of_query) loop
    return query select s.rid, 'year' from search_dated(dated.base, dated.base_num, dated.y, kinds, in_year, adult_ok) s;
  end loop;
  return query select s.rid, 'prefix' from search_known_prefix(base, kinds, in_year, adult_ok) s;
  get diagnostics known = row_count;
  if known < 100 then
    return query select s.rid, 'prefix' from search_other_prefix(base, kinds, in_year, adult_ok) s;
  end if;
  words := search_query_words(fold_of_query);
  if hasty or words = '{}' then return; end if;
  -- Where a hundred known names begin with so few letters, the words that do are countless.
  typed := case when known >= 100 and words[cardinality(words)] ~ '^[a-z0-9]{1,3}$' or words[1] ~ '^[a-z0-9]{1,2}$' and cardinality(words) = 1 then search_finished_query(words)
    else search_words_query(words) end;
  return query select s.rid, 'words' from search_famous_words(typed, 100, kinds, in_year, adult_ok) s;
  get diagnostics found = row_count;
  if found < 100 then
    return query select s.rid, 'words' from search_known_words(typed, 200, kinds, in_year, adult_ok) s;
    get diagnostics found = row_count;
  end if;
  if found < 100 then
    return query select s.rid, 'words' from search_other_words(search_other_typed(typed, words), 1000, 200, kinds, in_year, adult_ok) s;
  end if;
  if exact > 0 then return; end if;
  return query select * from search_misspelt(fold_of_query, words, known + found, kinds, in_year, adult_ok);
end $function$;
