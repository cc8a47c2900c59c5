import { index, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { id } from "./columns";
import { titles } from "./titles";

/** The fixed set of 20, with the same ids on every installation; a migration inserts them. */
export const genres = pgTable("genres", { id: id(), name: text().notNull().unique() });

export const title_genres = pgTable(
  "title_genres",
  {
    title_id: uuid()
      .notNull()
      .references(() => titles.id, { onDelete: "cascade" }),
    genre_id: uuid()
      .notNull()
      .references(() => genres.id),
    position: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.title_id, t.genre_id] }),
    index("title_genres_by_genre").on(t.genre_id, t.title_id),
  ],
);
