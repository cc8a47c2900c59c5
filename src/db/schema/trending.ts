import { pgTable, primaryKey, smallint, unique, uuid } from "drizzle-orm/pg-core";
import { moment, providerName, titleKind, trendingWindow } from "./columns";
import { titles } from "./titles";

/** When each of the four lists was last refreshed. */
export const trending_lists = pgTable(
  "trending_lists",
  {
    kind: titleKind().notNull(),
    window: trendingWindow().notNull(),
    source: providerName().notNull().default("tmdb"),
    refreshed_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.window] })],
);

export const trending_entries = pgTable(
  "trending_entries",
  {
    kind: titleKind().notNull(),
    window: trendingWindow().notNull(),
    rank: smallint().notNull(),
    title_id: uuid()
      .notNull()
      .references(() => titles.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.window, t.rank] }),
    unique().on(t.kind, t.window, t.title_id),
  ],
);
