import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { changeKind, lifecycleState, moment } from "./columns";

const sequence = () => bigint({ mode: "number" });

/**
 * The change feed: one row for each entity that is or was in the catalog, at the number of its latest
 * change. A trending list has the id of its place in the order of the four lists.
 */
export const changes = pgTable(
  "changes",
  {
    kind: changeKind().notNull(),
    entity_id: uuid().notNull(),
    sequence: sequence().notNull().unique(),
    /** The number at which the entity last came into the catalog. */
    created_sequence: sequence().notNull(),
    state: lifecycleState().notNull(),
    changed_at: moment().notNull(),
    /** The provider's id, kept after the entity is gone. */
    external_id: integer(),
    /** The series of a season or episode. */
    parent_id: uuid(),
    created_at: moment().notNull(),
    /**
     * For each group, by its place in the vocabulary, the number and the time of its last change; null: it
     * is as it came. A new entity has empty arrays, so that most rows stay small.
     */
    groups: bigint({ mode: "number" }).array().notNull(),
    group_times: moment().array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.entity_id] }),
    // What is no longer told of is found without a look at everything else.
    index("changes_deleted").on(t.changed_at).where(sql`state = 'deleted'`).concurrently(),
  ],
);

/**
 * What transactions changed and nobody has numbered yet, in no order and without a key, so that no writer
 * waits for another. `groups` is a bit for each group, the first of the vocabulary in bit 0.
 */
export const changes_pending = pgTable("changes_pending", {
  kind: changeKind().notNull(),
  entity_id: uuid().notNull(),
  groups: integer().notNull(),
  created: boolean().notNull().default(false),
  deleted: boolean().notNull().default(false),
  /** Whether `updated_at` of the entity has moved already; otherwise the commit moves it. */
  stamped: boolean().notNull().default(false),
  /** Of a deleted entity, which can no longer be looked up. */
  external_id: integer(),
  parent_id: uuid(),
});

/** One row: the latest number, and the epoch in which numbers are comparable. */
export const change_counter = pgTable(
  "change_counter",
  {
    only: boolean().primaryKey().default(true),
    /** Eight hex digits; a new one makes every cursor of before expire. */
    epoch: text().notNull(),
    sequence: sequence().notNull().default(0),
    /** The number of the newest tombstone that was purged: a cursor below it has missed a deletion. */
    purged_sequence: sequence().notNull().default(0),
    /** The database cluster, the database in it, and the timeline that the epoch belongs to. */
    system_identifier: text().notNull().default(""),
    timeline: integer().notNull().default(0),
  },
  (t) => [check("change_counter_only", sql`${t.only}`)],
);
