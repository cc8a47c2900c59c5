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
--> statement-breakpoint
-- A refresh compares first and writes only what differs, and each new name is folded once.
--
-- As before, but a name of plain letters and digits, as most are, needs no look at its characters.
create or replace function search_fold(t text) returns text language sql immutable parallel safe as $$
  select case when t ~ '^[A-Za-z0-9]+( [A-Za-z0-9]+)*$' then lower(t collate pg_catalog.pg_c_utf8)
    else coalesce(nullif(btrim(regexp_replace(replace(regexp_replace(translate(
        lower(public.unaccent('public.unaccent'::regdictionary, normalize(t, NFKC)) collate pg_catalog.pg_c_utf8), 'ς', 'σ'),
        '[''’‘`´ʻʼ]', '', 'g'), '&', ' and '), '[^[:alnum:]\u0900-\u0eff]+', ' ', 'g')), ''),
      btrim(lower(t collate pg_catalog.pg_c_utf8))) end $$;
--> statement-breakpoint
drop trigger search_name_folded on search_name;
--> statement-breakpoint
-- The columns made from the name; search_refresh has folded it already and brings them.
create trigger search_name_folded before insert on search_name for each row when (new.fold is null) execute function search_name_folded();
--> statement-breakpoint
create trigger search_name_refolded before update of name, fold, key, num_key, tokens on search_name for each row
  when ((old.name, old.fold, old.key, old.num_key, old.tokens) is distinct from (new.name, new.fold, new.key, new.num_key, new.tokens))
  execute function search_name_folded();
--> statement-breakpoint
-- The names that the catalog has for these entities: of names that fold alike the best, at most 100 for each entity. A stored name
-- is not folded again: that is the dear part.
create function search_wanted(ids uuid[]) returns setof search_wanted language sql stable as $$
  select distinct on (n.entity_id, n.fold) n.* from (
    select c.*, coalesce(
      (select s.fold from search_name s where s.entity_id = c.entity_id and s.name = c.name limit 1), search_fold(c.name)) as fold
    from (
      select distinct on (o.entity_id, o.name) o.entity_id, o.kind, o.name_type, o.year, o.prom, o.popularity, o.adult, o.name
      from (
        select entity_id, kind, name_type, year, prom, popularity, adult, left(name, 300) as name,
          row_number() over (partition by entity_id order by name_type, name) as place
        from search_source where entity_id = any(ids) and name <> ''
      ) o where o.place <= 100 order by o.entity_id, o.name, o.name_type
    ) c
  ) n where n.fold <> '' order by n.entity_id, n.fold, n.name_type, n.name $$;
--> statement-breakpoint
-- Remembers the words of names, each with the prominence of the best known that has it. A common word is locked only when somebody
-- better known comes to use it.
create function search_learn(words text[], proms real[]) returns void language sql as $$
  insert into search_word as v (word, prom)
  select u.word, u.prom from unnest(words, proms) u(word, prom)
  where not exists (select from search_word known where known.word = u.word and known.prom > u.prom - 0.01)
  order by u.word
  on conflict (word) do update set prom = excluded.prom where v.prom < excluded.prom $$;
--> statement-breakpoint
-- Makes the names of these entities, of whatever kind, those of the catalog; returns how many rows it wrote. To be called last in
-- the transaction that wrote the entities: rows are locked in key order and words after them, so that two transactions that
-- share companies or words never wait for each other in a circle. What stands already is neither written nor locked.
create or replace function search_refresh(ids uuid[]) returns integer language plpgsql as $$
declare
  changed search_wanted[]; gone uuid[]; gone_folds text[]; words text[]; proms real[]; count integer; written integer := 0;
begin
  with compared as (
    select w, s.entity_id, s.fold from search_wanted(ids) w full join (
      select * from search_name where entity_id = any(ids)
    ) s on s.entity_id = w.entity_id and s.fold = w.fold
    where (s.entity_id is null or w.entity_id is null or not search_stands(s, w) or s.popularity is distinct from w.popularity)
  )
  select array_agg(w) filter (where (w).entity_id is not null), array_agg(entity_id) filter (where (w).entity_id is null),
    array_agg(fold) filter (where (w).entity_id is null)
  into changed, gone, gone_folds from compared;
  if changed is null and gone is null then return 0; end if;

  perform from search_name s where (s.entity_id, s.fold) in (
    select c.entity_id, c.fold from unnest(changed) c union all select * from unnest(gone, gone_folds))
  order by s.entity_id, s.fold for update;

  if gone is not null then
    delete from search_name s using unnest(gone, gone_folds) g(entity_id, fold) where s.entity_id = g.entity_id and s.fold = g.fold;
    get diagnostics count = row_count; written := written + count;
  end if;

  update search_name s set popularity = w.popularity
  from unnest(changed) w
  where w.entity_id = s.entity_id and w.fold = s.fold and search_stands(s, w) and w.popularity is distinct from s.popularity;
  get diagnostics count = row_count; written := written + count;

  with put as (
    insert into search_name (entity_id, kind, name_type, year, prom, popularity, adult, name, fold, key, num_key, tokens)
    select w.entity_id, w.kind, w.name_type, w.year, w.prom, w.popularity, w.adult, w.name,
      w.fold, search_key(w.fold), nullif(search_key(search_numerals(w.fold)), search_key(w.fold)), search_lexemes(w.fold)
    from unnest(changed) w
    where not exists (
      select from search_name s where s.entity_id = w.entity_id and s.fold = w.fold and search_stands(s, w))
    order by w.entity_id, w.fold
    on conflict (entity_id, fold) do update set kind = excluded.kind, name_type = excluded.name_type, year = excluded.year,
      prom = excluded.prom, popularity = excluded.popularity, adult = excluded.adult, name = excluded.name
    returning prom, tokens
  ), said as (
    select word, max(prom) as prom from put, unnest(tsvector_to_array(tokens)) word
    where length(word) between 3 and 30 group by word
  )
  select (select count(*) from put), array_agg(word order by word), array_agg(prom order by word) into count, words, proms from said;
  if words is not null then perform search_learn(words, proms); end if;
  return written + count;
end $$;
--> statement-breakpoint
-- A plan made while the tables were empty would read them whole, and a session keeps it.
alter function search_refresh(uuid[]) set enable_seqscan = off;
--> statement-breakpoint
-- For each word the words one slip away, best known first, as alternatives for ::tsquery: 4, 12 or, for little-known
-- names, 40 of them. Words that no search looks for are no alternatives. Numbers and scripts without spaces are taken as typed.
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
