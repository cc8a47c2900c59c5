CREATE TYPE "public"."artwork_owner" AS ENUM('movie', 'series', 'season', 'episode', 'person', 'company', 'collection', 'watch_provider');--> statement-breakpoint
CREATE TYPE "public"."artwork_type" AS ENUM('poster', 'backdrop', 'logo', 'profile', 'still');--> statement-breakpoint
CREATE TYPE "public"."company_type" AS ENUM('production_company', 'network');--> statement-breakpoint
CREATE TYPE "public"."credit_type" AS ENUM('cast', 'crew', 'creator');--> statement-breakpoint
CREATE TYPE "public"."episode_credit_type" AS ENUM('guest_star', 'crew');--> statement-breakpoint
CREATE TYPE "public"."gender" AS ENUM('female', 'male', 'non_binary');--> statement-breakpoint
CREATE TYPE "public"."job_kind" AS ENUM('movie', 'series', 'season', 'collection', 'person', 'trending');--> statement-breakpoint
CREATE TYPE "public"."job_status" AS ENUM('queued', 'running', 'succeeded', 'failed', 'canceled');--> statement-breakpoint
CREATE TYPE "public"."monetization" AS ENUM('flatrate', 'free', 'ads', 'rent', 'buy');--> statement-breakpoint
CREATE TYPE "public"."movie_status" AS ENUM('rumored', 'planned', 'in_production', 'post_production', 'released', 'canceled');--> statement-breakpoint
CREATE TYPE "public"."provider_name" AS ENUM('tmdb');--> statement-breakpoint
CREATE TYPE "public"."release_type" AS ENUM('premiere', 'theatrical', 'digital', 'physical', 'tv');--> statement-breakpoint
CREATE TYPE "public"."series_status" AS ENUM('returning_series', 'planned', 'in_production', 'ended', 'canceled', 'pilot');--> statement-breakpoint
CREATE TYPE "public"."title_kind" AS ENUM('movie', 'series');--> statement-breakpoint
CREATE TYPE "public"."trending_window" AS ENUM('day', 'week');--> statement-breakpoint
CREATE TABLE "artwork" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_kind" "artwork_owner" NOT NULL,
	"owner_id" uuid NOT NULL,
	"type" "artwork_type" NOT NULL,
	"file_path" text NOT NULL,
	"language" text DEFAULT 'xx' NOT NULL,
	"width" integer,
	"height" integer,
	"aspect_ratio" double precision,
	"vote_average" double precision,
	"vote_count" integer,
	"position" integer NOT NULL,
	CONSTRAINT "artwork_owner_image" UNIQUE("owner_id","type","file_path","language")
);
--> statement-breakpoint
CREATE TABLE "collection_parts" (
	"collection_id" uuid NOT NULL,
	"external_id" integer NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "collection_parts_collection_id_external_id_pk" PRIMARY KEY("collection_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" "provider_name" DEFAULT 'tmdb' NOT NULL,
	"external_id" integer NOT NULL,
	"name" text NOT NULL,
	"overview" text,
	"poster_path" text,
	"backdrop_path" text,
	"parts_total" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_provider_external_id_unique" UNIQUE("provider","external_id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" "provider_name" DEFAULT 'tmdb' NOT NULL,
	"external_id" integer NOT NULL,
	"company_type" "company_type" NOT NULL,
	"name" text NOT NULL,
	"country" text,
	"logo_path" text,
	"homepage" text,
	"headquarters" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_provider_company_type_external_id_unique" UNIQUE("provider","company_type","external_id")
);
--> statement-breakpoint
CREATE TABLE "title_companies" (
	"title_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "title_companies_title_id_company_id_pk" PRIMARY KEY("title_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "credits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title_id" uuid NOT NULL,
	"credit_type" "credit_type" NOT NULL,
	"external_id" text NOT NULL,
	"person_id" uuid NOT NULL,
	"character" text,
	"department" text,
	"job" text,
	"position" integer NOT NULL,
	"episode_count" integer,
	CONSTRAINT "credits_title_id_credit_type_external_id_unique" UNIQUE("title_id","credit_type","external_id")
);
--> statement-breakpoint
CREATE TABLE "episode_credits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"episode_id" uuid NOT NULL,
	"credit_type" "episode_credit_type" NOT NULL,
	"external_id" text NOT NULL,
	"person_id" uuid NOT NULL,
	"character" text,
	"department" text,
	"job" text,
	"position" integer NOT NULL,
	CONSTRAINT "episode_credits_episode_id_credit_type_external_id_unique" UNIQUE("episode_id","credit_type","external_id")
);
--> statement-breakpoint
CREATE TABLE "genres" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "genres_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "title_genres" (
	"title_id" uuid NOT NULL,
	"genre_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "title_genres_title_id_genre_id_pk" PRIMARY KEY("title_id","genre_id")
);
--> statement-breakpoint
CREATE TABLE "cron_slots" (
	"name" text NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cron_slots_name_slot_pk" PRIMARY KEY("name","slot")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" "job_kind" NOT NULL,
	"external_id" text NOT NULL,
	"status" "job_status" DEFAULT 'queued' NOT NULL,
	"run" integer DEFAULT 1 NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"next_params" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 5 NOT NULL,
	"snoozes" integer DEFAULT 0 NOT NULL,
	"first_snoozed_at" timestamp with time zone,
	"progress_done" integer DEFAULT 0 NOT NULL,
	"progress_total" integer DEFAULT 0 NOT NULL,
	"result" jsonb,
	"error" jsonb,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"parent_id" uuid,
	"lease_token" uuid,
	"lease_until" timestamp with time zone,
	"next_attempt_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_kind_external_id_unique" UNIQUE("kind","external_id"),
	CONSTRAINT "jobs_lease_while_running" CHECK ((status = 'running') = (lease_token is not null)),
	CONSTRAINT "jobs_lease_has_an_end" CHECK ((lease_token is null) = (lease_until is null)),
	CONSTRAINT "jobs_due_while_queued" CHECK ((status = 'queued') = (next_attempt_at is not null)),
	CONSTRAINT "jobs_finished_at_when_final" CHECK ((status in ('succeeded', 'failed', 'canceled')) = (finished_at is not null)),
	CONSTRAINT "jobs_next_run_while_running" CHECK (next_params is null or status = 'running')
);
--> statement-breakpoint
CREATE TABLE "keywords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" "provider_name" DEFAULT 'tmdb' NOT NULL,
	"external_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "keywords_provider_external_id_unique" UNIQUE("provider","external_id")
);
--> statement-breakpoint
CREATE TABLE "title_keywords" (
	"title_id" uuid NOT NULL,
	"keyword_id" uuid NOT NULL,
	CONSTRAINT "title_keywords_title_id_keyword_id_pk" PRIMARY KEY("title_id","keyword_id")
);
--> statement-breakpoint
CREATE TABLE "movies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"original_title" text,
	"original_language" text,
	"overview" text,
	"tagline" text,
	"homepage" text,
	"release_date" date,
	"year" smallint GENERATED ALWAYS AS (extract(year from release_date)::smallint) STORED,
	"status" "movie_status",
	"runtime" integer,
	"budget" bigint,
	"revenue" bigint,
	"popularity" double precision,
	"vote_average" double precision,
	"vote_count" integer,
	"adult" boolean DEFAULT false NOT NULL,
	"poster_path" text,
	"backdrop_path" text,
	"origin_countries" text[],
	"spoken_languages" jsonb,
	"external_ids" jsonb,
	"provider_genres" jsonb,
	"collection_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_dates" (
	"movie_id" uuid NOT NULL,
	"region" text NOT NULL,
	"position" smallint NOT NULL,
	"release_type" "release_type" NOT NULL,
	"is_limited" boolean NOT NULL,
	"release_date" date NOT NULL,
	"certification" text,
	"note" text,
	CONSTRAINT "release_dates_movie_id_region_position_pk" PRIMARY KEY("movie_id","region","position")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" "provider_name" DEFAULT 'tmdb' NOT NULL,
	"external_id" integer NOT NULL,
	"name" text NOT NULL,
	"known_for_department" text,
	"popularity" double precision,
	"gender" "gender",
	"also_known_as" text[],
	"biography" text,
	"birthday" date,
	"deathday" date,
	"place_of_birth" text,
	"profile_path" text,
	"homepage" text,
	"adult" boolean,
	"external_ids" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_provider_external_id_unique" UNIQUE("provider","external_id")
);
--> statement-breakpoint
CREATE TABLE "provenance" (
	"provider" "provider_name" DEFAULT 'tmdb' NOT NULL,
	"kind" "job_kind" NOT NULL,
	"external_id" text NOT NULL,
	"entity_id" uuid,
	"endpoint" text NOT NULL,
	"payload_hash" text NOT NULL,
	"reading" smallint NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	"job_id" uuid NOT NULL,
	"run" integer NOT NULL,
	"missing_at" timestamp with time zone,
	CONSTRAINT "provenance_provider_kind_external_id_pk" PRIMARY KEY("provider","kind","external_id")
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"season_id" uuid NOT NULL,
	"episode_number" integer NOT NULL,
	"external_id" integer,
	"title" text,
	"overview" text,
	"air_date" date,
	"runtime" integer,
	"still_path" text,
	"episode_type" text,
	"production_code" text,
	"vote_average" double precision,
	"vote_count" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "episodes_season_id_episode_number_unique" UNIQUE("season_id","episode_number")
);
--> statement-breakpoint
CREATE TABLE "seasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"season_number" integer NOT NULL,
	"external_id" integer,
	"title" text,
	"overview" text,
	"air_date" date,
	"poster_path" text,
	"episode_count" integer,
	"vote_average" double precision,
	"episodes_ingested" boolean DEFAULT false NOT NULL,
	"missing_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seasons_series_id_season_number_unique" UNIQUE("series_id","season_number")
);
--> statement-breakpoint
CREATE TABLE "series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"original_title" text,
	"original_language" text,
	"overview" text,
	"tagline" text,
	"homepage" text,
	"first_air_date" date,
	"last_air_date" date,
	"year" smallint GENERATED ALWAYS AS (extract(year from first_air_date)::smallint) STORED,
	"status" "series_status",
	"series_type" text,
	"in_production" boolean,
	"number_of_seasons" integer,
	"number_of_episodes" integer,
	"popularity" double precision,
	"vote_average" double precision,
	"vote_count" integer,
	"adult" boolean DEFAULT false NOT NULL,
	"poster_path" text,
	"backdrop_path" text,
	"origin_countries" text[],
	"spoken_languages" jsonb,
	"external_ids" jsonb,
	"provider_genres" jsonb,
	"last_episode" jsonb,
	"next_episode" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alternate_titles" (
	"title_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"country_code" text,
	"title" text NOT NULL,
	"type" text,
	CONSTRAINT "alternate_titles_title_id_position_pk" PRIMARY KEY("title_id","position")
);
--> statement-breakpoint
CREATE TABLE "content_ratings" (
	"title_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"country" text NOT NULL,
	"rating" text NOT NULL,
	"descriptors" text[] NOT NULL,
	CONSTRAINT "content_ratings_title_id_position_pk" PRIMARY KEY("title_id","position")
);
--> statement-breakpoint
CREATE TABLE "offering_links" (
	"title_id" uuid NOT NULL,
	"country" text NOT NULL,
	"link" text,
	CONSTRAINT "offering_links_title_id_country_pk" PRIMARY KEY("title_id","country")
);
--> statement-breakpoint
CREATE TABLE "offerings" (
	"title_id" uuid NOT NULL,
	"country" text NOT NULL,
	"monetization" "monetization" NOT NULL,
	"watch_provider_id" uuid NOT NULL,
	"display_priority" integer,
	CONSTRAINT "offerings_title_id_country_monetization_watch_provider_id_pk" PRIMARY KEY("title_id","country","monetization","watch_provider_id")
);
--> statement-breakpoint
CREATE TABLE "recommendations" (
	"title_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"external_id" integer NOT NULL,
	CONSTRAINT "recommendations_title_id_position_pk" PRIMARY KEY("title_id","position")
);
--> statement-breakpoint
CREATE TABLE "titles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" "title_kind" NOT NULL,
	"provider" "provider_name" DEFAULT 'tmdb' NOT NULL,
	"external_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "titles_provider_kind_external_id_unique" UNIQUE("provider","kind","external_id")
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"site" text NOT NULL,
	"key" text NOT NULL,
	"name" text,
	"type" text,
	"official" boolean DEFAULT false NOT NULL,
	"language" text,
	"country" text,
	"size" integer,
	"published_at" timestamp with time zone,
	"position" integer NOT NULL,
	CONSTRAINT "videos_title_id_external_id_unique" UNIQUE("title_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "watch_providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" "provider_name" DEFAULT 'tmdb' NOT NULL,
	"external_id" integer NOT NULL,
	"name" text NOT NULL,
	"logo_path" text,
	"display_priority" integer,
	CONSTRAINT "watch_providers_provider_external_id_unique" UNIQUE("provider","external_id")
);
--> statement-breakpoint
CREATE TABLE "trending_entries" (
	"kind" "title_kind" NOT NULL,
	"window" "trending_window" NOT NULL,
	"rank" smallint NOT NULL,
	"title_id" uuid NOT NULL,
	CONSTRAINT "trending_entries_kind_window_rank_pk" PRIMARY KEY("kind","window","rank"),
	CONSTRAINT "trending_entries_kind_window_title_id_unique" UNIQUE("kind","window","title_id")
);
--> statement-breakpoint
CREATE TABLE "trending_lists" (
	"kind" "title_kind" NOT NULL,
	"window" "trending_window" NOT NULL,
	"source" "provider_name" DEFAULT 'tmdb' NOT NULL,
	"refreshed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trending_lists_kind_window_pk" PRIMARY KEY("kind","window")
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"user_id" uuid NOT NULL,
	"title_id" uuid NOT NULL,
	"value" numeric(4, 2) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ratings_user_id_title_id_pk" PRIMARY KEY("user_id","title_id"),
	CONSTRAINT "ratings_value_in_range" CHECK (value between 0.5 and 10)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"token_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "watchlist_entries" (
	"user_id" uuid NOT NULL,
	"title_id" uuid NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watchlist_entries_user_id_title_id_pk" PRIMARY KEY("user_id","title_id")
);
--> statement-breakpoint
ALTER TABLE "collection_parts" ADD CONSTRAINT "collection_parts_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "title_companies" ADD CONSTRAINT "title_companies_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "title_companies" ADD CONSTRAINT "title_companies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_credits" ADD CONSTRAINT "episode_credits_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_credits" ADD CONSTRAINT "episode_credits_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "title_genres" ADD CONSTRAINT "title_genres_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "title_genres" ADD CONSTRAINT "title_genres_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "title_keywords" ADD CONSTRAINT "title_keywords_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "title_keywords" ADD CONSTRAINT "title_keywords_keyword_id_keywords_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movies" ADD CONSTRAINT "movies_id_titles_id_fk" FOREIGN KEY ("id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movies" ADD CONSTRAINT "movies_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_dates" ADD CONSTRAINT "release_dates_movie_id_movies_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_id_titles_id_fk" FOREIGN KEY ("id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alternate_titles" ADD CONSTRAINT "alternate_titles_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_ratings" ADD CONSTRAINT "content_ratings_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offering_links" ADD CONSTRAINT "offering_links_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_watch_provider_id_watch_providers_id_fk" FOREIGN KEY ("watch_provider_id") REFERENCES "public"."watch_providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trending_entries" ADD CONSTRAINT "trending_entries_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_entries" ADD CONSTRAINT "watchlist_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_entries" ADD CONSTRAINT "watchlist_entries_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_parts_external_id_index" ON "collection_parts" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "title_companies_company_id_index" ON "title_companies" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "credits_person_id_index" ON "credits" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "episode_credits_person_id_index" ON "episode_credits" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "title_genres_genre_id_index" ON "title_genres" USING btree ("genre_id");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("next_attempt_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "jobs_leased" ON "jobs" USING btree ("lease_until") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "jobs_parent_id_index" ON "jobs" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "title_keywords_keyword_id_index" ON "title_keywords" USING btree ("keyword_id");--> statement-breakpoint
CREATE INDEX "movies_collection_id_index" ON "movies" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "release_dates_theatrical" ON "release_dates" USING btree ("region","release_date","movie_id") WHERE release_type = 'theatrical';--> statement-breakpoint
CREATE INDEX "episodes_series_id_index" ON "episodes" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "ratings_title_id_index" ON "ratings" USING btree ("title_id");--> statement-breakpoint
CREATE INDEX "watchlist_entries_title_id_index" ON "watchlist_entries" USING btree ("title_id");