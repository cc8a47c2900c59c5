CREATE TABLE "popular_titles" (
	"title_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refresh_rules" DROP COLUMN "movie_popularity";--> statement-breakpoint
ALTER TABLE "refresh_rules" DROP COLUMN "movie_id";--> statement-breakpoint
ALTER TABLE "refresh_rules" DROP COLUMN "series_popularity";--> statement-breakpoint
ALTER TABLE "refresh_rules" DROP COLUMN "series_id";--> statement-breakpoint
create or replace function judge_refresh(kind job_kind, entity uuid, out tier refresh_tier, out rises_at timestamptz)
language plpgsql stable as $$
declare
  today date := (now() at time zone 'UTC')::date;
  title record;
begin
  tier := 'rest';
  if kind = 'season' then
    if exists (select from episodes where season_id = entity and air_date between today - 7 and today + 7) then
      tier := 'airing';
      return;
    end if;
    -- The series may know the next episode before its newest season does.
    select least(
        (select min(air_date) from episodes where season_id = entity and air_date > today + 7),
        case when seasons.season_number = (select max(newest.season_number) from seasons newest where newest.series_id = series.id)
          and (series.next_episode ->> 'air_date')::date >= today - 7 then (series.next_episode ->> 'air_date')::date end) - 7 as rises_on
      into title from seasons join series on series.id = seasons.series_id where seasons.id = entity;
    if title.rises_on <= today then
      tier := 'airing';
    else
      rises_at := title.rises_on::timestamp at time zone 'UTC';
    end if;
    return;
  elsif kind = 'movie' then
    select release_date, status in ('rumored', 'planned', 'in_production', 'post_production') as is_current
      into title from movies where id = entity;
    if title.is_current or title.release_date between today - 90 and today + 30
      or exists (select from release_dates where movie_id = entity and release_dates.release_date between today - 90 and today + 30) then
      tier := 'current';
      return;
    end if;
    rises_at := (least(case when title.release_date > today + 30 then title.release_date end,
      (select min(release_dates.release_date) from release_dates where movie_id = entity and release_dates.release_date > today + 30))
      - 30)::timestamp at time zone 'UTC';
  elsif kind = 'series' then
    select status in ('returning_series', 'planned', 'in_production') or in_production as is_current
      into title from series where id = entity;
    if title.is_current then
      tier := 'current';
      return;
    end if;
  else
    return;
  end if;
  if exists (select from popular_titles where title_id = entity) then
    tier := 'popular';
  end if;
end $$;
--> statement-breakpoint
-- Ranks titles by popularity, and judges those again that came to the thousand or the rankings, or left them. Only these are looked up.
create or replace function rank_popular() returns void language plpgsql
set enable_seqscan = off as $$
declare
  moved uuid[];
begin
  with top as materialized (
    (select id from movies where popularity is not null order by popularity desc nulls last, id limit 1000)
    union (select id from series where popularity is not null order by popularity desc nulls last, id limit 1000)
    union (select title_id from trending_entries)
  ),
  entered as (
    insert into popular_titles select id from top except select title_id from popular_titles
    on conflict do nothing returning title_id
  ),
  gone as (
    delete from popular_titles where title_id in (select title_id from popular_titles except select id from top) returning title_id
  )
  select array(select title_id from entered union all select title_id from gone) into moved;
  update refresh_rules set ranked_at = now() where "only";
  perform judge_again(array_agg(kind::text::job_kind), array_agg(external_id::text)) from titles where id = any(moved) having count(*) > 0;
end $$;
