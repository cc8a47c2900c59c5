-- Files of ids, and what they still have to fetch.
ALTER TYPE "public"."job_kind" ADD VALUE 'find';
--> statement-breakpoint
CREATE TABLE "import_entries" (
	"import_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"kind" "job_kind" NOT NULL,
	"external_id" text NOT NULL,
	CONSTRAINT "import_entries_import_id_n_pk" PRIMARY KEY("import_id","n")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" "job_kind" NOT NULL,
	"source" text NOT NULL,
	"include_seasons" boolean NOT NULL,
	"again" boolean NOT NULL,
	"total" integer NOT NULL,
	"skipped" integer NOT NULL,
	"invalid" integer NOT NULL,
	"pending" integer NOT NULL,
	"enqueued" integer DEFAULT 0 NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"invalid_lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"moved_to" integer DEFAULT 0 NOT NULL,
	"moved_at" timestamp with time zone,
	"resumed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resumed_with" integer DEFAULT 0 NOT NULL,
	"paused_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"has_entries" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_add_up" CHECK (total = skipped + invalid + pending + enqueued + succeeded + failed)
);
--> statement-breakpoint
CREATE INDEX "import_entries_by_job" ON "import_entries" USING btree ("kind","external_id");
--> statement-breakpoint
CREATE INDEX "imports_with_entries" ON "imports" USING btree ("id") WHERE has_entries;
--> statement-breakpoint
-- Its rows come once and go once: index scans would read past what is gone for long.
ALTER TABLE "import_entries" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
