ALTER TABLE "changes_pending" ADD COLUMN "stamped" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Appended to by every writer and emptied all the time: whoever numbers reads past dead rows until they are vacuumed.
alter table changes_pending set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_threshold = -1);
--> statement-breakpoint
-- What a transaction changes of an entity is noted in changes_pending by the triggers below, as bits of the groups in which it
-- changed. Nothing is noted where old and new values are equal, and for an entity that the same transaction created, most of it is
-- not noted: that it came says it all. An entity with a note has a later `updated_at`, and the reverse.
create function change_bit(of_group text) returns integer language sql immutable as $$
  select 1 << (array_position(array['names', 'dates', 'facts', 'audience', 'external_ids', 'genres', 'keywords', 'companies',
    'collection', 'credits', 'artwork', 'videos', 'release_dates', 'offerings', 'recommendations', 'translations', 'seasons',
    'members', 'ranking', 'lifecycle'], of_group) - 1);
$$;
--> statement-breakpoint
create function note_value_of(version text, shown text) returns text language sql immutable as $$
  select case when shown like '%row.%' then replace(shown, 'row.', version || '.') else format('%s.%I', version, shown) end;
$$;
--> statement-breakpoint
-- Notes the rows of a table whose rows are entities; `columns` has the columns of each group, as {"names": ["title", …], …}, or what
-- is shown of a "row". May be called again with other columns. Rows that come and go are many at once, so they are noted by statement; a changed one by itself,
-- where its `updated_at` is set. A season or an episode that comes, goes or changes names or dates changes its series, too.
create function note_changes_of(entities regclass, of_kind change_kind, columns jsonb) returns void language plpgsql as $do$
declare
  is_stamped constant boolean := exists (select from pg_attribute where attrelid = entities and attname = 'updated_at');
  has_series constant boolean := exists (select from pg_attribute where attrelid = entities and attname = 'series_id');
  has_external_id constant boolean := exists (select from pg_attribute where attrelid = entities and attname = 'external_id');
  values_of constant text := (
    select string_agg(format('%s is distinct from %s', note_value_of('old', name), note_value_of('new', name)), ' or ')
    from jsonb_each(columns) listed, jsonb_array_elements_text(listed.value) name);
  bits constant text := (
    select string_agg(format('(case when (%s) is distinct from (%s) then %s else 0 end)', was, is_now, change_bit(key)), E'\n          | ' order by change_bit(key))
    from (select key, (select string_agg(note_value_of('old', name), ', ') from jsonb_array_elements_text(value) name) as was,
        (select string_agg(note_value_of('new', name), ', ') from jsonb_array_elements_text(value) name) as is_now
      from jsonb_each(columns)) listed);
  series_from constant text := case when has_series then format(E'\n          ' || $$union all select distinct 'series'::change_kind, series_id, %s, false, false, null::integer, null::uuid from %%s$$,
    change_bit('seasons')) else '' end;
begin
  execute format($create$
    create or replace function note_%1$s() returns trigger language plpgsql as $$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := %3$s;
        %4$s
        insert into changes_pending (kind, entity_id, groups, stamped) values (%2$L, new.id, noted, %5$L);
        %6$s
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select %2$L::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows%7$s;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select %2$L::change_kind, id, 0, false, true, %8$s, %9$s from before_rows%10$s;
      end if;
      return null;
    end $$;
    create or replace trigger %1$s_noted_update before update on %1$s for each row when (%11$s) execute function note_%1$s();
    create or replace trigger %1$s_noted_insert after insert on %1$s referencing new table as after_rows
      for each statement execute function note_%1$s();
    create or replace trigger %1$s_noted_delete after delete on %1$s referencing old table as before_rows
      for each statement execute function note_%1$s();
  $create$,
    entities, of_kind, bits,
    case when is_stamped then $$new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');$$ else '' end,
    is_stamped,
    case when has_series then format($$if noted & %s <> 0 then
          insert into changes_pending (kind, entity_id, groups) values ('series', new.series_id, %s);
        end if;$$, change_bit('names') | change_bit('dates'), change_bit('seasons')) else '' end,
    format(series_from, 'after_rows'),
    case when has_external_id then 'external_id' else 'null::integer' end,
    case when has_series then 'series_id' else 'null::uuid' end,
    format(series_from, 'before_rows'),
    values_of);
end $do$;
--> statement-breakpoint
select note_changes_of('keywords', 'keyword', '{"names": ["name"]}');
--> statement-breakpoint
select note_changes_of('companies', 'company',
  '{"names": ["name"], "facts": ["country", "homepage", "headquarters"], "artwork": ["logo_path"]}');
