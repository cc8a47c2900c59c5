import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { changeKind, externalSource } from "./columns";

/**
 * Which entity carries which id of another database, the provider's own numbers included. Several may carry
 * the same one. Names of accounts are in lower case. Only triggers write it.
 */
export const external_refs = pgTable(
  "external_refs",
  {
    source: externalSource().notNull(),
    value: text().notNull(),
    kind: changeKind().notNull(),
    entity_id: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.value, t.kind, t.entity_id] }),
    index().on(t.entity_id),
  ],
);
