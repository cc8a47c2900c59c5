-- GET /search inside PostgreSQL: one row for each different name of each entity, a few small steps that find candidates, each
-- an index scan with a bound of its own, and one statement that scores them. drizzle cannot express any of it.
create extension if not exists fuzzystrmatch;
--> statement-breakpoint
-- ── Text ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Words as people type them: no case, accents, width or punctuation; a text of symbols alone stays as it is, in lower case.
-- Names are qualified in what columns are generated from, because a restore runs with an empty search_path.
create function search_fold(t text) returns text language sql immutable strict parallel safe as $$
  select case when folded = '' then btrim(lower(t collate pg_catalog.pg_c_utf8)) else folded end
  from (
    select btrim(regexp_replace(replace(regexp_replace(translate(
      lower(public.unaccent('public.unaccent'::regdictionary, normalize(t, NFKC)) collate pg_catalog.pg_c_utf8), 'ς', 'σ'),
      '[''’‘`´ʻʼ]', '', 'g'), '&', ' and '), '[^[:alnum:]\u0900-\u0eff]+', ' ', 'g')) as folded
  ) x $$;
--> statement-breakpoint
-- "The Matrix", "matrix" and "ma trix" share one key.
create function search_key(fold text) returns text language sql immutable strict parallel safe as $$
  select left(replace(regexp_replace(fold, '^(the|a|an) (?=.)', ''), ' ', ''), 120) $$;
--> statement-breakpoint
-- A Roman numeral or a number word as digits; any other word as it is. A lone "i" is a word.
create function search_numeral(word text) returns text language sql immutable strict parallel safe as $$
  select coalesce(
    array_position('{i,ii,iii,iv,v,vi,vii,viii,ix,x,xi,xii,xiii}'::text[], nullif(word, 'i'))::text,
    array_position('{one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen}'::text[], word)::text,
    word) $$;
--> statement-breakpoint
-- A folded text with its numerals as digits; the first word is never a Roman numeral ("X Files").
create function search_numerals(fold text) returns text language sql immutable strict parallel safe as $$
  select case
    when fold ~ '(^| )(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)( |$)| [ivx]+( |$)' then (
      select string_agg(case when i = 1 and w ~ '^[ivx]+$' then w else public.search_numeral(w) end, ' ' order by i)
      from unnest(string_to_array(fold, ' ')) with ordinality u(w, i)
    )
    else fold end $$;
--> statement-breakpoint
-- Words, words with numerals as digits, and pairs of characters of scripts that are written without spaces.
create function search_tokens(fold text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct left(w, 60)) from (
    select unnest(string_to_array(fold, ' ')) as w
    union all select unnest(string_to_array(public.search_numerals(fold), ' '))
    union all select substr(r, i, 2)
      from unnest(string_to_array(fold, ' ')) r, generate_series(1, least(length(r), 60) - 1) i
      where r ~ '[\u3040-\u9fff\uac00-\ud7af]'
  ) x where w <> '' $$;
--> statement-breakpoint
-- Every string one slip away: a letter dropped, swapped with the next, replaced or added; some 77 for each letter.
create function search_slips(word text) returns text[] language sql immutable strict parallel safe as $$
  with split as (select left(word, i) as l, substr(word, i + 1) as r from generate_series(0, length(word)) i),
    letters as (select substr('abcdefghijklmnopqrstuvwxyz0123456789', i, 1) as c from generate_series(1, 36) i)
  select array_agg(distinct slip) from (
    select l || substr(r, 2) as slip from split where r <> ''
    union all select l || substr(r, 2, 1) || left(r, 1) || substr(r, 3) from split where length(r) > 1
    union all select l || c || substr(r, 2) from split, letters where r <> ''
    union all select l || c || r from split, letters
  ) x where slip <> word $$;