--> statement-breakpoint
select note_changes_of('watch_providers', 'provider',
  '{"names": ["name"], "facts": ["display_priority"], "artwork": ["logo_path"]}');
--> statement-breakpoint
select note_changes_of('people', 'person', '{
  "names": ["name", "also_known_as", "biography"], "dates": ["birthday", "deathday"],
  "facts": ["known_for_department", "gender", "place_of_birth", "homepage", "coalesce(row.adult, row.removed_adult, false)"], "audience": ["popularity"],
  "external_ids": ["external_ids"], "artwork": ["profile_path"], "lifecycle": ["removed_at"]}');
--> statement-breakpoint
select note_changes_of('collections', 'collection', '{
  "names": ["name", "overview"], "artwork": ["poster_path", "backdrop_path"], "members": ["parts_total"],
  "lifecycle": ["removed_at"]}');
--> statement-breakpoint
select note_changes_of('movies', 'movie', '{
  "names": ["title", "original_title", "overview", "tagline"], "dates": ["release_date"],
  "facts": ["original_language", "homepage", "status", "runtime", "budget", "revenue", "coalesce(row.adult, row.removed_adult)", "origin_countries", "spoken_languages"],
  "audience": ["popularity", "vote_average", "vote_count"], "external_ids": ["external_ids"], "collection": ["collection_id"],
  "artwork": ["poster_path", "backdrop_path"], "lifecycle": ["removed_at"]}');
--> statement-breakpoint
select note_changes_of('series', 'series', '{
  "names": ["title", "original_title", "overview", "tagline"],
  "dates": ["first_air_date", "last_air_date", "last_episode", "next_episode"],
  "facts": ["original_language", "homepage", "status", "series_type", "in_production", "number_of_seasons", "number_of_episodes",
    "coalesce(row.adult, row.removed_adult)", "origin_countries", "spoken_languages"],
  "audience": ["popularity", "vote_average", "vote_count"], "external_ids": ["external_ids"],
  "artwork": ["poster_path", "backdrop_path"], "lifecycle": ["removed_at"]}');
--> statement-breakpoint
select note_changes_of('seasons', 'season', '{
  "names": ["title", "overview"], "dates": ["air_date"], "facts": ["episode_count", "episodes_ingested"],
  "audience": ["vote_average"], "external_ids": ["external_id"], "artwork": ["poster_path"]}');
--> statement-breakpoint
select note_changes_of('episodes', 'episode', '{
  "names": ["title", "overview"], "dates": ["air_date"], "facts": ["runtime", "episode_type", "production_code"],
  "audience": ["vote_average", "vote_count"], "external_ids": ["external_id"], "artwork": ["still_path"]}');
--> statement-breakpoint
-- A movie or series goes with its title, which alone knows the provider's id.
create function note_titles() returns trigger language plpgsql as $$
declare
  fresh text;
begin
  if tg_op = 'INSERT' then
    fresh := set_config('changes.fresh', new.id::text, true);
  else
    insert into changes_pending (kind, entity_id, groups, deleted, external_id)
      select kind::text::change_kind, id, 0, true, external_id from before_rows;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger titles_noted_insert after insert on titles for each row execute function note_titles();
--> statement-breakpoint
create trigger titles_noted_delete after delete on titles referencing old table as before_rows
  for each statement execute function note_titles();
--> statement-breakpoint
-- Rows that belong to an entity, as changes of one group of it: they are noted with the first row of each owner, after which a row
-- costs the test of a setting that ends with the transaction or savepoint. `owner` is the column of the owner.
create function note_parts_of(parts regclass, owner name, of_group text, hidden name[] default '{}') returns void
language plpgsql as $do$
declare
  shown constant text := (
    select string_agg(format('old.%1$I is distinct from new.%1$I', attname), ' or ' order by attnum)
    from pg_attribute where attrelid = parts and attnum > 0 and not attisdropped and attname <> all(hidden));
  told constant text := format('current_setting(%L, true) is distinct from %%s.%I::text', 'changes.' || parts, owner);
begin
  execute format($create$
    create trigger %1$s_noted_insert after insert on %1$s for each row when (%2$s) execute function note_parts_by_%3$s(%4$s);
    create trigger %1$s_noted_update after update on %1$s for each row when (%5$s and (%6$s)) execute function note_parts_by_%3$s(%4$s);
    create trigger %1$s_noted_delete after delete on %1$s for each row when (%7$s) execute function note_parts_by_%3$s(%4$s);
  $create$, parts, format(told, 'new'), owner, change_bit(of_group), format(told, 'new'), shown, format(told, 'old'));
