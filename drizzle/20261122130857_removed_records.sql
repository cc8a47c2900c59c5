-- A record is removed when the provider has had none for so long that it is gone for good. Everything that lists or counts goes
-- by `adult`, which is null then: a null passes no condition on it, so no list, index or total needs to know of removals.
ALTER TABLE "movies" ALTER COLUMN "adult" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "theatrical_releases" ALTER COLUMN "adult" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ALTER COLUMN "adult" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "series" ALTER COLUMN "adult" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "movies" ADD COLUMN "removed_adult" boolean;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "removed_adult" boolean;--> statement-breakpoint
ALTER TABLE "provenance" ADD COLUMN "missing_times" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "removed_adult" boolean;
--> statement-breakpoint
-- Keeps `adult`, `removed_at` and `removed_adult` in step, whoever writes. A write that says of a removed record only what is stored,
-- as the credits of a title do of a person, changes nothing.
create function hide_removed() returns trigger language plpgsql as $$
begin
  if new.removed_at is null then
    new.adult := coalesce(new.removed_adult, false);
    new.removed_adult := null;
  else
    new.removed_adult := new.adult;
    new.adult := null;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - '{updated_at,year}'::text[] = to_jsonb(old) - '{updated_at,year}'::text[] then
    return null;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger movies_hidden before insert or update on movies for each row
  when ((new.removed_at is null) = (new.adult is null)) execute function hide_removed();
--> statement-breakpoint
create trigger series_hidden before insert or update on series for each row
  when ((new.removed_at is null) = (new.adult is null)) execute function hide_removed();
--> statement-breakpoint
create trigger people_hidden before insert or update on people for each row
  when ((new.removed_at is null) = (new.adult is null)) execute function hide_removed();
--> statement-breakpoint
-- Counters, logs and names: a removed record is as one that is not there.
create or replace function add_title_counts(of_kind title_kind, masks integer[], years smallint[], statuses text[], adults boolean[], numbers bigint[])
 returns void
 language sql as $$
  with change as materialized (
    select leaf.genre, coalesce(change.year, 0) as year, coalesce(change.status, '') as status, change.adult, sum(change.n) as n
    from unnest(masks, years, statuses, adults, numbers) change (mask, year, status, adult, n)
    cross join lateral (
      select -1 as genre
      union all
      select place from generate_series(0, 30) place where change.mask >> place & 1 = 1
    ) leaf
    where change.adult is not null
    group by 1, 2, 3, 4
    having sum(change.n) <> 0
  ), held as materialized (
    select counter_shard() as shard
  ), counted as (
    insert into title_counts as stored (kind, genre, year, status, adult, shard, n)
    select of_kind, genre, year, status, adult, shard, n from change, held
    on conflict (kind, genre, year, status, adult, shard) do update set n = stored.n + excluded.n
  )
  insert into title_totals as stored (kind, genre, status, adult, shard, n)
  select of_kind, genre, status, adult, shard, sum(n) from change, held
  group by 2, 3, 4, 5
  having sum(n) <> 0
  on conflict (kind, genre, status, adult, shard) do update set n = stored.n + excluded.n
$$;
--> statement-breakpoint
create or replace function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from person_counts;
    return null;
  elsif tg_op = 'INSERT' then
    insert into person_counts as stored (department, adult, shard, n)
    select coalesce(known_for_department, ''), coalesce(adult, false), (select counter_shard()), count(*)
    from after_rows where removed_at is null group by 1, 2
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into person_counts as stored (department, adult, shard, n)
    select coalesce(known_for_department, ''), coalesce(adult, false), (select counter_shard()), -count(*)
    from before_rows where removed_at is null group by 1, 2
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  else
    insert into person_counts as stored (department, adult, shard, n)
    select department, adult, (select counter_shard()), sum(n)
    from (
      select coalesce(known_for_department, '') as department, coalesce(adult, false) as adult, 1 as n
      from after_rows where removed_at is null
      union all
      select coalesce(known_for_department, ''), coalesce(adult, false), -1 from before_rows where removed_at is null
    ) moved
    group by 1, 2 having sum(n) <> 0
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  end if;
  return null;
