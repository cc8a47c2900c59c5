-- Misspelt names and words are looked up by a part that the slip left whole, instead of by every slip that is possible (1,257 probes
-- for 16 letters). Two hashes for most texts; hashtext keeps its values, as hash indexes and partitions rest on it.
--
-- What a text shares with every text one slip away. Up to seven letters: the text, and what is left without one of its letters. A
-- longer text: each of its halves, with its length.
create function search_slip_parts(word text) returns int[] language sql immutable strict parallel safe as $$
  select case when length(word) <= 7
    then array(select distinct hashtext(left(word, i - 1) || substr(word, i + 1)) from generate_series(1, length(word) + 1) i)
    else array[
      hashtext(length(word) || '<' || left(word, length(word) / 2)), hashtext(length(word) || '>' || substr(word, length(word) / 2 + 1))
    ] end $$;
--> statement-breakpoint
-- The parts by which a text finds those one slip away, which have a letter more, a letter less or as many. The slip is in one
-- half; if it swapped the letters on both sides of the middle, the first half is whole once they are swapped back.
create function search_slip_probes(word text) returns int[] language sql immutable strict parallel safe as $$
  select array(
    select hashtext(left(word, i - 1) || substr(word, i + 1)) from generate_series(1, length(word) + 1) i where length(word) <= 8
    union
    select hashtext(part) from generate_series(greatest(8, length(word) - 1), length(word) + 1) size, lateral (
      values (size || '<' || left(word, size / 2)), (size || '>' || right(word, size - size / 2)),
        (size || '<' || left(word, size / 2 - 1) || substr(word, size / 2 + 1, 1))
    ) half(part)) $$;
--> statement-breakpoint
-- Whether two letters next to each other, swapped, make one text the other.
create function search_swapped(a text, b text) returns boolean language sql immutable parallel safe as $$
  select exists (select from generate_series(1, length(a) - 1) i where overlay(a placing reverse(substr(a, i, 2)) from i) = b) $$;
--> statement-breakpoint
-- Whether a letter dropped, added, replaced or swapped with the next makes one text the other.
create function search_one_slip(a text, b text) returns boolean language sql immutable parallel safe as $$
  select levenshtein_less_equal(a, b, 1) <= 1
    or length(a) = length(b) and levenshtein_less_equal(a, b, 2) = 2 and search_swapped(a, b) $$;
