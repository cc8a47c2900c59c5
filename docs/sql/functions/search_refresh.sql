-- Calls: search_fold.sql, search_stands.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_refresh(ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;
