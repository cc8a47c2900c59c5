-- Steps that read the best known names first and stop when they have enough, instead of sorting all that match.
-- The famous part: some 1 % of the names.
create index concurrently search_name_famous_tokens on search_name using gin (tokens) with (fastupdate = off) where prom >= 0.45;
--> statement-breakpoint
-- Known names by their first letters, best known first.
create index concurrently search_name_first1 on search_name (left(key, 1), prom desc) where prom >= 0.25;
--> statement-breakpoint
create index concurrently search_name_first2 on search_name (left(key, 2), prom desc) where prom >= 0.25;
--> statement-breakpoint
create index concurrently search_name_first3 on search_name (left(key, 3), prom desc) where prom >= 0.25;
--> statement-breakpoint
create index concurrently search_name_first4 on search_name (left(key, 4), prom desc) where prom >= 0.25;
--> statement-breakpoint
-- The name is the text, but for articles, spaces and how its numbers are written: the best known 200 of each key, and 100 by number.
create or replace function search_exact(keys text[], kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 20 as $$
  select found.rid from (select distinct k from unnest(keys) k) wanted cross join lateral (
    (select s.ctid as rid from search_name s where s.key = wanted.k
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 200)
    union all
    (select s.ctid from search_name s where s.num_key = wanted.k
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  ) found $$;
--> statement-breakpoint
-- Names that begin with the text: the 100 best known. Up to four letters an index has them in this order.
create or replace function search_known_prefix(base text, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 50 as $$
  (select s.ctid from search_name s where length(base) = 1 and s.prom >= 0.25 and left(s.key, 1) = base
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  union all
  (select s.ctid from search_name s where length(base) = 2 and s.prom >= 0.25 and left(s.key, 2) = base
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  union all
  (select s.ctid from search_name s where length(base) = 3 and s.prom >= 0.25 and left(s.key, 3) = base
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  union all
  (select s.ctid from search_name s where length(base) = 4 and s.prom >= 0.25 and left(s.key, 4) = base
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  union all
  (select s.ctid from search_name s where length(base) > 4 and s.prom >= 0.25 and s.key > base and s.key < base || chr(1114111)
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100) $$;
--> statement-breakpoint
create or replace function search_other_prefix(base text, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 50 as $$
  select x.rid from (
    select s.ctid as rid, s.prom from search_name s where s.prom < 0.25 and s.key > base and s.key < base || chr(1114111)
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 1000
  ) x order by x.prom desc limit 100 $$;
--> statement-breakpoint
-- Names that hold all words, in any order: the famous part has most answers, and few names even for a common word.
create function search_famous_words(query tsquery, most int, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, fold text) language sql stable parallel safe rows 50 as $$
  select s.ctid, s.fold from search_name s where s.prom >= 0.45 and s.tokens @@ query
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit most $$;
--> statement-breakpoint
drop function search_known_words;
--> statement-breakpoint
create function search_known_words(query tsquery, most int, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, fold text) language sql stable parallel safe rows 50 as $$
  select s.ctid, s.fold from search_name s where s.prom >= 0.25 and s.tokens @@ query
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit most $$;
--> statement-breakpoint
-- All the words as typed, but the last one finished.
create function search_finished_query(words text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg('(' || quote_literal(word)
    || case when search_numeral(word) <> word then '|' || quote_literal(search_numeral(word)) else '' end || ')', '&')::tsquery
  from unnest(words) word $$;
--> statement-breakpoint
-- The words of little-known names: a last word of up to three letters is too common as the beginning of another.
create function search_other_typed(typed tsquery, words text[]) returns tsquery language sql immutable parallel safe as $$
  select case when words[cardinality(words)] ~ '^[a-z0-9]{1,3}$' then search_finished_query(words) else typed end $$;
--> statement-breakpoint
-- Every step is one index scan with a limit; the dearer ones run only while the cheaper ones found too little. A plan is made once
-- for each connection: each step has one index to choose. Without sorting the planner walks an index that has the order; workers
-- of a parallel plan would take longer to start than a step takes.
create or replace function search_candidates(fold_of_query text, hasty boolean, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, how text) language plpgsql stable rows 400
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off
set max_parallel_workers_per_gather = 0 set pg_trgm.similarity_threshold = 0.3 as $$
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
  typed := search_words_query(words);
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
end $$;