--> statement-breakpoint
-- ── What is searched ──────────────────────────────────────────────────────────────────────────────────────────────────────
create table search_name (
  entity_id uuid not null,
  kind smallint not null,       -- 1 movie, 2 series, 3 person, 4 collection, 5 company, 6 keyword
  name_type smallint not null,  -- 0 name or title, 1 original title, 2 any other
  year smallint,
  prom real not null,           -- how well the entity is known, 0 to 1
  popularity double precision,
  adult boolean not null,
  name text not null check (length(name) <= 300),
  fold text collate "C" not null generated always as (search_fold(name)) stored,
  key text collate "C" not null generated always as (search_key(search_fold(name))) stored,
  num_key text collate "C" generated always as (nullif(search_key(search_numerals(search_fold(name))), search_key(search_fold(name)))) stored,
  tokens tsvector not null generated always as (array_to_tsvector(search_tokens(search_fold(name)))) stored,
  primary key (entity_id, fold)
) with (fillfactor = 85);       -- room for a new popularity, which no index holds, beside the old row
--> statement-breakpoint
create index search_name_key on search_name (key, prom desc);
--> statement-breakpoint
create index search_name_num on search_name (num_key, prom desc) where num_key is not null;
--> statement-breakpoint
create index search_name_small on search_name (kind, key) where kind > 3;
--> statement-breakpoint
create index search_name_tokens on search_name using gin (tokens) with (fastupdate = off);
--> statement-breakpoint
create index search_name_trgm on search_name using gin (fold gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
-- The known part: some 15 % of the rows and most of the answers.
create index search_name_known_key on search_name (key, prom) where prom >= 0.25;
--> statement-breakpoint
create index search_name_known_tokens on search_name using gin (tokens) with (fastupdate = off) where prom >= 0.25;
--> statement-breakpoint
create index search_name_known_trgm on search_name using gin (fold gin_trgm_ops) with (fastupdate = off) where prom >= 0.25;
--> statement-breakpoint
-- The words of all names with the prominence of the best known that has them: where misspelt words are looked up. It only grows.
create table search_word (word text collate "C" primary key, prom real not null);
--> statement-breakpoint
-- ── Upkeep ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- How well a movie or series is known: by its votes, and less surely by its popularity while nobody has voted.
create function search_title_prominence(votes integer, popularity double precision) returns real
language sql immutable parallel safe as $$
  select case when votes > 0 then least(1, ln(1 + votes::float8) / ln(40001::float8))
    else 0.35 * least(1, ln(1 + greatest(0, coalesce(popularity, 0))) / ln(101::float8)) end::real $$;
--> statement-breakpoint
create function search_person_prominence(popularity double precision) returns real
language sql immutable parallel safe as $$
  select (0.72 * least(1, ln(1 + greatest(0, coalesce(popularity, 0))) / ln(68::float8)))::real $$;
--> statement-breakpoint
create function search_company_prominence(votes bigint) returns real
language sql immutable parallel safe as $$
  select least(1, 0.6 * ln(1 + greatest(0, coalesce(votes, 0)) / 20.0::float8) / ln(40001::float8))::real $$;
--> statement-breakpoint
-- Every name of every entity as the catalog has it now. A collection is known by its best known movie, a company by the votes
-- of its titles, of which 1,000 at most are added up.
create view search_source as
  select m.id as entity_id, 1::smallint as kind, n.name_type, m.year,
    search_title_prominence(m.vote_count, m.popularity) as prom, m.popularity, m.adult, n.name
  from movies m cross join lateral (
    select 0::smallint as name_type, m.title as name
    union all select 1::smallint, m.original_title
    union all select 2::smallint, a.title from alternate_titles a where a.title_id = m.id
  ) n
  union all
  select s.id, 2::smallint, n.name_type, s.year,
    search_title_prominence(s.vote_count, s.popularity), s.popularity, s.adult, n.name
  from series s cross join lateral (
    select 0::smallint as name_type, s.title as name
    union all select 1::smallint, s.original_title
    union all select 2::smallint, a.title from alternate_titles a where a.title_id = s.id
  ) n
  union all
  select p.id, 3::smallint, n.name_type, null::smallint,
    search_person_prominence(p.popularity), p.popularity, coalesce(p.adult, false), n.name
  from people p cross join lateral (
    select 0::smallint as name_type, p.name as name
    union all select 2::smallint, other from unnest(p.also_known_as) other
  ) n
  union all
  select c.id, 4::smallint, 0::smallint, null::smallint, coalesce(known.prom, 0)::real, null::float8, false, c.name
  from collections c cross join lateral (
    select 0.8 * max(search_title_prominence(m.vote_count, m.popularity)) as prom from movies m where m.collection_id = c.id
  ) known
  union all
  select c.id, 5::smallint, 0::smallint, null::smallint, search_company_prominence(known.votes), null::float8, false, c.name
  from companies c cross join lateral (
    select sum(coalesce(m.vote_count, s.vote_count)) as votes
    from (select tc.title_id from title_companies tc where tc.company_id = c.id limit 1000) t
      left join movies m on m.id = t.title_id left join series s on s.id = t.title_id
  ) known
  union all
  select k.id, 6::smallint, 0::smallint, null::smallint, 0.05::real, null::float8, false, k.name from keywords k;
--> statement-breakpoint
-- A name as search_name is to have it.
create type search_wanted as (
  entity_id uuid, kind smallint, name_type smallint, year smallint, prom real, popularity double precision, adult boolean,
  name text, fold text
);
--> statement-breakpoint
-- Whether what an index or the answer rests on is as wanted; a prominence off by less than 0.01 is.
create function search_stands(s search_name, w search_wanted) returns boolean language sql immutable parallel safe as $$
  select (s.kind, s.name_type, s.adult, s.name) = (w.kind, w.name_type, w.adult, w.name)
    and s.year is not distinct from w.year and abs(s.prom - w.prom) < 0.01 $$;
--> statement-breakpoint
-- Makes the names of these entities, of whatever kind, those of the catalog; returns how many rows it wrote. To be called last in
-- the transaction that wrote the entities: rows are locked in key order and words after them, so that two transactions that
-- share companies or words never wait for each other in a circle. What stands already is neither written nor locked.
create function search_refresh(ids uuid[]) returns integer language plpgsql as $$
declare
  wanted search_wanted[]; fresh text[]; best real[]; count integer; written integer := 0;
begin
  -- The best of the names that fold alike, at most 100 for each entity. A stored name is not folded again: that is the dear part.
  select array_agg(row(w.entity_id, w.kind, w.name_type, w.year, w.prom, w.popularity, w.adult, w.name, w.fold)::search_wanted
      order by w.entity_id, w.fold) into wanted
  from (
    select distinct on (n.entity_id, n.fold) n.* from (
      select c.*, coalesce(
        (select s.fold from search_name s where s.entity_id = c.entity_id and s.name = c.name limit 1), search_fold(c.name)) as fold
      from (
        select distinct on (o.entity_id, o.name) o.* from (
          select entity_id, kind, name_type, year, prom, popularity, adult, left(name, 300) as name,
            row_number() over (partition by entity_id order by name_type, name) as place
          from search_source where entity_id = any(ids) and name <> ''
        ) o where o.place <= 100 order by o.entity_id, o.name, o.name_type
      ) c
    ) n where n.fold <> '' order by n.entity_id, n.fold, n.name_type, n.name
  ) w;

  perform from search_name s
  where s.entity_id = any(ids) and not exists (
    select from unnest(wanted) w where w.entity_id = s.entity_id and w.fold = s.fold
      and search_stands(s, w) and w.popularity is not distinct from s.popularity)
  order by s.entity_id, s.fold for update;

  delete from search_name s
  where s.entity_id = any(ids)
    and not exists (select from unnest(wanted) w where w.entity_id = s.entity_id and w.fold = s.fold);
  get diagnostics count = row_count; written := written + count;

  update search_name s set popularity = w.popularity
  from unnest(wanted) w
  where w.entity_id = s.entity_id and w.fold = s.fold and search_stands(s, w) and w.popularity is distinct from s.popularity;
  get diagnostics count = row_count; written := written + count;

  with put as (
    insert into search_name (entity_id, kind, name_type, year, prom, popularity, adult, name)
    select w.entity_id, w.kind, w.name_type, w.year, w.prom, w.popularity, w.adult, w.name
    from unnest(wanted) w
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
  select (select count(*) from put), array_agg(word), array_agg(prom) into count, fresh, best
  from (select * from said order by word) sorted;
  written := written + count;

  -- A common word is locked only when somebody better known comes to use it.
  insert into search_word as v (word, prom)
  select u.word, u.prom from unnest(fresh, best) u(word, prom)
  where not exists (select from search_word known where known.word = u.word and known.prom > u.prom - 0.01)
  order by u.word
  on conflict (word) do update set prom = excluded.prom where v.prom < excluded.prom;
  return written;
end $$;
--> statement-breakpoint
create function search_forget() returns trigger language plpgsql as $$
begin
  delete from search_name where entity_id = old.id;
  return null;
end $$;
--> statement-breakpoint
create trigger search_forget after delete on movies for each row execute function search_forget();
--> statement-breakpoint
create trigger search_forget after delete on series for each row execute function search_forget();
--> statement-breakpoint
create trigger search_forget after delete on people for each row execute function search_forget();
--> statement-breakpoint
create trigger search_forget after delete on collections for each row execute function search_forget();
--> statement-breakpoint
create trigger search_forget after delete on companies for each row execute function search_forget();
--> statement-breakpoint
create trigger search_forget after delete on keywords for each row execute function search_forget();
--> statement-breakpoint
-- ── Steps ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Each finds rows of search_name for search_candidates, best known first, filters included, so that totals stay right. They are
-- plain SQL, so that the planner puts them into the statement that calls them. Where a step of the little-known part (prom <
-- 0.25) has a number `seen`, it looks at so many rows at most before it sorts.
create function search_allowed(kind smallint, year smallint, adult boolean, kinds smallint[], in_year int, adult_ok boolean)
returns boolean language sql immutable parallel safe as $$
  select (kinds is null or kind = any(kinds)) and (in_year is null or year = in_year) and (adult_ok or not adult) $$;
--> statement-breakpoint
-- The name is the text, but for articles, spaces and how its numbers are written: at most 300 rows.
create function search_exact(keys text[], kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 20 as $$
  (select s.ctid from search_name s where s.key = any(keys)
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 200)
  union all
  (select s.ctid from search_name s where s.num_key = any(keys)
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100) $$;
--> statement-breakpoint
-- "dune 2021": the name, or its beginning, and the year of the entity, one more or less: at most 150 rows of 2,000 seen.
create function search_dated(base text, base_num text, y int, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 20 as $$
  (select s.ctid from search_name s where s.key in (base, base_num) and s.year between y - 1 and y + 1
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100)
  union all
  (select x.rid from (
    select s.ctid as rid, s.prom from search_name s where s.key > base and s.key < base || chr(1114111)
      and s.year between y - 1 and y + 1 and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 2000
  ) x order by x.prom desc limit 50) $$;
--> statement-breakpoint
-- Names that begin with the text: the 100 best known.
create function search_known_prefix(base text, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 50 as $$
  select s.ctid from search_name s where s.prom >= 0.25 and s.key > base and s.key < base || chr(1114111)
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100 $$;
--> statement-breakpoint
create function search_other_prefix(base text, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 50 as $$
  select x.rid from (
    select s.ctid as rid, s.prom from search_name s where s.prom < 0.25 and s.key > base and s.key < base || chr(1114111)
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit 5000
  ) x order by x.prom desc limit 200 $$;
--> statement-breakpoint
-- Names that hold all words, in any order.
create function search_known_words(query tsquery, most int, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 50 as $$
  select s.ctid from search_name s where s.prom >= 0.25 and s.tokens @@ query
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit most $$;
--> statement-breakpoint
create function search_other_words(query tsquery, seen int, most int, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 50 as $$
  select x.rid from (
    select s.ctid as rid, s.prom from search_name s where s.prom < 0.25 and s.tokens @@ query
      and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) limit seen
  ) x order by x.prom desc limit most $$;
--> statement-breakpoint
-- The whole name with one slip in it: at most 3,100 probes of one index, 100 rows.
create function search_slip(base text, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 20 as $$
  select s.ctid from search_name s where s.key = any(search_slips(base))
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok) order by s.prom desc limit 100 $$;
--> statement-breakpoint
-- Names like the text as a whole, by trigrams: 60 rows above pg_trgm.similarity_threshold.
create function search_known_like(fold_of_query text, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid, alike real)
language sql stable parallel safe rows 20 as $$
  select s.ctid, similarity(s.fold, fold_of_query) from search_name s where s.prom >= 0.25 and s.fold % fold_of_query
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok)
  order by similarity(s.fold, fold_of_query) desc limit 60 $$;
--> statement-breakpoint
create function search_other_like(fold_of_query text, kinds smallint[], in_year int, adult_ok boolean) returns table (rid tid)
language sql stable parallel safe rows 20 as $$
  select s.ctid from search_name s where s.prom < 0.25 and s.fold % fold_of_query
    and search_allowed(s.kind, s.year, s.adult, kinds, in_year, adult_ok)
  order by similarity(s.fold, fold_of_query) desc limit 60 $$;
--> statement-breakpoint
-- ── Words of a query ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- The words that tell names apart, 12 at most, each once. One without a letter or digit would be syntax to ::tsquery.
create function search_query_words(fold_of_query text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(word order by place), '{}') from (
    select left(word, 60) as word, max(place) as place from unnest(string_to_array(fold_of_query, ' ')) with ordinality u(word, place)
    where word collate pg_catalog.pg_c_utf8 ~ '[[:alnum:]\u0900-\u0eff]' and word not in ('the', 'a', 'an', 'and', 'of')
    group by 1 order by 2 limit 12
  ) x $$;
--> statement-breakpoint
-- All the words as typed, numbers however written; the last word may be unfinished.
create function search_words_query(words text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg('('
    || quote_literal(word) || case when place = cardinality(words) and length(word) > 1 then ':*' else '' end
    || case when search_numeral(word) <> word then '|' || quote_literal(search_numeral(word)) else '' end
    || ')', '&')::tsquery
  from unnest(words) with ordinality u(word, place) $$;
--> statement-breakpoint
-- All the words, each as typed or as one of the 12 best known words one slip away from it.
create function search_slips_query(words text[]) returns tsquery language sql stable parallel safe as $$
  select string_agg('('
    || quote_literal(word) || case when place = cardinality(words) then ':*' else '' end || coalesce(meant.others, '')
    || ')', '&')::tsquery
  from unnest(words) with ordinality u(word, place) left join lateral (
    select string_agg('|' || quote_literal(near.word), '') as others from (
      select v.word from search_word v
      where length(u.word) between 4 and 20 and u.word ~ '^[a-z]+$' and v.word = any(search_slips(u.word))
      order by v.prom desc limit 12
    ) near
  ) meant on true $$;
--> statement-breakpoint
-- How alike a name must be to a text, by about its number of trigrams: two slips cost some seven on each side.
create function search_likeness(fold_of_query text, least_of_all float8) returns text language sql immutable parallel safe as $$
  select greatest(least_of_all, least(0.65, (size - 7) / (size + 7)))::text
  from (select length(replace(fold_of_query, ' ', '')) + cardinality(string_to_array(fold_of_query, ' '))::float8 as size) x $$;
--> statement-breakpoint
-- A text that ends in a year ("dune 2021"): what stands before it, and the year; no row for any other.
create function search_year_of(fold_of_query text) returns table (base text, base_num text, y int) language sql immutable parallel safe as $$
  select search_key(left(fold_of_query, -5)), search_key(search_numerals(left(fold_of_query, -5))), year::int
  from substring(fold_of_query from '^.+ ((?:18[7-9]|19[0-9]|20[0-9])[0-9])$') year where year is not null $$;
--> statement-breakpoint
-- ── Candidates ────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- What one slip or mere likeness finds: tried only when nothing is called as typed. `known` is how many known names match as typed.
create function search_misspelt(fold_of_query text, words text[], known int, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, how text) language plpgsql stable rows 100 as $$
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
end $$;
--> statement-breakpoint
-- All rows worth scoring and how each was found; the dearer steps run only while the cheap ones found too little. `hasty` leaves it
-- at the exact and prefix steps: the answer when a full search took too long.
create function search_candidates(fold_of_query text, hasty boolean, kinds smallint[], in_year int, adult_ok boolean)
returns table (rid tid, how text) language plpgsql stable rows 400
set plan_cache_mode = force_custom_plan set enable_seqscan = off set pg_trgm.similarity_threshold = 0.3 as $$
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
  return query select s.rid, 'words' from search_known_words(typed, 200, kinds, in_year, adult_ok) s;
  get diagnostics found = row_count;
  if found < 200 then
    return query select s.rid, 'words' from search_other_words(typed, 3000, 300, kinds, in_year, adult_ok) s;
  end if;
  if exact > 0 then return; end if;
  return query select * from search_misspelt(fold_of_query, words, known + found, kinds, in_year, adult_ok);
end $$;
--> statement-breakpoint
-- ── Answer ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- One page of entities, best first, and how many there are on all pages: also when the page lies past the end, then in a row
-- whose entity_id is null. The best exact name, or the name with its year, comes first (0.95 and more); all others follow
-- by how their best name matches (73 %) and how well they are known (27 %). The ctids are safe: one statement, one snapshot.
create function search_catalog(
  query text, kinds smallint[], in_year int, adult_ok boolean, page_limit int, page_offset int, hasty boolean
) returns table (entity_id uuid, kind smallint, score float8, total int) language sql stable as $$
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
    similarity(c.fold, f.qf) as sim, greatest(length(f.qk), length(c.key), 1)::real as len,
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
order by page.score desc, page.popularity desc nulls last, page.entity_id $$;
--> statement-breakpoint
-- What a catalog holds already becomes searchable now.
select search_refresh(array_agg(id)) from (
  select id from movies union all select id from series union all select id from people
  union all select id from collections union all select id from companies union all select id from keywords
) known;
