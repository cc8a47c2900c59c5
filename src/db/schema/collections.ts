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
import { externalIdentity, id, paths, stamps } from "./columns";

/** May exist first as a stub with a name alone, made when a movie refers to it (M37). */
export const collections = pgTable(
  "collections",
  {
    id: id(),
    ...externalIdentity(),
    name: text().notNull(),
    overview: text(),
    ...paths(),
    parts_total: integer(),
    ...stamps(),
  },
  (t) => [unique().on(t.provider, t.external_id)],
);

/**
 * The parts as the provider lists them, also those not in the catalog: a movie that arrives later
 * finds its collection and its place here (M37). `position` ranks by release date, undated last (M36).
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
