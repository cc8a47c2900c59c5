CREATE TYPE "public"."translated_kind" AS ENUM('movie', 'series', 'season', 'episode', 'person', 'collection');--> statement-breakpoint
CREATE TABLE "translations" (
	"owner_kind" "translated_kind" NOT NULL,
	"owner_id" uuid NOT NULL,
	"language" text NOT NULL,
	"country" text NOT NULL,
	"title" text,
	"overview" text,
	"tagline" text,
	"homepage" text,
	"runtime" integer,
	CONSTRAINT "translations_owner_id_language_country_pk" PRIMARY KEY("owner_id","language","country")
);
--> statement-breakpoint
select tell_changes_of('translations');
--> statement-breakpoint
select note_parts_of('translations', 'owner_id', 'translations');
--> statement-breakpoint
-- Owners of several kinds cannot be foreign keys: translations go with their owner by these triggers.
create function delete_translations_of_gone() returns trigger language plpgsql as $$
begin
  delete from translations using before_rows where owner_id = before_rows.id;
  return null;
end $$;
--> statement-breakpoint
create trigger titles_translations_gone after delete on titles referencing old table as before_rows
  for each statement execute function delete_translations_of_gone();
--> statement-breakpoint
create trigger seasons_translations_gone after delete on seasons referencing old table as before_rows
  for each statement execute function delete_translations_of_gone();
--> statement-breakpoint
create trigger episodes_translations_gone after delete on episodes referencing old table as before_rows
  for each statement execute function delete_translations_of_gone();
--> statement-breakpoint
create trigger people_translations_gone after delete on people referencing old table as before_rows
  for each statement execute function delete_translations_of_gone();
--> statement-breakpoint
create trigger collections_translations_gone after delete on collections referencing old table as before_rows
  for each statement execute function delete_translations_of_gone();
