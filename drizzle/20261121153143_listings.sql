-- The place of a fixed genre in src/vocabulary.ts: the last two digits of its id, from 0; null for any other genre.
create function genre_place(genre_id uuid) returns integer language sql immutable parallel safe
return case when genre_id::text like '01980000-0000-7000-8000-0000000000__'
  then ('x' || right(genre_id::text, 2))::bit(8)::integer - 1 end;
--> statement-breakpoint
create function genre_mask_of(title uuid) returns integer language sql stable
return (select coalesce(bit_or(1 << genre_place(genre_id)), 0) from title_genres where title_id = title);
--> statement-breakpoint
-- After a change of genres. The titles are locked first, in the order of their ids, so that two writers of one title
-- follow each other and the second one sees what the first wrote.
create function refresh_genre_masks() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  if tg_op = 'INSERT' then
    touched := array(select distinct title_id from after_rows);
  elsif tg_op = 'DELETE' then
    touched := array(select distinct title_id from before_rows);
  else
    touched := array(select title_id from after_rows union select title_id from before_rows);
  end if;
  perform from titles where id = any(touched) order by id for no key update;
  update movies set genre_mask = genre_mask_of(id)
    where id = any(touched) and genre_mask <> genre_mask_of(id);
  update series set genre_mask = genre_mask_of(id)
    where id = any(touched) and genre_mask <> genre_mask_of(id);
  return null;
end $$;
--> statement-breakpoint
create trigger title_genres_insert after insert on title_genres referencing new table as after_rows
  for each statement execute function refresh_genre_masks();
--> statement-breakpoint
create trigger title_genres_update after update on title_genres referencing old table as before_rows new table as after_rows
  for each statement execute function refresh_genre_masks();
--> statement-breakpoint
create trigger title_genres_delete after delete on title_genres referencing old table as before_rows
  for each statement execute function refresh_genre_masks();
--> statement-breakpoint
-- A new title takes the genres that are there already. The lock is that of refresh_genre_masks(): writers of one title
-- follow each other.
create function set_genre_mask() returns trigger language plpgsql as $$
begin
  perform from titles where id = new.id for no key update;
  new.genre_mask := genre_mask_of(new.id);
  return new;
end $$;
--> statement-breakpoint
create trigger movies_genre_mask before insert on movies for each row execute function set_genre_mask();
--> statement-breakpoint
create trigger series_genre_mask before insert on series for each row execute function set_genre_mask();
--> statement-breakpoint
-- Adds up what a statement did to titles: `masks[i]` are the genres of a group of titles, `n[i]` how many came (or went,
-- below 0). The sum over all genres (-1) comes first and is written even when it stays as it is: whoever writes the sums
-- of a year, status and adult flag holds that row, so transactions that write one title each cannot deadlock here.
create function add_title_counts(
  of_kind title_kind, masks integer[], years smallint[], statuses text[], adults boolean[], numbers bigint[]
) returns void language sql as $$
  insert into title_counts as stored (kind, genre, year, status, adult, n)
  select of_kind, leaf.genre, coalesce(change.year, 0), coalesce(change.status, ''), change.adult, sum(change.n)
  from unnest(masks, years, statuses, adults, numbers) change (mask, year, status, adult, n)
  cross join lateral (
    select -1 as genre
    union all
    select place from generate_series(0, 30) place where change.mask >> place & 1 = 1
  ) leaf
  group by 2, 3, 4, 5
  having leaf.genre = -1 or sum(change.n) <> 0
  order by 2, 3, 4, 5
  on conflict (kind, genre, year, status, adult) do update set n = stored.n + excluded.n
$$;
--> statement-breakpoint
create function count_movies() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from title_counts where kind = 'movie';
  elsif tg_op = 'DELETE' then
    perform add_title_counts('movie', array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(-n))
      from (select genre_mask, year, status, adult, count(*) as n from before_rows group by 1, 2, 3, 4) gone
      having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform add_title_counts('movie', array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(n))
      from (select genre_mask, year, status, adult, count(*) as n from after_rows group by 1, 2, 3, 4) come
      having count(*) > 0;
    update title_keywords listed set kind = 'movie', year = title.year, status = title.status::text,
        genre_mask = title.genre_mask, adult = title.adult
      from after_rows title where title_id = title.id;
  else
    perform add_title_counts('movie', array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(n))
      from (
        select genre_mask, year, status, adult, sum(n) as n
        from (
          select id, genre_mask, year, status, adult, -1 as n from before_rows
          union all
          select id, genre_mask, year, status, adult, 1 from after_rows
        ) version
        where id in (
          select id from before_rows gone join after_rows come using (id)
          where (gone.genre_mask, gone.year, gone.status, gone.adult)
            is distinct from (come.genre_mask, come.year, come.status, come.adult)
        )
        group by 1, 2, 3, 4
      ) moved
      having count(*) > 0;
    update title_keywords listed set year = come.year, status = come.status::text,
        genre_mask = come.genre_mask, adult = come.adult
      from before_rows gone join after_rows come using (id)
      where title_id = come.id and (gone.genre_mask, gone.year, gone.status, gone.adult)
        is distinct from (come.genre_mask, come.year, come.status, come.adult);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger movies_counted_insert after insert on movies referencing new table as after_rows
  for each statement execute function count_movies();
