-- Calls: search_key.sql, search_learn.sql, search_lexemes.sql, search_numerals.sql, search_stands.sql, search_wanted.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_refresh(ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;
