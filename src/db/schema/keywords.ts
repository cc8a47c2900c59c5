import { index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { externalIdentity, id } from "./columns";
import { titles } from "./titles";

export const keywords = pgTable(
  "keywords",
  { id: id(), ...externalIdentity(), name: text().notNull() },
  (t) => [unique().on(t.provider, t.external_id)],
);

export const title_keywords = pgTable(
  "title_keywords",
  {
    title_id: uuid()
      .notNull()
      .references(() => titles.id, { onDelete: "cascade" }),
    keyword_id: uuid()
      .notNull()
      .references(() => keywords.id),
  },
  (t) => [primaryKey({ columns: [t.title_id, t.keyword_id] }), index().on(t.keyword_id)],
);
