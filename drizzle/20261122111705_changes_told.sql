-- Whoever keeps answers of the catalog listens to the channel `catalog`: each transaction that changes what public reads show sends
-- one notification, which arrives after its commit. The payload is empty, or the public id of the one record of which nothing
-- but the time of its last ingestion has changed. Statements that change no row send nothing.
--
-- Row triggers, because a statement trigger would collect all rows that it writes to see whether there are any. Once a transaction has
-- told, a row costs the test of a setting, which ends with the transaction or the savepoint that told.
create function catalog_changed() returns trigger language plpgsql as $$
begin
  if current_setting('catalog.told', true) is distinct from 'yes' then
    perform pg_notify('catalog', ''), set_config('catalog.told', 'yes', true);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- To be called for every table whose rows a public read shows or finds its answers by.
create function tell_changes_of(shown regclass) returns void language plpgsql as $$
begin
  execute format($trigger$
    create trigger catalog_changed_rows after insert or delete on %1$s for each row
      when (current_setting('catalog.told', true) is distinct from 'yes') execute function catalog_changed();
    create trigger catalog_changed_values after update on %1$s for each row
      when (current_setting('catalog.told', true) is distinct from 'yes' and old is distinct from new)
      execute function catalog_changed();
    create trigger catalog_changed_truncate after truncate on %1$s for each statement execute function catalog_changed();
  $trigger$, shown);
end $$;
--> statement-breakpoint
select tell_changes_of(shown::regclass) from unnest(array[
  'alternate_titles', 'artwork', 'collection_parts', 'collections', 'companies', 'content_ratings', 'credits', 'episode_credits',
  'episodes', 'genres', 'keywords', 'movies', 'offering_links', 'offerings', 'people', 'person_counts', 'recommendations',
  'release_dates', 'search_name', 'search_word', 'seasons', 'series', 'title_companies', 'title_counts', 'title_genres',
  'title_keywords', 'titles', 'trending_entries', 'trending_lists', 'videos', 'watch_providers'
]) shown;
--> statement-breakpoint
-- Another fetch of an unchanged payload changes `last_ingested_at` of one record and nothing else.
create function record_ingested_again() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', coalesce(new.kind || '_' || replace(new.entity_id::text, '-', ''), ''));
  return null;
end $$;
--> statement-breakpoint
create trigger record_ingested_again after update on provenance for each row
when (current_setting('catalog.told', true) is distinct from 'yes'
  and old.fetched_at is distinct from new.fetched_at
  and (old.provider, old.kind, old.external_id, old.entity_id) is not distinct from (new.provider, new.kind, new.external_id, new.entity_id)
  and new.kind in ('movie', 'series', 'collection', 'person'))
execute function record_ingested_again();
--> statement-breakpoint
create trigger catalog_changed_rows after insert or delete on provenance for each row
when (current_setting('catalog.told', true) is distinct from 'yes') execute function catalog_changed();
--> statement-breakpoint
create trigger catalog_changed_values after update on provenance for each row
when (current_setting('catalog.told', true) is distinct from 'yes'
  and (old.provider, old.kind, old.external_id, old.entity_id) is distinct from (new.provider, new.kind, new.external_id, new.entity_id))
execute function catalog_changed();
--> statement-breakpoint
create trigger catalog_changed_truncate after truncate on provenance for each statement execute function catalog_changed();
--> statement-breakpoint
-- What answers are counted and found by, beside the tables that they show: a recount changes nothing else.
select tell_changes_of(shown::regclass)
from unnest(array['keyword_counts', 'record_counts', 'theatrical_releases', 'title_totals']) shown;
