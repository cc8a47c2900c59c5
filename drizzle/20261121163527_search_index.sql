ALTER TYPE "public"."job_kind" ADD VALUE 'reindex';--> statement-breakpoint
-- What Meilisearch, the secondary index, still has to hear of, and how it is. Nothing is written here until a relay has run once,
-- and again nothing once none has run for a week; a relay that returns makes up for it (docs/operations.md).
create table search_index (
  only_one boolean primary key default true check (only_one),
  relayed_at timestamptz not null default now(),         -- the relay's latest sign of life, renewed once a minute
  rebuilds_wanted integer not null default 0,            -- how many rebuilds were asked for, who asked last, how many are done
  rebuild_wanted_by text,
  rebuilds_done integer not null default 0,
  rebuilding boolean not null default false,
  progress_done integer not null default 0,
  progress_total integer not null default 0,
  rebuilt_at timestamptz,
  documents integer,                                     -- in the index when it was last looked at
  drift integer,                                         -- documents that the latest comparison found to differ
  reconciled_at timestamptz,
  failing_since timestamptz,
  failure text
);
--> statement-breakpoint
create sequence search_outbox_gen;
--> statement-breakpoint
-- One row for each entity whose document may be out of date. `gen` never repeats: a row is taken away only at the generation that
-- was sent.
create table search_outbox (
  entity_kind smallint not null,                         -- as search_name.kind
  entity_id uuid not null,
  gen bigint not null default nextval('search_outbox_gen'),
  marked_at timestamptz not null default now(),
  primary key (entity_kind, entity_id)
) with (fillfactor = 80);
--> statement-breakpoint
create function search_is_relayed() returns boolean language sql stable as $$
  select exists (select from search_index where relayed_at > now() - interval '7 days') $$;
--> statement-breakpoint
-- Both arrays in step. Rows are locked in key order, after the names they belong to.
create function search_mark(kinds smallint[], ids uuid[]) returns void language sql as $$
  insert into search_outbox (entity_kind, entity_id)
  select distinct u.kind, u.id from unnest(kinds, ids) u(kind, id) order by 1, 2
  on conflict (entity_kind, entity_id) do update set gen = excluded.gen $$;
--> statement-breakpoint
-- A document is made of an entity's names and its overview, so whatever changes one of these marks it, in the same transaction.
create function search_names_added() returns trigger language plpgsql as $$
begin
  if search_is_relayed() and exists (select from fresh) then
    perform search_mark(array_agg(f.kind), array_agg(f.entity_id)) from fresh f;
  end if;
  return null;
end $$;
--> statement-breakpoint
create function search_names_removed() returns trigger language plpgsql as $$
begin
  if search_is_relayed() and exists (select from gone) then
    perform search_mark(array_agg(g.kind), array_agg(g.entity_id)) from gone g;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- A new popularity alone, which no document holds, marks nothing.
create function search_names_changed() returns trigger language plpgsql as $$
begin
  if search_is_relayed() and exists (select from fresh) then
    perform search_mark(array_agg(x.kind), array_agg(x.entity_id)) from (
      select f.kind, f.entity_id from fresh f join gone g on g.entity_id = f.entity_id and g.fold = f.fold
      where (f.kind, f.name_type, f.year, f.prom, f.adult, f.name) is distinct from
        (g.kind, g.name_type, g.year, g.prom, g.adult, g.name)
    ) x having count(*) > 0;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger search_names_added after insert on search_name referencing new table as fresh
for each statement execute function search_names_added();
--> statement-breakpoint
create trigger search_names_removed after delete on search_name referencing old table as gone
for each statement execute function search_names_removed();
--> statement-breakpoint
create trigger search_names_changed after update on search_name referencing old table as gone new table as fresh
for each statement execute function search_names_changed();
--> statement-breakpoint
create function search_overview_changed() returns trigger language plpgsql as $$
begin
  if search_is_relayed() then perform search_mark(array[tg_argv[0]::smallint], array[new.id]); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger search_overview_changed after update of overview on movies for each row
when (old.overview is distinct from new.overview) execute function search_overview_changed(1);
--> statement-breakpoint
create trigger search_overview_changed after update of overview on series for each row
when (old.overview is distinct from new.overview) execute function search_overview_changed(2);
--> statement-breakpoint
create trigger search_overview_changed after update of overview on collections for each row
when (old.overview is distinct from new.overview) execute function search_overview_changed(4);
