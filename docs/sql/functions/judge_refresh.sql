-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.judge_refresh(kind job_kind, entity uuid, OUT tier refresh_tier, OUT rises_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
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
    select popularity, release_date, status in ('rumored', 'planned', 'in_production', 'post_production') as is_current
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
    select popularity, status in ('returning_series', 'planned', 'in_production') or in_production as is_current
      into title from series where id = entity;
    if title.is_current then
      tier := 'current';
      return;
    end if;
  else
    return;
  end if;
  if exists (select from popular_titles where title_id = entity)
    or title.popularity is not null
      and (select case kind when 'movie' then every_movie else every_series end from refresh_rules where "only") then
    tier := 'popular';
  end if;
end $function$;