end $do$;
--> statement-breakpoint
create function note_title(title uuid, noted integer) returns void language plpgsql as $$
begin
  if title::text is distinct from current_setting('changes.fresh', true) then
    insert into changes_pending (kind, entity_id, groups) select kind::text::change_kind, id, noted from titles where id = title;
  end if;
end $$;
--> statement-breakpoint
create function note_parts_by_title_id() returns trigger language plpgsql as $$
declare
  told text := set_config('changes.' || tg_table_name, coalesce(new.title_id, old.title_id)::text, true);
begin
  if told is distinct from current_setting('changes.fresh', true) then
    perform note_title(told::uuid, tg_argv[0]::integer);
  end if;
  return null;
end $$;
--> statement-breakpoint
create function note_parts_by_movie_id() returns trigger language plpgsql as $$
declare
  told text := set_config('changes.' || tg_table_name, coalesce(new.movie_id, old.movie_id)::text, true);
begin
  if told is distinct from current_setting('changes.fresh', true) then
    perform note_title(told::uuid, tg_argv[0]::integer);
  end if;
  return null;
end $$;
--> statement-breakpoint
create function note_parts_by_episode_id() returns trigger language plpgsql as $$
declare
  told text := set_config('changes.' || tg_table_name, coalesce(new.episode_id, old.episode_id)::text, true);
begin
  insert into changes_pending (kind, entity_id, groups) values ('episode', told::uuid, tg_argv[0]::integer);
  return null;
end $$;
--> statement-breakpoint
create function note_parts_by_owner_id() returns trigger language plpgsql as $$
declare
  told text := set_config('changes.' || tg_table_name, coalesce(new.owner_id, old.owner_id)::text, true);
  of_kind text := coalesce(new.owner_kind, old.owner_kind)::text;
begin
  if told is distinct from current_setting('changes.fresh', true) then
    insert into changes_pending (kind, entity_id, groups)
    values ((case of_kind when 'watch_provider' then 'provider' else of_kind end)::change_kind, told::uuid, tg_argv[0]::integer);
  end if;
  return null;
end $$;
--> statement-breakpoint
select note_parts_of('alternate_titles', 'title_id', 'names');
--> statement-breakpoint
select note_parts_of('content_ratings', 'title_id', 'facts');
--> statement-breakpoint
select note_parts_of('credits', 'title_id', 'credits', '{id}');
--> statement-breakpoint
select note_parts_of('episode_credits', 'episode_id', 'credits', '{id}');
--> statement-breakpoint
select note_parts_of('offering_links', 'title_id', 'offerings');
--> statement-breakpoint
select note_parts_of('offerings', 'title_id', 'offerings');
--> statement-breakpoint
select note_parts_of('release_dates', 'movie_id', 'release_dates');
--> statement-breakpoint
select note_parts_of('title_companies', 'title_id', 'companies');
--> statement-breakpoint
select note_parts_of('title_genres', 'title_id', 'genres');
--> statement-breakpoint
select note_parts_of('title_keywords', 'title_id', 'keywords', '{kind,year,status,genre_mask,adult}');
--> statement-breakpoint
select note_parts_of('videos', 'title_id', 'videos', '{id}');
--> statement-breakpoint
select note_parts_of('artwork', 'owner_id', 'artwork', '{id}');
--> statement-breakpoint
-- Parts of a collection that are not in the catalog are shown by nothing but their number.
create function note_collection_parts() returns trigger language plpgsql as $$
declare
  told text := coalesce(new.collection_id, old.collection_id)::text;
begin
  if exists (select from titles where provider = 'tmdb' and kind = 'movie' and external_id in (old.external_id, new.external_id)) then
    told := set_config('changes.collection_parts', told, true);
    insert into changes_pending (kind, entity_id, groups) values ('collection', told::uuid, change_bit('members'));
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger collection_parts_noted_insert after insert on collection_parts for each row
  when (current_setting('changes.collection_parts', true) is distinct from new.collection_id::text)
  execute function note_collection_parts();
--> statement-breakpoint
create trigger collection_parts_noted_update after update on collection_parts for each row
  when (current_setting('changes.collection_parts', true) is distinct from new.collection_id::text and old is distinct from new)
  execute function note_collection_parts();
--> statement-breakpoint
create trigger collection_parts_noted_delete after delete on collection_parts for each row
  when (current_setting('changes.collection_parts', true) is distinct from old.collection_id::text)
  execute function note_collection_parts();
