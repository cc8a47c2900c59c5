CREATE TABLE "theatrical_releases" (
	"movie_id" uuid NOT NULL,
	"region" text NOT NULL,
	"release_date" date NOT NULL,
	"previous_date" date,
	"is_rerelease" boolean NOT NULL,
	"popularity" double precision,
	"adult" boolean NOT NULL,
	CONSTRAINT "theatrical_releases_movie_id_region_release_date_pk" PRIMARY KEY("movie_id","region","release_date")
);
--> statement-breakpoint
alter table theatrical_releases set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
create index theatrical_releases_by_date on theatrical_releases (region, release_date)
  include (movie_id, previous_date, is_rerelease, popularity, adult);
--> statement-breakpoint
-- What the table holds, computed from the rows it is derived from.
create view theatrical_releases_now as
  select movie_id, region, release_date, lag(release_date) over dates as previous_date,
    min(release_date) over dates < release_date - interval '1 year' as is_rerelease, popularity, adult
  from (
    select distinct movie_id, region, r.release_date, popularity, adult
    from release_dates r join movies on id = movie_id where release_type = 'theatrical'
  ) theatrical
  window dates as (partition by movie_id, region order by release_date);
--> statement-breakpoint
-- The locks make a writer of the same movie wait, who then finds these rows; in the order of refresh_genre_masks().
create function refresh_theatrical_releases(touched uuid[]) returns void language plpgsql as $$
begin
  perform from titles where id = any(touched) order by id for no key update;
  perform from movies where id = any(touched) order by id for no key update;
  delete from theatrical_releases stored
    where movie_id = any(touched) and not exists (
      select from release_dates r where r.movie_id = stored.movie_id and r.region = stored.region
        and r.release_date = stored.release_date and release_type = 'theatrical');
  insert into theatrical_releases as stored (movie_id, region, release_date, previous_date, is_rerelease, popularity, adult)
    select movie_id, region, release_date, previous_date, is_rerelease, popularity, adult
    from theatrical_releases_now where movie_id = any(touched)
    on conflict (movie_id, region, release_date) do update set previous_date = excluded.previous_date,
      is_rerelease = excluded.is_rerelease, popularity = excluded.popularity, adult = excluded.adult
    where (stored.previous_date, stored.is_rerelease, stored.popularity, stored.adult)
      is distinct from (excluded.previous_date, excluded.is_rerelease, excluded.popularity, excluded.adult);
end $$;
--> statement-breakpoint
create function release_dates_changed() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  if tg_op = 'TRUNCATE' then
    delete from theatrical_releases;
    return null;
  elsif tg_op = 'INSERT' then
    touched := array(select distinct movie_id from after_rows where release_type = 'theatrical');
  elsif tg_op = 'DELETE' then
    touched := array(select distinct movie_id from before_rows where release_type = 'theatrical');
  else
    touched := array(
      select movie_id from (
        (select movie_id, region, release_date, release_type from before_rows
          except all select movie_id, region, release_date, release_type from after_rows)
        union all
        (select movie_id, region, release_date, release_type from after_rows
          except all select movie_id, region, release_date, release_type from before_rows)
      ) moved where release_type = 'theatrical' group by 1);
  end if;
  if touched <> '{}' then
    perform refresh_theatrical_releases(touched);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger release_dates_changed_insert after insert on release_dates referencing new table as after_rows
  for each statement execute function release_dates_changed();
--> statement-breakpoint
create trigger release_dates_changed_update after update on release_dates
  referencing old table as before_rows new table as after_rows for each statement execute function release_dates_changed();
--> statement-breakpoint
create trigger release_dates_changed_delete after delete on release_dates referencing old table as before_rows
  for each statement execute function release_dates_changed();
--> statement-breakpoint
create trigger release_dates_changed_truncate after truncate on release_dates
  for each statement execute function release_dates_changed();
--> statement-breakpoint
create function theatrical_movies_changed() returns trigger language plpgsql as $$
begin
  update theatrical_releases stored set popularity = come.popularity, adult = come.adult
    from before_rows gone join after_rows come using (id)
    where stored.movie_id = come.id and (gone.popularity, gone.adult) is distinct from (come.popularity, come.adult);
  return null;
end $$;
--> statement-breakpoint
create trigger theatrical_movies_changed after update on movies
  referencing old table as before_rows new table as after_rows
  for each statement execute function theatrical_movies_changed();
--> statement-breakpoint
create procedure backfill_theatrical_releases() language plpgsql as $$
declare
  passed uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
begin
  loop
    batch := array(select id from movies where id > passed order by id limit 1000);
    exit when batch = '{}';
    perform refresh_theatrical_releases(batch);
    commit;
    passed := batch[cardinality(batch)];
  end loop;
end $$;
--> statement-breakpoint
-- All of it anew from the rows; for loads with triggers off. Nobody may write titles, people, their genres or keywords
-- meanwhile.
create or replace function recount_catalog() returns void language plpgsql as $$
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
  delete from theatrical_releases;
  insert into theatrical_releases table theatrical_releases_now;
end $$;
--> statement-breakpoint
-- Its statements find the rows of a few movies whatever the values are: planning them for each call took three times as
-- long as running them.
alter function refresh_theatrical_releases(uuid[]) set plan_cache_mode = force_generic_plan;
