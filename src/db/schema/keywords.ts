import {
  boolean,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { externalIdentity, id, titleKind } from "./columns";
import { titles } from "./titles";

export const keywords = pgTable(
  "keywords",
  { id: id(), ...externalIdentity(), name: text().notNull() },
  (t) => [unique().on(t.provider, t.external_id)],
);

/**
 * The columns after the key repeat what lists filter by, so that the titles of a keyword can be counted
 * inside one index. Only triggers write them.
 */
export const title_keywords = pgTable(
  "title_keywords",
  {
    title_id: uuid()
      .notNull()
      .references(() => titles.id, { onDelete: "cascade" }),
    keyword_id: uuid()
      .notNull()
      .references(() => keywords.id),
    kind: titleKind(),
    year: smallint(),
    status: text(),
    genre_mask: integer(),
    adult: boolean(),
  },
  // The covering index by keyword is in a migration, because drizzle cannot express it.
  (t) => [primaryKey({ columns: [t.title_id, t.keyword_id] })],
);
