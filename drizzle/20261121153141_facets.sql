CREATE TABLE "person_counts" (
	"department" text NOT NULL,
	"adult" boolean NOT NULL,
	"shard" smallint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "person_counts_department_adult_shard_pk" PRIMARY KEY("department","adult","shard")
);
--> statement-breakpoint
CREATE TABLE "title_counts" (
	"kind" "title_kind" NOT NULL,
	"genre" smallint NOT NULL,
	"year" smallint NOT NULL,
	"status" text NOT NULL,
	"adult" boolean NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "title_counts_kind_genre_year_status_adult_pk" PRIMARY KEY("kind","genre","year","status","adult")
);
--> statement-breakpoint
DROP INDEX "title_genres_genre_id_index";--> statement-breakpoint
DROP INDEX "title_keywords_keyword_id_index";--> statement-breakpoint
ALTER TABLE "title_keywords" ADD COLUMN "kind" "title_kind";--> statement-breakpoint
ALTER TABLE "title_keywords" ADD COLUMN "year" smallint;--> statement-breakpoint
ALTER TABLE "title_keywords" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "title_keywords" ADD COLUMN "genre_mask" integer;--> statement-breakpoint
ALTER TABLE "title_keywords" ADD COLUMN "adult" boolean;--> statement-breakpoint
ALTER TABLE "movies" ADD COLUMN "genre_mask" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "genre_mask" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "title_genres_by_genre" ON "title_genres" USING btree ("genre_id","title_id");