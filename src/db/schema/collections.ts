import {
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { externalIdentity, id, paths, removed_at, stamps } from "./columns";

/** A collection that only a movie refers to is a stub with nothing but a name. */
export const collections = pgTable(
  "collections",
  {
    id: id(),
    ...externalIdentity(),
    name: text().notNull(),
    overview: text(),
    ...paths(),
    parts_total: integer(),
    removed_at: removed_at(),
    ...stamps(),
  },
  (t) => [unique().on(t.provider, t.external_id)],
);

/**
 * The movies of a collection as the provider lists them, also those that are not in the catalog: when such
 * a movie is ingested later, its collection and position are known. `position` is the order by release
 * date; movies without a date come last.
 */
export const collection_parts = pgTable(
  "collection_parts",
  {
    collection_id: uuid()
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
    external_id: integer().notNull(),
    position: smallint().notNull(),
  },
  (t) => [primaryKey({ columns: [t.collection_id, t.external_id] }), index().on(t.external_id)],
);
