-- Nobody writes titles or people until the commit: a trigger that runs sees one state of counters and functions.
lock table movies, series, people in share row exclusive mode;
--> statement-breakpoint
CREATE TABLE "title_totals" (
	"kind" "title_kind" NOT NULL,
	"genre" smallint NOT NULL,
	"status" text NOT NULL,
	"adult" boolean NOT NULL,
	"shard" smallint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "title_totals_kind_genre_status_adult_shard_pk" PRIMARY KEY("kind","genre","status","adult","shard")
);
--> statement-breakpoint
ALTER TABLE "title_counts" ADD COLUMN "shard" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "title_counts" DROP CONSTRAINT "title_counts_kind_genre_year_status_adult_pk";
--> statement-breakpoint
ALTER TABLE "title_counts" ADD CONSTRAINT "title_counts_kind_genre_year_status_adult_shard_pk" PRIMARY KEY("kind","genre","year","status","adult","shard");
--> statement-breakpoint
alter table title_totals set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
-- The first shard of the counters that no other transaction holds, and holds it to the commit. So no writer waits for
-- another one at a counter, none deadlocks there, and there are as many shards as there were writers at once.
create function counter_shard() returns smallint language plpgsql as $$
declare
  shard integer := 0;
begin
  while not pg_try_advisory_xact_lock(727002, shard) loop
    shard := shard + 1;
  end loop;
  return shard;