--> statement-breakpoint
create trigger movies_counted_update after update on movies referencing old table as before_rows new table as after_rows
  for each statement execute function count_movies();
--> statement-breakpoint
create trigger movies_counted_delete after delete on movies referencing old table as before_rows
  for each statement execute function count_movies();
--> statement-breakpoint
create trigger movies_counted_truncate after truncate on movies for each statement execute function count_movies();
--> statement-breakpoint
create function count_series() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from title_counts where kind = 'series';
  elsif tg_op = 'DELETE' then
    perform add_title_counts('series', array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(-n))
      from (select genre_mask, year, status, adult, count(*) as n from before_rows group by 1, 2, 3, 4) gone
      having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform add_title_counts('series', array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(n))
      from (select genre_mask, year, status, adult, count(*) as n from after_rows group by 1, 2, 3, 4) come
      having count(*) > 0;
    update title_keywords listed set kind = 'series', year = title.year, status = title.status::text,
        genre_mask = title.genre_mask, adult = title.adult
      from after_rows title where title_id = title.id;
  else
    perform add_title_counts('series', array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(n))
      from (
        select genre_mask, year, status, adult, sum(n) as n
        from (
          select id, genre_mask, year, status, adult, -1 as n from before_rows
          union all
          select id, genre_mask, year, status, adult, 1 from after_rows
        ) version
        where id in (
          select id from before_rows gone join after_rows come using (id)
          where (gone.genre_mask, gone.year, gone.status, gone.adult)
            is distinct from (come.genre_mask, come.year, come.status, come.adult)
        )
        group by 1, 2, 3, 4
      ) moved
      having count(*) > 0;
    update title_keywords listed set year = come.year, status = come.status::text,
        genre_mask = come.genre_mask, adult = come.adult
      from before_rows gone join after_rows come using (id)
      where title_id = come.id and (gone.genre_mask, gone.year, gone.status, gone.adult)
        is distinct from (come.genre_mask, come.year, come.status, come.adult);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger series_counted_insert after insert on series referencing new table as after_rows
  for each statement execute function count_series();
--> statement-breakpoint
create trigger series_counted_update after update on series referencing old table as before_rows new table as after_rows
  for each statement execute function count_series();
--> statement-breakpoint
create trigger series_counted_delete after delete on series referencing old table as before_rows
  for each statement execute function count_series();
--> statement-breakpoint
create trigger series_counted_truncate after truncate on series for each statement execute function count_series();
--> statement-breakpoint
-- The locks make a writer of the title wait, who then finds this row: the first one also where the title is yet to come.
create function set_keyword_facets() returns trigger language plpgsql as $$
begin
  perform from titles where id = new.title_id for no key update;
  select 'movie', year, status::text, genre_mask, adult
    into new.kind, new.year, new.status, new.genre_mask, new.adult
    from movies where id = new.title_id for share;
  if not found then
    select 'series', year, status::text, genre_mask, adult
      into new.kind, new.year, new.status, new.genre_mask, new.adult
      from series where id = new.title_id for share;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger title_keywords_facets before insert on title_keywords for each row execute function set_keyword_facets();
--> statement-breakpoint
-- People: each connection adds to one of 32 shards, so two ingestions seldom wait for each other.
create function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from person_counts;
    return null;
  elsif tg_op = 'INSERT' then
    insert into person_counts as stored (department, adult, shard, n)
    select coalesce(known_for_department, ''), coalesce(adult, false), pg_backend_pid() % 32, count(*)
    from after_rows group by 1, 2 order by 1, 2
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into person_counts as stored (department, adult, shard, n)
    select coalesce(known_for_department, ''), coalesce(adult, false), pg_backend_pid() % 32, -count(*)
    from before_rows group by 1, 2 order by 1, 2
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  else
    insert into person_counts as stored (department, adult, shard, n)
    select department, adult, pg_backend_pid() % 32, sum(n)
    from (
      select coalesce(known_for_department, '') as department, coalesce(adult, false) as adult, 1 as n
      from after_rows
      union all
      select coalesce(known_for_department, ''), coalesce(adult, false), -1 from before_rows
    ) moved
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger people_counted_insert after insert on people referencing new table as after_rows
  for each statement execute function count_people();
