import { integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { jobKind, moment, providerName } from "./columns";

/**
 * Where the data of each ingested record came from: the last fetch per provider, kind and external id.
 * `external_id` has the form that jobs use: "603", for a season "1399:1".
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
    /** Version of the code that reads payloads; a newer version reads an unchanged payload again. */
    reading: smallint().notNull(),
    fetched_at: moment().notNull(),
    job_id: uuid().notNull(),
    run: integer().notNull(),
    /** When the provider first answered 404 for this record, which is kept. */
    missing_at: moment(),
    /** How many fetches in a row answered 404. */
    missing_times: smallint().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.provider, t.kind, t.external_id] })],
);
