import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { jobKind, moment, refreshTier } from "./columns";
import { titles } from "./titles";

/**
 * When each ingested record is fetched again: one row for each row of `provenance` that is planned.
 * `external_id` has the form that jobs use. Triggers write it with each fetch, miss and failed job.
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
  (t) => [
    primaryKey({ columns: [t.kind, t.external_id] }),
    index("refresh_state_due").on(t.tier, t.next_refresh_at).concurrently(),
  ],
);

/** One row: the intervals of the settings, where triggers find them. */
export const refresh_rules = pgTable(
  "refresh_rules",
  {
    only: boolean().primaryKey().default(true),
    airing_seconds: doublePrecision().notNull(),
    current_seconds: doublePrecision().notNull(),
    popular_seconds: doublePrecision().notNull(),
    max_age_seconds: doublePrecision().notNull(),
    /** When the popular titles were ranked last, and of which kinds there were no more than are popular. */
    every_movie: boolean().notNull().default(true),
    every_series: boolean().notNull().default(true),
    ranked_at: moment(),
    /** After a change of the intervals: the last record that was judged by the new ones; null: all were. */
    judged_kind: jobKind(),
    judged_external_id: text(),
  },
  (t) => [check("refresh_rules_only", sql`${t.only}`)],
);

/** The 1,000 most popular movies and series each, and those that trend, as they were ranked last. */
export const popular_titles = pgTable("popular_titles", {
  title_id: uuid()
    .primaryKey()
    .references(() => titles.id, { onDelete: "cascade" }),
});

/** Calls that the planner caused, by second, for the last hour; they are counted before they are made. */
export const planned_calls = pgTable("planned_calls", {
  second: moment().primaryKey(),
  calls: integer().notNull(),
});

/** What is known of the provider's list of changes of a kind: the last complete reading, and the present one. */
export const change_lists = pgTable("change_lists", {
  kind: jobKind().primaryKey(),
  /** The day on which the last complete reading began, and when it ended. */
  through_day: date(),
  read_at: moment(),
  /** Ids that the last complete reading named, and records that became due by it. */
  named: integer().notNull().default(0),
  enqueued: integer().notNull().default(0),
  /** When the reading of now was requested, when it began, and what it reads next. */
  requested_at: moment(),
  began_at: moment(),
  next_day: date(),
  next_page: integer(),
  named_so_far: integer().notNull().default(0),
});

/** Which records a list of changes named for a day, with the begin of the reading that first did. */
export const change_list_entries = pgTable(
  "change_list_entries",
  {
    kind: jobKind().notNull(),
    day: date().notNull(),
    external_id: text().notNull(),
    named_at: moment().notNull(),
    /** Whether the record was made due, or was fetched since. */
    applied: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.day, t.external_id] }),
    index("change_list_entries_new").on(t.kind).where(sql`not applied`),
  ],
);
