import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { translatedKind } from "./columns";

/**
 * What records are called and how they are described in other languages, as far as the provider knows: one row
 * for each language and country. Owners are of many kinds, so `owner_id` has no foreign key. `country` is ''
 * where a translation is of a language alone, so that the key contains no null. `title` holds the name of a
 * collection, too, and `overview` the biography of a person; names of people are not translated. Each row has
 * at least one value.
 */
export const translations = pgTable(
  "translations",
  {
    owner_kind: translatedKind().notNull(),
    owner_id: uuid().notNull(),
    language: text().notNull(),
    country: text().notNull(),
    title: text(),
    overview: text(),
    tagline: text(),
    homepage: text(),
    runtime: integer(),
  },
  (t) => [primaryKey({ columns: [t.owner_id, t.language, t.country] })],
);