--> statement-breakpoint
-- Of recommendations only the order of the movies that are in the catalog is shown, so their list is compared as a whole: as it was
-- before a statement touched it, and after the statement. A statement writes the list of one title.
create function recommended_by(movie uuid) returns text language sql stable as $$
  select array_agg(external_id order by rank)::text
  from (
    select external_id, min(position) as rank from recommendations where title_id = movie group by external_id
  ) recommended
  where exists (
    select from titles where provider = 'tmdb' and kind = 'movie' and titles.external_id = recommended.external_id);
$$;
--> statement-breakpoint
create function keep_recommendations() returns trigger language plpgsql as $$
declare
  told text := set_config('changes.recommendations', coalesce(new.title_id, old.title_id)::text, true);
begin
  if told is distinct from current_setting('changes.fresh', true) then
    told := set_config('changes.recommended', coalesce(recommended_by(told::uuid), '{}'), true);
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create function note_recommendations() returns trigger language plpgsql as $$
declare
  movie text := current_setting('changes.recommendations', true);
  recommended text;
begin
  if movie <> '' and movie is distinct from current_setting('changes.fresh', true) then
    recommended := coalesce(recommended_by(movie::uuid), '{}');
    if recommended <> current_setting('changes.recommended', true) then
      perform note_title(movie::uuid, change_bit('recommendations')), set_config('changes.recommended', recommended, true);
    end if;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger recommendations_kept_insert before insert on recommendations for each row
  when (current_setting('changes.recommendations', true) is distinct from new.title_id::text) execute function keep_recommendations();
--> statement-breakpoint
create trigger recommendations_kept before update or delete on recommendations for each row
  when (current_setting('changes.recommendations', true) is distinct from old.title_id::text) execute function keep_recommendations();
--> statement-breakpoint
create trigger recommendations_noted after insert or update or delete on recommendations
  for each statement execute function note_recommendations();
--> statement-breakpoint
-- A trending list has the id of its place among the four; when it was last refreshed is no change of it.
create function trending_entity_id(of_kind title_kind, of_window trending_window) returns uuid language sql immutable as $$
  select ('00000000-0000-0000-0000-00000000000' || case of_kind when 'movie' then 0 else 2 end + case of_window when 'day' then 1 else 2 end)::uuid;
$$;
--> statement-breakpoint
create function note_trending() returns trigger language plpgsql as $$
declare
  list uuid := trending_entity_id(coalesce(new.kind, old.kind), coalesce(new."window", old."window"));
  told text;
begin
  if tg_table_name = 'trending_lists' then
    insert into changes_pending (kind, entity_id, groups, created, deleted) values ('trending', list, 0, tg_op = 'INSERT', tg_op = 'DELETE');
  else
    told := set_config('changes.trending_entries', list::text, true);
    insert into changes_pending (kind, entity_id, groups) values ('trending', list, change_bit('ranking'));
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger trending_lists_noted after insert or delete on trending_lists for each row execute function note_trending();
--> statement-breakpoint
create trigger trending_entries_noted_insert after insert on trending_entries for each row
  when (current_setting('changes.trending_entries', true) is distinct from trending_entity_id(new.kind, new."window")::text)
  execute function note_trending();
--> statement-breakpoint
create trigger trending_entries_noted_update after update on trending_entries for each row
  when (current_setting('changes.trending_entries', true) is distinct from trending_entity_id(new.kind, new."window")::text
    and old is distinct from new) execute function note_trending();
--> statement-breakpoint
create trigger trending_entries_noted_delete after delete on trending_entries for each row
  when (current_setting('changes.trending_entries', true) is distinct from trending_entity_id(old.kind, old."window")::text)
  execute function note_trending();
--> statement-breakpoint
-- The commit moves `updated_at` of entities whose parts changed, unless this transaction did so already. At the commit, because an
-- episode changes its series: seasons of one series are ingested at the same time, and none waits for another until then.
create function stamp_noted() returns trigger language plpgsql as $$
declare
  own constant xid := pg_current_xact_id()::xid;
  later constant interval := '1 millisecond';
begin
  case new.kind
    when 'movie' then
      update movies set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'series' then
      update series set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'episode' then
      update episodes set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'season' then
      update seasons set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'person' then
      update people set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'collection' then
      update collections set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'company' then
      update companies set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    else
      null;
  end case;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger changes_stamped after insert on changes_pending deferrable initially deferred for each row
  when (new.groups <> 0 and not new.stamped) execute function stamp_noted();