end $$;
--> statement-breakpoint
create function count_collections() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_counts as stored (kind, shard, n)
    select 'collection', (select counter_shard()), count(*) from after_rows where removed_at is null having count(*) > 0
    on conflict (kind, shard) do update set n = stored.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into record_counts as stored (kind, shard, n)
    select 'collection', (select counter_shard()), -count(*) from before_rows where removed_at is null having count(*) > 0
    on conflict (kind, shard) do update set n = stored.n + excluded.n;
  else
    insert into record_counts as stored (kind, shard, n)
    select 'collection', (select counter_shard()), sum(n)
    from (
      select 1 as n from after_rows where removed_at is null
      union all
      select -1 from before_rows where removed_at is null
    ) moved
    having sum(n) <> 0
    on conflict (kind, shard) do update set n = stored.n + excluded.n;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger collections_counted_insert after insert on collections referencing new table as after_rows
  for each statement execute function count_collections();
--> statement-breakpoint
create or replace trigger collections_counted_delete after delete on collections referencing old table as before_rows
  for each statement execute function count_collections();
--> statement-breakpoint
create trigger collections_counted_update after update on collections
  referencing old table as before_rows new table as after_rows for each statement execute function count_collections();
--> statement-breakpoint
create or replace function recount_counters() returns void language plpgsql as $$
begin
  lock table titles, movies, series, people, title_genres, title_keywords, keywords, companies, collections,
    release_dates in share row exclusive mode;
  update movies set genre_mask = genre_mask_of(id) where genre_mask <> genre_mask_of(id);
  update series set genre_mask = genre_mask_of(id) where genre_mask <> genre_mask_of(id);
  update title_keywords listed set kind = title.kind, year = title.year, status = title.status,
      genre_mask = title.genre_mask, adult = title.adult
    from (
      select id, 'movie'::title_kind as kind, year, status::text, genre_mask, adult from movies
      union all
      select id, 'series', year, status::text, genre_mask, adult from series
    ) title
    where listed.title_id = title.id
      and (listed.kind, listed.year, listed.status, listed.genre_mask, listed.adult)
        is distinct from (title.kind, title.year, title.status, title.genre_mask, title.adult);
  update people set adult = false where adult is null and removed_at is null;
  delete from title_counts;
  delete from title_totals;
  perform add_title_counts('movie', array_agg(genre_mask), array_agg(year), array_agg(status::text),
      array_agg(adult), array_agg(n))
    from (select genre_mask, year, status, adult, count(*) as n from movies group by 1, 2, 3, 4) stored
    having count(*) > 0;
  perform add_title_counts('series', array_agg(genre_mask), array_agg(year), array_agg(status::text),
      array_agg(adult), array_agg(n))
    from (select genre_mask, year, status, adult, count(*) as n from series group by 1, 2, 3, 4) stored
    having count(*) > 0;
  delete from person_counts;
  insert into person_counts (department, adult, shard, n)
    select coalesce(known_for_department, ''), coalesce(adult, false), 0, count(*) from people
    where removed_at is null group by 1, 2;
  delete from keyword_counts;
  insert into keyword_counts (keyword_id, kind, shard, n)
    select keyword_id, kind, 0, count(*) from title_keywords where not adult group by 1, 2;
  delete from record_counts;
  insert into record_counts (kind, shard, n)
    select 'keyword', 0, count(*) from keywords
    union all select 'company', 0, count(*) from companies
    union all select 'collection', 0, count(*) from collections where removed_at is null;
  delete from theatrical_releases;
  insert into theatrical_releases table theatrical_releases_now;
end $$;
--> statement-breakpoint
do $do$
declare
  listed record;
begin
  for listed in values
    ('movies', 'movie_moves', 'r.title, r.popularity, r.vote_average, r.vote_count, r.release_date, r.adult, r.genre_mask, r.year'),
    ('series', 'series_moves', 'r.title, r.popularity, r.vote_average, r.vote_count, r.first_air_date, r.adult, r.genre_mask, r.year'),
    ('people', 'person_moves', 'r.name, r.popularity, coalesce(r.adult, false)')
  loop
    execute format($create$
      create or replace function log_%1$s() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into %2$s select 1, r.id, %3$s from after_rows r where r.removed_at is null;
        elsif tg_op = 'DELETE' then
          insert into %2$s select -1, r.id, %3$s from before_rows r where r.removed_at is null;
        elsif tg_op = 'UPDATE' then
          insert into %2$s
            select move.* from before_rows r join after_rows a using (id)
            cross join lateral (
              select -1, r.id, %3$s where r.removed_at is null
              union all select 1, a.id, %4$s where a.removed_at is null
            ) move
            where (r.removed_at is null, %3$s) is distinct from (a.removed_at is null, %4$s);
        else
          perform forget_positions('%1$s');
          delete from %2$s;
        end if;
        return null;
      end $$;
    $create$, listed.column1, listed.column2, listed.column3, replace(listed.column3, 'r.', 'a.'));
  end loop;
