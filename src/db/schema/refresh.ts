import { index, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { jobKind, moment, refreshTier } from "./columns";

/**
 * When each ingested record is fetched again: one row for each row of `provenance` that is planned.
 * `external_id` has the form that jobs use.
 */
export const refresh_state = pgTable(
  "refresh_state",
  {
    kind: jobKind().notNull(),
    external_id: text().notNull(),
    tier: refreshTier().notNull(),
    next_refresh_at: moment().notNull(),
    last_fetched_at: moment(),
    /** Fetches in a row that found nothing new; each doubles the interval, three times at most. */
    unchanged: smallint().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.kind, t.external_id] }), index().on(t.next_refresh_at)],
);