end $$;
--> statement-breakpoint
-- Adds up what a statement did to titles: `masks[i]` are the genres of a group of titles, `numbers[i]` how many came (or
-- went, below 0).
create or replace function add_title_counts(
  of_kind title_kind, masks integer[], years smallint[], statuses text[], adults boolean[], numbers bigint[]
) returns void language sql as $$
  with change as materialized (
    select leaf.genre, coalesce(change.year, 0) as year, coalesce(change.status, '') as status, change.adult, sum(change.n) as n
    from unnest(masks, years, statuses, adults, numbers) change (mask, year, status, adult, n)
    cross join lateral (
      select -1 as genre
      union all
      select place from generate_series(0, 30) place where change.mask >> place & 1 = 1
    ) leaf
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
-- Keeps the counters, and what title_keywords repeats of a title.
create function count_titles() returns trigger language plpgsql as $$
declare
  of_kind title_kind := tg_argv[0];
begin
  if tg_op = 'TRUNCATE' then
    delete from title_counts where kind = of_kind;
    delete from title_totals where kind = of_kind;
  elsif tg_op = 'DELETE' then
    perform add_title_counts(of_kind, array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(-n))
      from (select genre_mask, year, status, adult, count(*) as n from before_rows group by 1, 2, 3, 4) gone
      having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform add_title_counts(of_kind, array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(n))
      from (select genre_mask, year, status, adult, count(*) as n from after_rows group by 1, 2, 3, 4) come
      having count(*) > 0;
    update title_keywords listed set kind = of_kind, year = title.year, status = title.status::text,
        genre_mask = title.genre_mask, adult = title.adult
      from after_rows title where title_id = title.id;
  elsif exists (
    select from before_rows gone join after_rows come using (id)
    where (gone.genre_mask, gone.year, gone.status, gone.adult)
      is distinct from (come.genre_mask, come.year, come.status, come.adult)
  ) then
    perform add_title_counts(of_kind, array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(n))
      from (
        select genre_mask, year, status, adult, sum(n) as n
        from (
          select genre_mask, year, status, adult, -1 as n from before_rows
          union all
          select genre_mask, year, status, adult, 1 from after_rows
        ) version
        group by 1, 2, 3, 4
        having sum(n) <> 0
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
create or replace trigger movies_counted_insert after insert on movies referencing new table as after_rows
  for each statement execute function count_titles('movie');
--> statement-breakpoint
create or replace trigger movies_counted_update after update on movies referencing old table as before_rows new table as after_rows
  for each statement execute function count_titles('movie');
--> statement-breakpoint
create or replace trigger movies_counted_delete after delete on movies referencing old table as before_rows
  for each statement execute function count_titles('movie');
--> statement-breakpoint
create or replace trigger movies_counted_truncate after truncate on movies for each statement execute function count_titles('movie');
--> statement-breakpoint
create or replace trigger series_counted_insert after insert on series referencing new table as after_rows
  for each statement execute function count_titles('series');
--> statement-breakpoint
create or replace trigger series_counted_update after update on series referencing old table as before_rows new table as after_rows
  for each statement execute function count_titles('series');
--> statement-breakpoint
create or replace trigger series_counted_delete after delete on series referencing old table as before_rows
  for each statement execute function count_titles('series');
--> statement-breakpoint
create or replace trigger series_counted_truncate after truncate on series for each statement execute function count_titles('series');
--> statement-breakpoint
drop function count_movies();
--> statement-breakpoint
drop function count_series();
--> statement-breakpoint
create or replace function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from person_counts;
    return null;
  elsif tg_op = 'INSERT' then
    insert into person_counts as stored (department, adult, shard, n)
    select coalesce(known_for_department, ''), coalesce(adult, false), (select counter_shard()), count(*)
    from after_rows group by 1, 2
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into person_counts as stored (department, adult, shard, n)
    select coalesce(known_for_department, ''), coalesce(adult, false), (select counter_shard()), -count(*)
    from before_rows group by 1, 2
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  else
    insert into person_counts as stored (department, adult, shard, n)
    select department, adult, (select counter_shard()), sum(n)
    from (
      select coalesce(known_for_department, '') as department, coalesce(adult, false) as adult, 1 as n
      from after_rows
      union all
      select coalesce(known_for_department, ''), coalesce(adult, false), -1 from before_rows
    ) moved
    group by 1, 2 having sum(n) <> 0
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  end if;
  return null;
end $$;
--> statement-breakpoint
insert into title_totals (kind, genre, status, adult, shard, n)
  select kind, genre, status, adult, 0, sum(n) from title_counts group by 1, 2, 3, 4;
--> statement-breakpoint
delete from title_counts where n = 0;
--> statement-breakpoint
with gone as (delete from person_counts returning department, adult, n)
  insert into person_counts (department, adult, shard, n)
  select department, adult, 0, sum(n) from gone group by 1, 2;
--> statement-breakpoint
-- Nobody writes them until the commit, so that what they count and what the triggers add fit together.
lock table keywords, companies, collections in share row exclusive mode;
--> statement-breakpoint
CREATE TABLE "keyword_counts" (
	"keyword_id" uuid NOT NULL,
	"kind" "title_kind" NOT NULL,
	"shard" smallint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "keyword_counts_keyword_id_kind_shard_pk" PRIMARY KEY("keyword_id","kind","shard")
);
--> statement-breakpoint
CREATE TABLE "record_counts" (
	"kind" text NOT NULL,
	"shard" smallint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "record_counts_kind_shard_pk" PRIMARY KEY("kind","shard")
);
--> statement-breakpoint
alter table keyword_counts set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
alter table record_counts set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
-- For names that contain similar words, and those that begin with a text.
create index concurrently keywords_by_likeness on keywords using gin (name gin_trgm_ops);
--> statement-breakpoint
create function count_keywords() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from keyword_counts;
  elsif tg_op = 'INSERT' then
    insert into keyword_counts as stored (keyword_id, kind, shard, n)
    select keyword_id, kind, (select counter_shard()), count(*) from after_rows where not adult group by 1, 2
    on conflict (keyword_id, kind, shard) do update set n = stored.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into keyword_counts as stored (keyword_id, kind, shard, n)
    select keyword_id, kind, (select counter_shard()), -count(*) from before_rows where not adult group by 1, 2
    on conflict (keyword_id, kind, shard) do update set n = stored.n + excluded.n;
  else
    insert into keyword_counts as stored (keyword_id, kind, shard, n)
    select keyword_id, kind, (select counter_shard()), sum(n)
    from (
      select keyword_id, kind, 1 as n from after_rows where not adult
      union all
      select keyword_id, kind, -1 from before_rows where not adult
    ) moved
    group by 1, 2 having sum(n) <> 0
    on conflict (keyword_id, kind, shard) do update set n = stored.n + excluded.n;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger title_keywords_counted_insert after insert on title_keywords referencing new table as after_rows
  for each statement execute function count_keywords();
--> statement-breakpoint
create trigger title_keywords_counted_update after update on title_keywords
  referencing old table as before_rows new table as after_rows for each statement execute function count_keywords();
--> statement-breakpoint
create trigger title_keywords_counted_delete after delete on title_keywords referencing old table as before_rows
  for each statement execute function count_keywords();
--> statement-breakpoint
create trigger title_keywords_counted_truncate after truncate on title_keywords
  for each statement execute function count_keywords();
--> statement-breakpoint
-- The rows of a table of small records, by the name that the trigger gives.
create function count_records() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from record_counts where kind = tg_argv[0];
  elsif tg_op = 'INSERT' then
    insert into record_counts as stored (kind, shard, n)
    select tg_argv[0], (select counter_shard()), count(*) from after_rows having count(*) > 0
    on conflict (kind, shard) do update set n = stored.n + excluded.n;
  else
    insert into record_counts as stored (kind, shard, n)
    select tg_argv[0], (select counter_shard()), -count(*) from before_rows having count(*) > 0
    on conflict (kind, shard) do update set n = stored.n + excluded.n;
  end if;
  return null;
end $$;
--> statement-breakpoint
do $do$
declare
  counted record;
begin
  for counted in select * from (values ('keywords', 'keyword'), ('companies', 'company'), ('collections', 'collection')) t (name, kind)
  loop
    execute format('create trigger %1$s_counted_insert after insert on %1$s referencing new table as after_rows
      for each statement execute function count_records(%2$L)', counted.name, counted.kind);
    execute format('create trigger %1$s_counted_delete after delete on %1$s referencing old table as before_rows
      for each statement execute function count_records(%2$L)', counted.name, counted.kind);
    execute format('create trigger %1$s_counted_truncate after truncate on %1$s
      for each statement execute function count_records(%2$L)', counted.name, counted.kind);
    execute format('insert into record_counts select %2$L, 0, count(*) from %1$s', counted.name, counted.kind);
  end loop;
end $do$;
--> statement-breakpoint
-- Counts the titles of all keywords, some at a time. Writers of titles wait for some of them, not for all.
create procedure backfill_keyword_counts() language plpgsql as $$
declare
  passed uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
begin
  loop
    batch := array(select id from keywords where id > passed order by id limit 1000);
    exit when batch = '{}';
    lock table title_keywords in share row exclusive mode;
    delete from keyword_counts where keyword_id = any(batch);
    insert into keyword_counts (keyword_id, kind, shard, n)
      select keyword_id, kind, 0, count(*) from title_keywords where keyword_id = any(batch) and not adult group by 1, 2;
    commit;
    passed := batch[cardinality(batch)];
  end loop;
end $$;
--> statement-breakpoint
-- All of it anew from the rows; for loads with triggers off. Nobody may write titles, people, their genres or keywords
-- meanwhile.
create or replace function recount_catalog() returns void language plpgsql as $$
begin
  lock table titles, movies, series, people, title_genres, title_keywords, keywords, companies, collections
    in share row exclusive mode;
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
    select coalesce(known_for_department, ''), coalesce(adult, false), 0, count(*) from people group by 1, 2;
  delete from keyword_counts;
  insert into keyword_counts (keyword_id, kind, shard, n)
    select keyword_id, kind, 0, count(*) from title_keywords where not adult group by 1, 2;
  delete from record_counts;
  insert into record_counts (kind, shard, n)
    select 'keyword', 0, count(*) from keywords
    union all select 'company', 0, count(*) from companies
    union all select 'collection', 0, count(*) from collections;
end $$;