end $do$;
--> statement-breakpoint
create or replace view search_source as
  select m.id as entity_id, 1::smallint as kind, n.name_type, m.year,
    search_title_prominence(m.vote_count, m.popularity) as prom, m.popularity, m.adult, n.name
  from movies m cross join lateral (
    select 0::smallint as name_type, m.title as name
    union all select 1::smallint, m.original_title
    union all select 2::smallint, a.title from alternate_titles a where a.title_id = m.id
  ) n
  where m.removed_at is null
  union all
  select s.id, 2::smallint, n.name_type, s.year,
    search_title_prominence(s.vote_count, s.popularity), s.popularity, s.adult, n.name
  from series s cross join lateral (
    select 0::smallint as name_type, s.title as name
    union all select 1::smallint, s.original_title
    union all select 2::smallint, a.title from alternate_titles a where a.title_id = s.id
  ) n
  where s.removed_at is null
  union all
  select p.id, 3::smallint, n.name_type, null::smallint,
    search_person_prominence(p.popularity), p.popularity, coalesce(p.adult, false), n.name
  from people p cross join lateral (
    select 0::smallint as name_type, p.name as name
    union all select 2::smallint, other from unnest(p.also_known_as) other
  ) n
  where p.removed_at is null
  union all
  select c.id, 4::smallint, 0::smallint, null::smallint, coalesce(known.prom, 0)::real, null::float8, false, c.name
  from collections c cross join lateral (
    select 0.8 * max(search_title_prominence(m.vote_count, m.popularity)) as prom from movies m where m.collection_id = c.id
  ) known
  where c.removed_at is null
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
create function search_removed() returns trigger language plpgsql as $$
begin
  perform search_refresh(array[new.id]);
  return null;
end $$;
--> statement-breakpoint
create trigger search_removed after update of removed_at on movies for each row
  when ((old.removed_at is null) <> (new.removed_at is null)) execute function search_removed();
--> statement-breakpoint
create trigger search_removed after update of removed_at on series for each row
  when ((old.removed_at is null) <> (new.removed_at is null)) execute function search_removed();
--> statement-breakpoint
create trigger search_removed after update of removed_at on people for each row
  when ((old.removed_at is null) <> (new.removed_at is null)) execute function search_removed();
--> statement-breakpoint
create trigger search_removed after update of removed_at on collections for each row
  when ((old.removed_at is null) <> (new.removed_at is null)) execute function search_removed();
--> statement-breakpoint
-- A record of which fetches found nothing three times or more, the last time 48 hours after the first or later, is removed. A fetch
-- that finds it again, which clears both columns, restores it.
create function judge_missing() returns trigger language plpgsql as $$
declare
  is_removed boolean := coalesce(new.missing_times >= 3 and new.missing_at <= now() - interval '48 hours', false);
begin
  execute format($update$
    update %I set removed_at = case when $1 then now() end, updated_at = now() where id = $2 and (removed_at is null) = $1
  $update$, case new.kind when 'movie' then 'movies' when 'person' then 'people' when 'collection' then 'collections' else 'series' end)
    using is_removed, new.entity_id;
  return null;
end $$;
--> statement-breakpoint
create trigger judge_missing after update on provenance for each row
  when ((old.missing_at is not null or new.missing_at is not null) and new.kind in ('movie', 'series', 'person', 'collection'))
  execute function judge_missing();
--> statement-breakpoint
-- A person of whom the provider never said it counts as not adult, as in every answer; null is for removed ones now.
create procedure backfill_people_adult() language plpgsql as $$
declare
  passed int := 0;
  batch uuid[];
begin
  loop
    select array_agg(id), max(external_id) into batch, passed from (
      select id, external_id from people
      where provider = 'tmdb' and external_id > passed and adult is null and removed_at is null
      order by external_id limit 1000 for no key update) found;
    exit when batch is null;
    update people set adult = false where id = any(batch);
    commit;
  end loop;
end $$;
--> statement-breakpoint
drop index collections_by_name;
--> statement-breakpoint
create index concurrently collections_listed_by_name on collections (name collate name_order, id) where removed_at is null;
