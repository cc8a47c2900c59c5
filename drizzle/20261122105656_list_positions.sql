CREATE TABLE "list_blocks" (
	"list" text PRIMARY KEY NOT NULL,
	"marks" integer[] NOT NULL,
	"built_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_marks" (
	"list" text NOT NULL,
	"mark" integer NOT NULL,
	"id" uuid NOT NULL,
	"name" text,
	"popularity" double precision,
	"vote_average" double precision,
	"vote_count" integer,
	"date" date,
	CONSTRAINT "list_marks_list_mark_pk" PRIMARY KEY("list","mark")
);
--> statement-breakpoint
CREATE TABLE "list_starts" (
	"list" text NOT NULL,
	"part" text NOT NULL,
	"starts" integer[] NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "list_starts_list_part_pk" PRIMARY KEY("list","part")
);
--> statement-breakpoint
CREATE TABLE "movie_moves" (
	"n" smallint NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"popularity" double precision,
	"vote_average" double precision,
	"vote_count" integer,
	"date" date,
	"adult" boolean NOT NULL,
	"genre_mask" integer NOT NULL,
	"year" smallint
);
--> statement-breakpoint
CREATE TABLE "person_moves" (
	"n" smallint NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"popularity" double precision,
	"adult" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_moves" (
	"n" smallint NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"popularity" double precision,
	"vote_average" double precision,
	"vote_count" integer,
	"date" date,
	"adult" boolean NOT NULL,
	"genre_mask" integer NOT NULL,
	"year" smallint
);
--> statement-breakpoint
-- Read at once, whole or in great part: kept in the row, and free of dead rows.
alter table list_starts alter starts set storage main;
--> statement-breakpoint
alter table list_blocks alter marks set storage main;
--> statement-breakpoint
alter table list_starts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
--> statement-breakpoint
alter table list_blocks set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
--> statement-breakpoint
-- Starts after moves: `numbers[i]` records more in block `blocks[i]`, in rising order, shift all later blocks. A loop takes a
-- fifth of the time of a window over an unnested array.
create function moved_starts(starts integer[], blocks integer[], numbers integer[]) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  shift integer := 0;
  next integer := 1;
begin
  for block in 1 .. cardinality(starts) loop
    if shift <> 0 then
      starts[block] := starts[block] + shift;
    end if;
    if blocks[next] = block then
      shift := shift + numbers[next];
      next := next + 1;
    end if;
  end loop;
  return starts;
end $$;
--> statement-breakpoint
-- After a bulk load with triggers off or a truncation: every list of the table is built anew.
create function forget_positions(of_table text) returns void language plpgsql as $$
begin
  delete from list_blocks where starts_with(list, of_table || ' ');
  delete from list_starts where starts_with(list, of_table || ' ');
  delete from list_marks where starts_with(list, of_table || ' ');
end $$;
--> statement-breakpoint
-- Its loads with triggers off left no log either.
alter function recount_catalog() rename to recount_counters;
--> statement-breakpoint
create function recount_catalog() returns void language plpgsql as $$
begin
  perform recount_counters();
  perform forget_positions(listed) from unnest(array['movies', 'series', 'people']) listed;
end $$;
--> statement-breakpoint
-- The triggers that write the log of a table: `facts` are what a place depends on, as columns of a row "r".
do $do$
declare
  listed record;
begin
  for listed in values
    ('movies', 'movie_moves', 'r.title, r.popularity, r.vote_average, r.vote_count, r.release_date, r.adult, r.genre_mask, r.year'),
    ('series', 'series_moves', 'r.title, r.popularity, r.vote_average, r.vote_count, r.first_air_date, r.adult, r.genre_mask, r.year'),
    ('people', 'person_moves', 'r.name, r.popularity, coalesce(r.adult, false)')
  loop
    execute format($create$
      create function log_%1$s() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into %2$s select 1, r.id, %3$s from after_rows r;
        elsif tg_op = 'DELETE' then
          insert into %2$s select -1, r.id, %3$s from before_rows r;
        elsif tg_op = 'UPDATE' then
          insert into %2$s
            select move.* from before_rows r join after_rows a using (id)
            cross join lateral (values (-1, r.id, %3$s), (1, a.id, %4$s)) move
            where (%3$s) is distinct from (%4$s);
        else
          perform forget_positions('%1$s');
          delete from %2$s;
        end if;
        return null;
      end $$;
      create trigger %1$s_logged_insert after insert on %1$s referencing new table as after_rows
        for each statement execute function log_%1$s();
      create trigger %1$s_logged_update after update on %1$s referencing old table as before_rows new table as after_rows
        for each statement execute function log_%1$s();
      create trigger %1$s_logged_delete after delete on %1$s referencing old table as before_rows
        for each statement execute function log_%1$s();
      create trigger %1$s_logged_truncate after truncate on %1$s for each statement execute function log_%1$s();
      -- Every reader of a page reads the whole log.
      alter table %2$s set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
    $create$, listed.column1, listed.column2, listed.column3, replace(listed.column3, 'r.', 'a.'));
  end loop;
end $do$;
