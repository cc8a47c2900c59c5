-- Which entity carries which id of another database, so that references of clients are looked up in one index.
CREATE TYPE "public"."external_source" AS ENUM('tmdb', 'tmdb_network', 'imdb', 'tvdb', 'wikidata', 'facebook', 'instagram', 'twitter', 'tiktok', 'youtube');--> statement-breakpoint
CREATE TABLE "external_refs" (
	"source" "external_source" NOT NULL,
	"value" text NOT NULL,
	"kind" "change_kind" NOT NULL,
	"entity_id" uuid NOT NULL,
	CONSTRAINT "external_refs_source_value_kind_entity_id_pk" PRIMARY KEY("source","value","kind","entity_id")
);
--> statement-breakpoint
CREATE INDEX "external_refs_entity_id_index" ON "external_refs" USING btree ("entity_id");
--> statement-breakpoint
-- The ids that a title or person has elsewhere, in the spelling of references: names of accounts are compared without case.
create function refs_in(ids jsonb) returns table (source external_source, value text) language sql stable parallel safe as $$
  select named.source, case when named.source in ('imdb', 'tvdb', 'wikidata') then given.value else lower(given.value) end
  from unnest('{imdb,tvdb,wikidata,facebook,instagram,twitter,tiktok,youtube}'::external_source[]) named (source)
  cross join lateral (select ids ->> named.source::text) given (value)
  where given.value ~ '^[A-Za-z0-9._-]{1,100}$' $$;
--> statement-breakpoint
-- What external_refs holds of each table, computed from a row "r" of it. The triggers of a table write nothing but this.
do $do$
declare
  carrier record;
  parts text[];
begin
  for carrier in values
    ('titles', 'select ''tmdb''::external_source, r.external_id::text, r.kind::text::change_kind, r.id from %s r'),
    ('movies', 'select ref.source, ref.value, ''movie''::change_kind, r.id from %s r cross join lateral refs_in(r.external_ids) ref'),
    ('series', 'select ref.source, ref.value, ''series''::change_kind, r.id from %s r cross join lateral refs_in(r.external_ids) ref'),
    ('seasons', 'select ''tmdb''::external_source, r.external_id::text, ''season''::change_kind, r.id from %s r where r.external_id is not null'),
    ('episodes', 'select ''tmdb''::external_source, r.external_id::text, ''episode''::change_kind, r.id from %s r where r.external_id is not null'),
    ('people', 'select ref.source, ref.value, ''person''::change_kind, r.id from %s r cross join lateral (
      select ''tmdb''::external_source, r.external_id::text union all select * from refs_in(r.external_ids)) ref (source, value)'),
    ('collections', 'select ''tmdb''::external_source, r.external_id::text, ''collection''::change_kind, r.id from %s r'),
    ('companies', 'select case r.company_type when ''network'' then ''tmdb_network'' else ''tmdb'' end::external_source,
      r.external_id::text, ''company''::change_kind, r.id from %s r'),
    ('keywords', 'select ''tmdb''::external_source, r.external_id::text, ''keyword''::change_kind, r.id from %s r')
  loop
    parts := parts || format('select %L as carrier, ref.* from (%s) ref (source, value, kind, entity_id)',
      carrier.column1, format(carrier.column2, carrier.column1));
    execute format($create$
      create function keep_refs_of_%1$s() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into external_refs %2$s;
        elsif tg_op = 'DELETE' then
          delete from external_refs stored using (%3$s) gone (source, value, kind, entity_id)
            where (stored.source, stored.value, stored.kind, stored.entity_id) = (gone.source, gone.value, gone.kind, gone.entity_id);
        elsif tg_op = 'TRUNCATE' then
          delete from external_refs stored where not exists (
            select from external_refs_now now where (now.source, now.value, now.kind, now.entity_id)
              = (stored.source, stored.value, stored.kind, stored.entity_id));
        else
          delete from external_refs stored using (%4$s except %5$s) gone (source, value, kind, entity_id)
            where (stored.source, stored.value, stored.kind, stored.entity_id) = (gone.source, gone.value, gone.kind, gone.entity_id);
          insert into external_refs (%5$s) except (%4$s) on conflict do nothing;
        end if;
        return null;
      end $$;
    $create$, carrier.column1, format(carrier.column2, 'after_rows'), format(carrier.column2, 'before_rows'),
      format(carrier.column2, '(select old.*)'), format(carrier.column2, '(select new.*)'));
    execute format($create$
      create trigger %1$s_refs_insert after insert on %1$s referencing new table as after_rows
        for each statement execute function keep_refs_of_%1$s();
      create trigger %1$s_refs_delete after delete on %1$s referencing old table as before_rows
        for each statement execute function keep_refs_of_%1$s();
      create trigger %1$s_refs_truncate after truncate on %1$s for each statement execute function keep_refs_of_%1$s();
      -- By row, because a statement trigger would look at all rows, and these hardly ever differ.
      create trigger %1$s_refs_update after update on %1$s for each row when (%2$s) execute function keep_refs_of_%1$s();
    $create$, carrier.column1, case carrier.column1
      when 'movies' then 'old.external_ids is distinct from new.external_ids'
      when 'series' then 'old.external_ids is distinct from new.external_ids'
      when 'people' then '(old.external_id, old.external_ids) is distinct from (new.external_id, new.external_ids)'
      when 'companies' then '(old.external_id, old.company_type) is distinct from (new.external_id, new.company_type)'
      else 'old.external_id is distinct from new.external_id' end);
  end loop;
  execute 'create view external_refs_now as ' || array_to_string(parts, ' union all ');
end $do$;
--> statement-breakpoint
-- All of them anew from the rows, after a load with triggers off.
create function recount_external_refs() returns void language plpgsql as $$
begin
  lock table titles, movies, series, seasons, episodes, people, collections, companies, keywords in share row exclusive mode;
  delete from external_refs;
  insert into external_refs select source, value, kind, entity_id from external_refs_now;
end $$;
--> statement-breakpoint
create or replace function recount_catalog() returns void language plpgsql as $$
begin
  perform recount_counters();
  perform recount_external_refs();
  perform forget_positions(listed) from unnest(array['movies', 'series', 'people']) listed;
end $$;
--> statement-breakpoint
-- The locks keep a row as it is until its ids are stored. Rows that are being written are left for later instead of waited for,
-- so that nothing can deadlock with writers.
create procedure backfill_external_refs() language plpgsql as $$
declare
  carrier text;
  passed uuid;
  batch uuid[];
  held uuid[];
begin
  foreach carrier in array array['keywords', 'companies', 'collections', 'titles', 'movies', 'series', 'seasons', 'episodes', 'people']
  loop
    passed := '00000000-0000-0000-0000-000000000000';
    loop
      execute format('select array(select id from %I where id > $1 order by id limit 1000)', carrier) into batch using passed;
      exit when batch = '{}';
      passed := batch[cardinality(batch)];
      while batch <> '{}' loop
        execute format('select array(select id from %I where id = any($1) for share skip locked)', carrier) into held using batch;
        execute format('insert into external_refs select source, value, kind, entity_id from external_refs_now
          where carrier = %L and entity_id = any($1) on conflict do nothing', carrier) using held;
        commit;
        execute format('select array(select id from %I where id = any($1) and id <> all($2))', carrier) into batch using batch, held;
        if batch <> '{}' then
          perform pg_sleep(0.01);
        end if;
      end loop;
    end loop;
  end loop;
end $$;
