import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { id, moment, stamps } from "./columns";
import { titles } from "./titles";

/** `email` is stored trimmed and in lower case, so a plain unique key is enough. */
export const users = pgTable("users", {
  id: id(),
  email: text().notNull().unique(),
  display_name: text().notNull(),
  password_hash: text().notNull(),
  token_version: integer().notNull().default(0),
  ...stamps(),
});

const user_id = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
const title_id = () =>
  uuid()
    .notNull()
    .references(() => titles.id, { onDelete: "cascade" });

export const ratings = pgTable(
  "ratings",
  {
    user_id: user_id(),
    title_id: title_id(),
    value: numeric({ precision: 4, scale: 2, mode: "number" }).notNull(),
    ...stamps(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.title_id] }),
    index().on(t.title_id),
    // BETWEEN and not two comparisons: NaN is greater than every number.
    check("ratings_value_in_range", sql`value between 0.5 and 10`),
  ],
);

export const watchlist_entries = pgTable(
  "watchlist_entries",
  { user_id: user_id(), title_id: title_id(), added_at: moment().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.user_id, t.title_id] }), index().on(t.title_id)],
);
