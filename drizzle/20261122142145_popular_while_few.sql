ALTER TABLE "refresh_rules" ADD COLUMN "every_movie" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "refresh_rules" ADD COLUMN "every_series" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- While there are no more titles than are popular, each is from its first fetch on.
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
  update refresh_rules set ranked_at = now(),
    every_movie = (select count(*) < 1000 from (select from movies where popularity is not null limit 1000) counted),
    every_series = (select count(*) < 1000 from (select from series where popularity is not null limit 1000) counted)
  where "only";
  perform judge_again(array_agg(kind::text::job_kind), array_agg(external_id::text)) from titles where id = any(moved) having count(*) > 0;
end $$;
--> statement-breakpoint
-- Every fetch says when the next one is due, in its own transaction. A record that the provider no longer has is asked for after a
-- day, then three times within the maximum age.
create or replace function schedule_refresh() returns trigger language plpgsql
set enable_seqscan = off as $$
declare
  verdict record;
  fetches int := 0;
begin
  if tg_op = 'UPDATE' and new.fetched_at = old.fetched_at then
    if new.missing_at is not null then
      update refresh_state set next_refresh_at = now() + case when old.missing_at is null then interval '24 hours'
        else (select make_interval(secs => max_age_seconds / 3) from refresh_rules where "only") end
      where kind = new.kind and external_id = new.external_id;
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and new.payload_hash = old.payload_hash then
    select least(unchanged + 1, 1000) into fetches from refresh_state where kind = new.kind and external_id = new.external_id;
    fetches := coalesce(fetches, 0);
  end if;
  verdict := judge_refresh(new.kind, new.entity_id);
  -- Whoever is judged popular is ranked with the others from now on.
  if verdict.tier = 'popular' then
    insert into popular_titles values (new.entity_id) on conflict do nothing;
  end if;
  insert into refresh_state as stored (kind, external_id, tier, next_refresh_at, last_fetched_at, unchanged)
  values (new.kind, new.external_id, verdict.tier,
    refresh_due(verdict.tier, new.kind, new.external_id, new.fetched_at, fetches, verdict.rises_at), new.fetched_at, fetches)
  on conflict (kind, external_id) do update set tier = excluded.tier, next_refresh_at = excluded.next_refresh_at,
    last_fetched_at = excluded.last_fetched_at, unchanged = excluded.unchanged;
  -- A series tells when the next episode of its newest season is.
  if new.kind = 'series' and fetches = 0 then
    perform judge_again(array['season'::job_kind], array[new.external_id || ':' || max(season_number)])
    from seasons where series_id = new.entity_id having count(*) > 0;
  end if;
  return null;
end $$;
