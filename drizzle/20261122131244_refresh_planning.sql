ALTER TYPE "public"."job_kind" ADD VALUE 'changes';
--> statement-breakpoint
CREATE TABLE "change_list_entries" (
	"kind" "job_kind" NOT NULL,
	"day" date NOT NULL,
	"external_id" text NOT NULL,
	"named_at" timestamp with time zone NOT NULL,
	"applied" boolean DEFAULT false NOT NULL,
	CONSTRAINT "change_list_entries_kind_day_external_id_pk" PRIMARY KEY("kind","day","external_id")
);
--> statement-breakpoint
CREATE TABLE "change_lists" (
	"kind" "job_kind" PRIMARY KEY NOT NULL,
	"through_day" date,
	"read_at" timestamp with time zone,
	"named" integer DEFAULT 0 NOT NULL,
	"enqueued" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone,
	"began_at" timestamp with time zone,
	"next_day" date,
	"next_page" integer,
	"named_so_far" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "planned_calls" (
	"second" timestamp with time zone PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_rules" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"airing_seconds" double precision NOT NULL,
	"current_seconds" double precision NOT NULL,
	"popular_seconds" double precision NOT NULL,
	"max_age_seconds" double precision NOT NULL,
	"every_movie" boolean DEFAULT true NOT NULL,
	"every_series" boolean DEFAULT true NOT NULL,
	"ranked_at" timestamp with time zone,
	"judged_kind" "job_kind",
	"judged_external_id" text,
	CONSTRAINT "refresh_rules_only" CHECK ("refresh_rules"."only")
);
--> statement-breakpoint
CREATE TABLE "popular_titles" (
	"title_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "popular_titles" ADD CONSTRAINT "popular_titles_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
DROP INDEX "refresh_state_next_refresh_at_index";
--> statement-breakpoint
CREATE INDEX "change_list_entries_new" ON "change_list_entries" USING btree ("kind") WHERE not applied;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refresh_state_due" ON "refresh_state" USING btree ("tier","next_refresh_at");
--> statement-breakpoint
insert into refresh_rules (airing_seconds, current_seconds, popular_seconds, max_age_seconds)
values (6 * 3600, 24 * 3600, 72 * 3600, 150 * 86400);
--> statement-breakpoint
insert into change_lists (kind) values ('movie'), ('series'), ('person');
--> statement-breakpoint
-- While there are no more titles than are popular, each is from its first fetch on.
create function judge_refresh(kind job_kind, entity uuid, out tier refresh_tier, out rises_at timestamptz)
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
-- How long after a fetch a record is fetched again. The spread, by the id, keeps what came together from coming together again; no
-- record gets older than the maximum age.
create function refresh_interval(tier refresh_tier, kind job_kind, external_id text, unchanged int) returns interval
language sql stable
return (
  select make_interval(secs => least(
    case when kind = 'collection' then 30 * 86400
      else case tier when 'airing' then airing_seconds when 'current' then current_seconds when 'popular' then popular_seconds
        else max_age_seconds end * 2 ^ least(unchanged, 3) end * (1 + spread),
    max_age_seconds * (1 - abs(spread))))
  from refresh_rules, (select ((hashtextextended(external_id, 0) & 1023) / 1023.0 - 0.5)::float8 * 0.2 as spread) hashed
  where "only"
);
--> statement-breakpoint
-- When a record that was fetched at this time is due: after its interval, or when it rises to the higher tier and that one's is over.
create function refresh_due(
  tier refresh_tier, kind job_kind, external_id text, fetched_at timestamptz, unchanged int, rises_at timestamptz
) returns timestamptz language sql stable
return least(
  fetched_at + refresh_interval(tier, kind, external_id, unchanged),
  greatest(rises_at, fetched_at + refresh_interval(
    case kind when 'season' then 'airing'::refresh_tier else 'current' end, kind, external_id, unchanged))
    + case when rises_at is null then null else interval '0' end
);
--> statement-breakpoint
-- Judges records again that nobody fetched: of those whose tier has changed, none becomes due later than it was.
create function judge_again(kinds job_kind[], external_ids text[]) returns void language sql
set enable_seqscan = off
begin atomic
  update refresh_state set tier = judged.tier, next_refresh_at = least(refresh_state.next_refresh_at, judged.due)
  from (
    select state.kind, state.external_id, verdict.tier,
      case when provenance.missing_at is null then refresh_due(verdict.tier, state.kind, state.external_id, state.last_fetched_at,
        state.unchanged, verdict.rises_at) end as due
    from (
      select refresh_state.* from unnest(kinds, external_ids) wanted(kind, external_id) join refresh_state using (kind, external_id)
      order by kind, external_id for update of refresh_state skip locked
    ) state
    join provenance on provenance.provider = 'tmdb' and provenance.kind = state.kind and provenance.external_id = state.external_id
    cross join lateral judge_refresh(state.kind, provenance.entity_id) verdict
    where verdict.tier <> state.tier
  ) judged
  where refresh_state.kind = judged.kind and refresh_state.external_id = judged.external_id;
end;
--> statement-breakpoint
-- Every fetch says when the next one is due, in its own transaction. A record that the provider no longer has is asked for after a
-- day, then three times within the maximum age.
create function schedule_refresh() returns trigger language plpgsql
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
--> statement-breakpoint
create trigger schedule_refresh after insert or update on provenance for each row
when (new.kind in ('movie', 'series', 'season', 'person', 'collection') and new.entity_id is not null)
execute function schedule_refresh();
--> statement-breakpoint
create function forget_refresh() returns trigger language plpgsql as $$
begin
  delete from refresh_state where kind = old.kind and external_id = old.external_id;
  return null;
end $$;
--> statement-breakpoint
create trigger forget_refresh after delete on provenance for each row execute function forget_refresh();
--> statement-breakpoint
-- A fetch that failed for good, other than by a miss, is tried again after an interval.
create function schedule_after_failure() returns trigger language plpgsql as $$
begin
  update refresh_state set next_refresh_at = now() + refresh_interval(tier, kind, external_id, 0)
  where kind = new.kind and external_id = new.external_id;
  return null;
end $$;
--> statement-breakpoint
create trigger schedule_after_failure after update on jobs for each row
when (new.status = 'failed' and old.status = 'running' and new.error ->> 'code' is distinct from 'provider_not_found')
execute function schedule_after_failure();
--> statement-breakpoint
-- What a series says about its seasons makes the three newest of those that changed due. A season that is being fetched right now
-- is passed over, and the fetch of a season itself says afterwards when it is due.
create function refresh_changed_seasons() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  update refresh_state set next_refresh_at = now()
  from (
    select state.kind, state.external_id from (
      select titles.external_id || ':' || after_rows.season_number as external_id
      from after_rows join before_rows using (id) join titles on titles.id = after_rows.series_id
      where after_rows.episodes_ingested
        and (before_rows.air_date, before_rows.episode_count, before_rows.overview, before_rows.title)
          is distinct from (after_rows.air_date, after_rows.episode_count, after_rows.overview, after_rows.title)
      order by after_rows.season_number desc limit 3
    ) changed
    join refresh_state state on state.kind = 'season' and state.external_id = changed.external_id
    order by state.kind, state.external_id for update of state skip locked
  ) due
  where refresh_state.kind = due.kind and refresh_state.external_id = due.external_id and refresh_state.next_refresh_at > now();
  return null;
end $$;
--> statement-breakpoint
create trigger refresh_changed_seasons after update on seasons referencing old table as before_rows new table as after_rows
for each statement execute function refresh_changed_seasons();
--> statement-breakpoint
-- Ranks titles by popularity, and judges those again that came to the thousand or the rankings, or left them. Only these are looked up.
create function rank_popular() returns void language plpgsql
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
-- After a change of the intervals: judges the next records by the new ones. What is due stays due, and what is missing waits.
create function judge_next(most int) returns void language plpgsql
set enable_seqscan = off as $$
declare
  rules refresh_rules;
  batch record;
begin
  select * into rules from refresh_rules where "only";
  select array_agg(kind) as kinds, array_agg(external_id) as external_ids into batch from (
    select kind, external_id from refresh_state where (kind, external_id) > (rules.judged_kind, rules.judged_external_id)
    order by kind, external_id limit most) next;
  update refresh_state set tier = judged.tier,
    next_refresh_at = case when refresh_state.next_refresh_at <= now() then refresh_state.next_refresh_at else judged.due end
  from (
    select state.kind, state.external_id, verdict.tier,
      refresh_due(verdict.tier, state.kind, state.external_id, state.last_fetched_at, state.unchanged, verdict.rises_at) as due
    from (
      select refresh_state.* from unnest(batch.kinds, batch.external_ids) wanted(kind, external_id)
      join refresh_state using (kind, external_id) order by kind, external_id for update of refresh_state
    ) state
    join provenance on provenance.provider = 'tmdb' and provenance.kind = state.kind and provenance.external_id = state.external_id
    cross join lateral judge_refresh(state.kind, provenance.entity_id) verdict
    where provenance.missing_at is null
  ) judged
  where refresh_state.kind = judged.kind and refresh_state.external_id = judged.external_id;
  update refresh_rules set judged_kind = batch.kinds[cardinality(batch.kinds)],
    judged_external_id = batch.external_ids[cardinality(batch.external_ids)] where "only";
end $$;
--> statement-breakpoint
-- Counts a planned call and reserves its time. Returns the seconds to wait before it; if the provider asked for a pause, `paused` has
-- its seconds; if as many calls as allowed were planned in the time that `span` is long, `spent` has the seconds until the next may be.
create function reserve_planned_call(
  asked provider_name, gap float8, most int, span interval, out wait float8, out paused float8, out spent float8
) language plpgsql as $$
declare
  pace provider_pace;
  used bigint;
  oldest timestamptz;
begin
  insert into provider_pace (provider) values (asked) on conflict do nothing;
  -- The lock first: what is counted then is all that was reserved before.
  select * into pace from provider_pace where provider = asked for update;
  paused := greatest(0, extract(epoch from pace.paused_until - clock_timestamp()));
  wait := 0;
  spent := 0;
  if paused > 0 then
    return;
  end if;
  select sum(calls), min(second) into used, oldest from planned_calls where second > clock_timestamp() - span - interval '1 second';
  if used >= most then
    spent := greatest(0.1, extract(epoch from oldest + span + interval '1 second' - clock_timestamp()));
    return;
  end if;
  update provider_pace set next_call_at = greatest(next_call_at, clock_timestamp()) + make_interval(secs => gap)
  where provider = asked returning * into pace;
  wait := greatest(0, extract(epoch from pace.next_call_at - clock_timestamp()) - gap);
  insert into planned_calls as counted (second, calls)
  values (date_trunc('second', clock_timestamp() + make_interval(secs => wait)), 1)
  on conflict (second) do update set calls = counted.calls + 1;
end $$;
--> statement-breakpoint
create procedure backfill_refresh_state() language plpgsql as $$
declare
  -- The kind that is the first in their order.
  passed_kind job_kind := 'movie';
  passed_id text := '';
  batch record;
begin
  perform rank_popular();
  loop
    select array_agg(kind) as kinds, array_agg(external_id) as external_ids into batch from (
      select kind, external_id from provenance where provider = 'tmdb' and (kind, external_id) > (passed_kind, passed_id)
      order by kind, external_id limit 1000) next;
    exit when batch.kinds is null;
    insert into refresh_state (kind, external_id, tier, next_refresh_at, last_fetched_at)
    select provenance.kind, provenance.external_id, verdict.tier,
      refresh_due(verdict.tier, provenance.kind, provenance.external_id, provenance.fetched_at, 0, verdict.rises_at), provenance.fetched_at
    from unnest(batch.kinds, batch.external_ids) next(kind, external_id)
    join provenance on provenance.provider = 'tmdb' and provenance.kind = next.kind and provenance.external_id = next.external_id
    cross join lateral judge_refresh(provenance.kind, provenance.entity_id) verdict
    where provenance.kind in ('movie', 'series', 'season', 'person', 'collection') and entity_id is not null
    on conflict do nothing;
    commit;
    passed_kind := batch.kinds[cardinality(batch.kinds)];
    passed_id := batch.external_ids[cardinality(batch.external_ids)];
  end loop;
end $$;
