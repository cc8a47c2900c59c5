import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { JobErrorCode, JobKind } from "~/vocabulary";
import { id, jobKind, moment, stamps } from "./columns";

/** A line of a file that names nothing: its number, from 1, and the start of its text. */
export type InvalidLine = { line: number; text: string };

/** An entry whose job did not succeed. */
export type ImportFailure = {
  kind: JobKind;
  external_id: string;
  code: JobErrorCode | "canceled";
};

/**
 * Files of ids that become jobs little by little. The numbers of entries always add up to `total`; what
 * cancelling takes away counts as skipped.
 */
export const imports = pgTable(
  "imports",
  {
    id: id(),
    /** What the ids of the provider name; references of other sites become jobs of the kind `find`. */
    kind: jobKind().notNull(),
    /** Where the file came from, for people; a URL without query. */
    source: text().notNull(),
    include_seasons: boolean().notNull(),
    /** Whether what is in the catalog already is fetched again. */
    again: boolean().notNull(),
    total: integer().notNull(),
    skipped: integer().notNull(),
    invalid: integer().notNull(),
    pending: integer().notNull(),
    enqueued: integer().notNull().default(0),
    succeeded: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** The first lines that name nothing, and the first entries whose job did not succeed. */
    invalid_lines: jsonb().$type<InvalidLine[]>().notNull().default([]),
    failures: jsonb().$type<ImportFailure[]>().notNull().default([]),
    /** The place of the last entry that has become a job, and when: imports take turns. */
    moved_to: integer().notNull().default(0),
    moved_at: moment(),
    /** Since when it runs without a pause, and how many entries had ended by then. */
    resumed_at: moment().notNull().default(sql`now()`),
    resumed_with: integer().notNull().default(0),
    paused_at: moment(),
    canceled_at: moment(),
    finished_at: moment(),
    /** Whether rows of `import_entries` are left. */
    has_entries: boolean().notNull(),
    ...stamps(),
  },
  (t) => [
    index("imports_with_entries").on(t.id).where(sql`has_entries`),
    check(
      "imports_add_up",
      sql`total = skipped + invalid + pending + enqueued + succeeded + failed`,
    ),
  ],
);

/**
 * What imports still have to fetch. A row comes with its import and goes when its job has ended; those up to
 * `moved_to` have a job, which has the same kind and external id.
 */
export const import_entries = pgTable(
  "import_entries",
  {
    import_id: uuid().notNull(),
    /** Its place, from 1: the most popular first, or the order of the file. */
    n: integer().notNull(),
    kind: jobKind().notNull(),
    /** In the form of jobs: 603, or imdb:tt0133093 where `kind` is find. */
    external_id: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.import_id, t.n] }),
    index("import_entries_by_job").on(t.kind, t.external_id),
  ],
);
