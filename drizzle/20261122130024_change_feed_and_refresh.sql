-- All that this release alters is locked at once, in the order in which ingestion writes it: waiting for one table while others
-- are held already would stall the release that is still running, and fail, again and again.
lock table collections, collection_parts, companies, keywords, people, watch_providers, titles, movies, series, title_genres,
  title_keywords, title_companies, credits, alternate_titles, videos, offerings, offering_links, content_ratings, seasons, episodes,
  episode_credits, artwork, release_dates, recommendations, theatrical_releases, trending_lists, trending_entries, jobs, provenance
  in access exclusive mode;
--> statement-breakpoint
CREATE TYPE "public"."change_kind" AS ENUM('keyword', 'company', 'provider', 'person', 'collection', 'movie', 'series', 'season', 'episode', 'trending');--> statement-breakpoint
CREATE TYPE "public"."lifecycle_state" AS ENUM('live', 'removed', 'deleted');--> statement-breakpoint
CREATE TYPE "public"."refresh_tier" AS ENUM('airing', 'current', 'popular', 'rest');--> statement-breakpoint
CREATE TABLE "change_counter" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"epoch" text NOT NULL,
	"sequence" bigint DEFAULT 0 NOT NULL,
	"purged_sequence" bigint DEFAULT 0 NOT NULL,
	"system_identifier" text DEFAULT '' NOT NULL,
	"timeline" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "change_counter_only" CHECK ("change_counter"."only")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"kind" "change_kind" NOT NULL,
	"entity_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"created_sequence" bigint NOT NULL,
	"state" "lifecycle_state" NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"external_id" integer,
	"parent_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"groups" bigint[] NOT NULL,
	"group_times" timestamp with time zone[] NOT NULL,
	CONSTRAINT "changes_kind_entity_id_pk" PRIMARY KEY("kind","entity_id"),
	CONSTRAINT "changes_sequence_unique" UNIQUE("sequence")
);
--> statement-breakpoint
CREATE TABLE "changes_pending" (
	"kind" "change_kind" NOT NULL,
	"entity_id" uuid NOT NULL,
	"groups" integer NOT NULL,
	"created" boolean DEFAULT false NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"external_id" integer,
	"parent_id" uuid
);
--> statement-breakpoint
CREATE TABLE "refresh_state" (
	"kind" "job_kind" NOT NULL,
	"external_id" text NOT NULL,
	"tier" "refresh_tier" NOT NULL,
	"next_refresh_at" timestamp with time zone NOT NULL,
	"last_fetched_at" timestamp with time zone,
	"unchanged" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "refresh_state_kind_external_id_pk" PRIMARY KEY("kind","external_id")
);
--> statement-breakpoint
DROP INDEX "jobs_due";--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "movies" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "refresh_state_next_refresh_at_index" ON "refresh_state" USING btree ("next_refresh_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "jobs_next" ON "jobs" USING btree ("priority","next_attempt_at","id") WHERE status = 'queued';--> statement-breakpoint
insert into "change_counter" ("epoch") values (substr(md5(gen_random_uuid()::text), 1, 8));