--> statement-breakpoint
create index concurrently search_word_slips on search_word using gin (search_slip_parts(word)) with (fastupdate = off);
--> statement-breakpoint
create index concurrently search_name_known_slips on search_name using gin (search_slip_parts(key)) with (fastupdate = off) where prom >= 0.25;
--> statement-breakpoint
create index concurrently search_name_famous_trgm on search_name using gin (fold gin_trgm_ops) with (fastupdate = off) where prom >= 0.45;
--> statement-breakpoint
create index concurrently search_word_trgm on search_word using gin (word gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
-- Known names one slip away: the best known 100.
create function search_known_slip(base text, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 20 as $$
  select s.ctid from search_name s
  where s.prom >= 0.25 and search_slip_parts(s.key) && search_slip_probes(base) and search_one_slip(s.key, base)
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100 $$;
--> statement-breakpoint
-- For each word the words one slip away, best known first, as alternatives for ::tsquery: 12 of them, and 40 for little-known
-- names. Numbers and scripts without spaces are taken as typed.
create function search_meant(words text[]) returns table (best text[], more text[]) language sql stable parallel safe as $$
  select array_agg(coalesce(near.best, '') order by place), array_agg(coalesce(near.more, '') order by place)
  from unnest(words) with ordinality u(word, place) left join lateral (
    select string_agg('|' || quote_literal(n.word), '') filter (where n.rank <= 12) as best, string_agg('|' || quote_literal(n.word), '') as more
    from (
      select v.word, row_number() over (order by v.prom desc) as rank from search_word v
      where length(u.word) between 4 and 20 and u.word !~ '[0-9\u3040-\u9fff\uac00-\ud7af]'
        and search_slip_parts(v.word) && search_slip_probes(u.word) and search_one_slip(v.word, u.word)
      order by v.prom desc limit 40
    ) n
  ) near on true $$;
--> statement-breakpoint
-- Every word as typed or as an alternative of its own, for ::tsquery; the last one may be unfinished.
create function search_alternatives(words text[], others text[], unfinished boolean) returns text[] language sql immutable parallel safe as $$
  select array_agg('(' || quote_literal(word)
    || case when unfinished and place = cardinality(words) and (length(word) > 2 or word !~ '^[a-z0-9]') then ':*' else '' end
    || others[place] || ')' order by place)
  from unnest(words) with ordinality u(word, place) $$;
--> statement-breakpoint
-- Names that have all words but one.
create function search_all_but_one(alternatives text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg('(' || array_to_string(alternatives[:i - 1] || alternatives[i + 1:], '&') || ')', '|')::tsquery
  from generate_series(1, cardinality(alternatives)) i $$;
--> statement-breakpoint
drop function search_slips_query;
--> statement-breakpoint
-- Names like the text as a whole, by trigrams: 60 rows above pg_trgm.similarity_threshold.
create function search_famous_like(fold_of_query text, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid, alike real)
language sql stable parallel safe rows 20 as $$
  select s.ctid, similarity(s.fold, fold_of_query) from search_name s where s.prom >= 0.45 and s.fold % fold_of_query
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok)
  order by similarity(s.fold, fold_of_query) desc limit 60 $$;
--> statement-breakpoint
-- Names with some of the words that are like the text as a whole: 60 rows of 5,000 about as long.
create function search_known_partly(query tsquery, fold_of_query text, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, alike real) language sql stable parallel safe rows 20 as $$
  select * from (
    select s.ctid, similarity(s.fold, fold_of_query) as alike from search_name s
    where s.prom >= 0.25 and s.tokens @@ query and abs(length(s.fold) - length(fold_of_query)) <= 4
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 5000
  ) x where x.alike >= 0.3 order by x.alike desc limit 60 $$;
--> statement-breakpoint
create function search_other_partly(query tsquery, fold_of_query text, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid) language sql stable parallel safe rows 20 as $$
  select x.rid from (
    select s.ctid as rid, similarity(s.fold, fold_of_query) as alike from search_name s
    where s.prom < 0.25 and s.tokens @@ query and abs(length(s.fold) - length(fold_of_query)) <= 2
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 2000
  ) x where x.alike >= 0.5 order by x.alike desc limit 60 $$;
--> statement-breakpoint
-- The 12 words most like a word, for ::tsquery; null if there are none.
create function search_words_like(word text) returns tsquery language sql stable parallel safe as $$
  select string_agg(quote_literal(near.word), '|')::tsquery from (
    select v.word from search_word v where v.word % $1 order by similarity(v.word, $1) desc, v.prom desc limit 12
  ) near $$;
--> statement-breakpoint
-- Known names with slips in their words, the famous ones first; `alike` is whether the whole is like the text.
create function search_word_slips(near tsquery, fold_of_query text, known int, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, alike boolean) language plpgsql stable rows 100 as $$
declare
  famous int;
begin
  return query select s.rid, similarity(s.fold, fold_of_query) >= 0.5 from search_famous_words(near, 100, kinds, in_year, adult_ok) s;
  get diagnostics famous = row_count;
  if famous >= 50 or known >= 100 then return; end if;
  return query select s.rid, similarity(s.fold, fold_of_query) >= 0.5 from search_known_words(near, 100, kinds, in_year, adult_ok) s;
end $$;
--> statement-breakpoint
-- Names like the text as a whole: the famous ones, by trigrams, then all known ones: by the words they share with it, or a single
-- word by trigrams above a higher threshold, which makes the index far cheaper. "the" is in too many names to tell them apart.
create function search_alike(partly tsquery, fold_of_query text, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, alike real) language plpgsql stable rows 100 as $$
declare
  least_of_all float8 := case when fold_of_query ~ '(^| )the( |$)' then 0.4 else 0.3 end; enough boolean := false; hit record;
begin
  perform set_config('pg_trgm.similarity_threshold', search_likeness(fold_of_query, least_of_all), true);
  for hit in select * from search_famous_like(fold_of_query, kinds, in_year, adult_ok) loop
    rid := hit.rid; alike := hit.alike; enough := enough or hit.alike >= 0.5;
    return next;
  end loop;
  if enough then return; end if;
  if partly is not null then
    return query select * from search_known_partly(partly, fold_of_query, kinds, in_year, adult_ok);
    return;
  end if;
  perform set_config('pg_trgm.similarity_threshold', search_likeness(fold_of_query, least_of_all + 0.1), true);
  return query select * from search_known_like(fold_of_query, kinds, in_year, adult_ok);
end $$;
--> statement-breakpoint
-- The last resort for a text that no known name is like: one slip in a name that is little known, then its words.
create function search_other_misspelt(fold_of_query text, words text[], partly tsquery, known int, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, how text) language plpgsql stable rows 100 as $$
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
end $$;
--> statement-breakpoint
drop function search_misspelt;
--> statement-breakpoint
-- Names that the text means if it has slips; `known` is how many known names match as typed.
create function search_misspelt(fold_of_query text, words text[], known int, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, how text) language plpgsql stable rows 100 as $$
declare
  base text := search_key(fold_of_query); meant record; near text[]; partly tsquery; slips int := 0; found int := 0; alike boolean := false; hit record;
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
    if found < 20 and known < 10 then
      return query select s.rid, 'slips' from search_other_words(
        array_to_string(search_alternatives(words, meant.more, false), '&')::tsquery, 1000, 100, kinds, in_year, adult_ok) s;
    end if;
    if cardinality(words) > 1 then partly := search_all_but_one(near); end if;
  end if;
  if slips > 0 or known >= 10 or length(fold_of_query) < 5 then return; end if;
  fold_of_query := left(fold_of_query, 60);
  for hit in select s.rid, s.alike from search_alike(partly, fold_of_query, kinds, in_year, adult_ok) s loop
    rid := hit.rid; how := 'like'; alike := alike or hit.alike >= 0.5;
    return next;
  end loop;
  if alike then return; end if;
  return query select * from search_other_misspelt(fold_of_query, words, partly, known, kinds, in_year, adult_ok);
end $$;
--> statement-breakpoint
-- As before, but likeness, the dearest part of a score, is computed only where it counts.
create or replace function search_catalog(query text, kinds smallint[], in_year int, adult_ok boolean, page_limit int, page_offset int, hasty boolean)
returns table (entity_id uuid, kind smallint, score float8, total int) language sql stable as $$
with typed as materialized (
  select qf, search_key(qf) as qk, search_key(search_numerals(qf)) as qn, position(' ' in qf) > 0 as many, y.*
  from (select left(search_fold(query), 100) as qf) f left join lateral search_year_of(qf) y on true
), candidate as materialized (
  select s.*, found.hows
  from (
    select rid, array_agg(how) as hows from typed, search_candidates(qf, hasty, kinds, in_year, adult_ok) group by rid
  ) found join search_name s on s.ctid = found.rid
), compared as (
  select c.entity_id, c.kind, c.prom, c.popularity, c.fold, f.qf, f.many,
    (array[1, 0.92, 0.87])[c.name_type + 1] as trust,
    c.fold = f.qf as same, c.key = f.qk as bare,
    coalesce(c.num_key in (f.qk, f.qn), false) or c.key = f.qn as num,
    starts_with(c.key, f.qk) as pre, least(1, length(f.qk)::real / greatest(1, length(c.key))) as cover,
    'words' = any(c.hows) as words, 'slip' = any(c.hows) as slip, 'slips' = any(c.hows) as slips, 'like' = any(c.hows) as alike,
    case when c.hows && '{slips,like}' then similarity(c.fold, f.qf) end as sim, greatest(length(f.qk), length(c.key), 1)::real as len,
    case when c.hows && '{slip,slips,like}' then levenshtein_less_equal(left(f.qk, 80), left(c.key, 80), 4) end as lev,
    case when f.y is null or abs(c.year - f.y) > 1 then null
      when c.key in (f.base, f.base_num) or c.num_key = f.base_num then 0.91 - 0.15 * abs(c.year - f.y)
      when starts_with(c.key, f.base) then 0.68 - 0.15 * abs(c.year - f.y) end as dated
  from candidate c, typed f
), doubt as (  -- when known names match as typed it was hardly a slip
  select 1 - 0.33 * least(1, 2 * coalesce(max(prom) filter (where pre or words), 0)) as factor from compared
), worded as (
  select c.*, same or bare or num as exact, trust * greatest(
    case when same then 1 when bare then 0.96 when num then 0.95 end,
    case when pre then 0.72 + 0.03 * cover + case
      when many and (starts_with(fold, qf) or starts_with(fold, 'the ' || qf) or starts_with(fold, 'a ' || qf)) then 0.14
      else 0 end end,
    case when words then 0.66 + 0.10 * cover + case when length(fold) = length(qf) then 0.12 else 0 end end,
    dated,
    case when slip then factor * (0.62 + 0.06 * (1 - lev / len)) end,
    case when slips then factor * (0.60 + 0.10 * sim) end,
    case when alike then factor * (0.20 + 0.53 * sim) end,
    case when lev <= 4 then factor * (0.10 + 0.765 * (1 - lev / len)) end) as txt
  from compared c, doubt
), ranked as (
  select w.*,
    case when exact or dated >= 0.76 then 0.46 * txt + 0.54 * prom + 0.07 else 0.73 * txt + 0.27 * prom end as raw,
    case when dated >= 0.76 and not bool_or(same and prom > 0.25) over () then 1 + 0.46 * txt + 0.54 * prom
      when exact then 0.46 * trust * (case when bare then 0.97 else 0.95 end + case when same then 0.03 else 0 end) + 0.54 * prom
      end as claim
  from worded w
), entity as (
  select distinct on (entity_id) entity_id, kind, prom, popularity,
    round(case when lead then 0.95 + 0.05 * prom else least(0.9499, raw) end::numeric, 4)::float8 as score
  from (
    select r.*, claim is not null and row_number() over (order by claim desc nulls last, prom desc, entity_id) = 1 as lead
    from ranked r
  ) x order by entity_id, lead desc, raw desc
)
select page.entity_id, page.kind, page.score, counted.total
from (select count(*)::int as total from entity) counted left join lateral (
  select * from entity e order by e.score desc, e.popularity desc nulls last, e.entity_id limit page_limit offset page_offset
) page on true
order by page.score desc, page.popularity desc nulls last, page.entity_id $$
--> statement-breakpoint
-- Little-known names are no longer compared by trigrams.
drop function search_other_like;
--> statement-breakpoint
drop index search_name_trgm;
