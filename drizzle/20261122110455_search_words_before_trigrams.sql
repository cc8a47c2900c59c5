-- For each word the words one slip away, best known first, as alternatives for ::tsquery: 4, 12 or, for little-known
-- names, 40 of them. Words that no search looks for are no alternatives. Numbers and scripts without spaces are taken as typed.
drop function search_meant;
--> statement-breakpoint
create function search_meant(words text[]) returns table (few text[], best text[], more text[]) language sql stable parallel safe as $$
  select array_agg(coalesce(near.few, '') order by place), array_agg(coalesce(near.best, '') order by place),
    array_agg(coalesce(near.more, '') order by place)
  from unnest(words) with ordinality u(word, place) left join lateral (
    select string_agg(also, '') filter (where rank <= 4) as few, string_agg(also, '') filter (where rank <= 12) as best,
      string_agg(also, '') as more
    from (
      select '|' || quote_literal(v.word) as also, row_number() over (order by v.prom desc) as rank from search_word v
      where v.word not in ('the', 'and') and length(u.word) between 4 and 20 and u.word !~ '[0-9\u3040-\u9fff\uac00-\ud7af]'
        and search_slip_parts(v.word) && search_slip_probes(u.word) and search_one_slip(v.word, u.word)
      order by v.prom desc limit 40
    ) n
  ) near on true $$;
--> statement-breakpoint
-- Names with some of the words that are like the text as a whole: 60 rows of 3,000 about as long.
create or replace function search_known_partly(query tsquery, fold_of_query text, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, alike real) language sql stable parallel safe rows 20 as $$
  select * from (
    select s.ctid, similarity(s.fold, fold_of_query) as alike from search_name s
    where s.prom >= 0.25 and s.tokens @@ query and abs(length(s.fold) - length(fold_of_query)) <= 4
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 3000
  ) x where x.alike >= 0.3 order by x.alike desc limit 60 $$;
--> statement-breakpoint
-- The same among famous names, which are few.
create function search_famous_partly(query tsquery, fold_of_query text, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, alike real) language sql stable parallel safe rows 20 as $$
  select * from (
    select s.ctid, similarity(s.fold, fold_of_query) as alike from search_name s
    where s.prom >= 0.45 and s.tokens @@ query and abs(length(s.fold) - length(fold_of_query)) <= 4
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 5000
  ) x where x.alike >= 0.3 order by x.alike desc limit 60 $$;
--> statement-breakpoint
-- The same among little-known names, 1,000 of them.
create or replace function search_other_partly(query tsquery, fold_of_query text, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid) language sql stable parallel safe rows 20 as $$
  select y.rid from (
    select x.rid, similarity(x.fold, fold_of_query) as alike from (
      select s.ctid as rid, s.fold from search_name s where s.prom < 0.25 and s.tokens @@ query
        and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 1000
    ) x where abs(length(x.fold) - length(fold_of_query)) <= 2
  ) y where y.alike >= 0.5 order by y.alike desc limit 60 $$;
--> statement-breakpoint
-- Names like the text as a whole: known ones that share words with it, and only if none is alike, by trigrams: the famous ones, and
-- for a single word all known ones above a higher threshold. "the" is in too many names to tell them apart.
create or replace function search_alike(partly tsquery, fold_of_query text, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, alike real) language plpgsql stable rows 100 as $$
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
end $$;
--> statement-breakpoint
-- Names that the text means if it has slips; `known` is how many known names match as typed.
create or replace function search_misspelt(fold_of_query text, words text[], known int, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, how text) language plpgsql stable rows 100 as $$
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
end $$;
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
end $$;
