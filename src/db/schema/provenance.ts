import { integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { jobKind, moment, providerName } from "./columns";

/**
 * Where each ingested record's data came from: the last fetch for each provider, kind and external
 * id (M3). `external_id` is the job's spelling: "603", for a season "1399:1".
 */
export const provenance = pgTable(
  "provenance",
  {
    provider: providerName().notNull().default("tmdb"),
    kind: jobKind().notNull(),
    external_id: text().notNull(),
    entity_id: uuid(),
    endpoint: text().notNull(),
    payload_hash: text().notNull(),
    /** Version of our reading of payloads: a newer one reads an unchanged payload again. */
    reading: smallint().notNull(),
    fetched_at: moment().notNull(),
    job_id: uuid().notNull(),
    run: integer().notNull(),
    /** Since when the provider answers 404 for a record we keep (F21). */
    missing_at: moment(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.kind, t.external_id] })],
);