--> statement-breakpoint
create trigger people_counted_update after update on people referencing old table as before_rows new table as after_rows
  for each statement execute function count_people();
--> statement-breakpoint
create trigger people_counted_delete after delete on people referencing old table as before_rows
  for each statement execute function count_people();
--> statement-breakpoint
create trigger people_counted_truncate after truncate on people for each statement execute function count_people();
--> statement-breakpoint
-- All of it anew from the rows; for catalogs filled before this migration and for loads with triggers off. Nobody may
-- write titles, people, their genres or keywords meanwhile.
create function recount_catalog() returns void language plpgsql as $$
begin
  lock table titles, movies, series, people, title_genres, title_keywords in share row exclusive mode;
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
  delete from title_counts;
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
    select coalesce(known_for_department, ''), coalesce(adult, false), 0, count(*) from people group by 1, 2;
end $$;
--> statement-breakpoint
select recount_catalog();
--> statement-breakpoint
-- One index for each order of a listing, holding all that filters ask: a page is a walk inside one index. The two
-- directions of a column that may be null need an index each, because nulls come last in both.
drop index movies_by_title;
--> statement-breakpoint
drop index series_by_title;
--> statement-breakpoint
drop index people_by_name;
--> statement-breakpoint
create index movies_by_title on movies (title collate name_order, id) include (year, status, genre_mask, adult, vote_count);
--> statement-breakpoint
create index movies_by_popularity_desc on movies (popularity desc nulls last, id) include (year, status, genre_mask, adult, vote_count);
--> statement-breakpoint
create index movies_by_popularity_asc on movies (popularity, id) include (year, status, genre_mask, adult, vote_count);
--> statement-breakpoint
create index movies_by_rating_desc on movies (vote_average desc nulls last, vote_count desc nulls last, id)
  include (year, status, genre_mask, adult);
--> statement-breakpoint
create index movies_by_rating_asc on movies (vote_average, vote_count, id) include (year, status, genre_mask, adult);
--> statement-breakpoint
create index movies_by_date_desc on movies (release_date desc nulls last, id)
  include (year, status, genre_mask, adult, vote_count, vote_average, popularity);
--> statement-breakpoint
create index movies_by_date_asc on movies (release_date, id) include (year, status, genre_mask, adult, vote_count);
--> statement-breakpoint
create index movies_by_votes on movies (vote_count) include (year, status, genre_mask, adult);
--> statement-breakpoint
create index movies_by_status on movies (status);
--> statement-breakpoint
create index series_by_title on series (title collate name_order, id) include (year, status, genre_mask, adult, vote_count);
--> statement-breakpoint
create index series_by_popularity_desc on series (popularity desc nulls last, id) include (year, status, genre_mask, adult, vote_count);
--> statement-breakpoint
create index series_by_popularity_asc on series (popularity, id) include (year, status, genre_mask, adult, vote_count);
--> statement-breakpoint
create index series_by_rating_desc on series (vote_average desc nulls last, vote_count desc nulls last, id)
  include (year, status, genre_mask, adult);
--> statement-breakpoint
create index series_by_rating_asc on series (vote_average, vote_count, id) include (year, status, genre_mask, adult);
--> statement-breakpoint
create index series_by_date_desc on series (first_air_date desc nulls last, id)
  include (year, status, genre_mask, adult, vote_count, vote_average, popularity);
--> statement-breakpoint
create index series_by_date_asc on series (first_air_date, id) include (year, status, genre_mask, adult, vote_count);
--> statement-breakpoint
create index series_by_votes on series (vote_count) include (year, status, genre_mask, adult);
--> statement-breakpoint
create index series_by_status on series (status);
--> statement-breakpoint
create unique index title_keywords_by_keyword on title_keywords (keyword_id, kind, title_id)
  include (year, status, genre_mask, adult);
--> statement-breakpoint
create index keywords_by_folded_name on keywords (lower(name));
--> statement-breakpoint
create index people_by_name on people (name collate name_order, id) include (known_for_department, adult);
--> statement-breakpoint
create index people_by_popularity_desc on people (popularity desc nulls last, id) include (known_for_department, adult);
--> statement-breakpoint
create index people_by_popularity_asc on people (popularity, id) include (known_for_department, adult);
--> statement-breakpoint
create index people_by_department on people (known_for_department, popularity desc nulls last, id) include (adult);
--> statement-breakpoint
-- Index-only walks need a clean visibility map, and totals a counter table without dead rows.
alter table movies set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
alter table series set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
alter table people set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
alter table title_keywords set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
alter table title_counts set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
alter table person_counts set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
