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
