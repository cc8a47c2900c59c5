import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import type { Outcome } from "~/db/merge";
import { inOrder, sendAll } from "~/db/pipeline";
import { inTransaction } from "~/db/transaction";
import type { Provider, ProviderResponse } from "~/provider/http/client";
import { ProviderError } from "~/provider/http/errors";
import { Warnings } from "~/provider/reading/warnings";
import type { IngestedKind } from "~/vocabulary";
import { markMissing, recordProvenance, type Source } from "./provenance";

export type IngestDeps = {
  db: Db;
  provider: Provider;
  /** In which languages the texts of episodes are fetched, too, such as `fr-CA`; by default in none. */
  languages?: readonly string[];
  /** Called after a job's record was stored, or its stored payload confirmed. */
  onStored?: (outcome: "changed" | "unchanged") => void;
};

/** A record of the catalog after its upsert. */
export type StoredEntity = { entity_id: string; outcome: Outcome };

/** What an upsert returns: the record, and the statements that are left, to be sent with the ending. */
export type Upserted = StoredEntity & { statements?: (SQL | undefined)[] };

/** How one record of the provider is ingested: the steps that {@link ingest} runs, in their order. */
export type Ingestion<Normalized> = {
  kind: Exclude<IngestedKind, "trending">;
  external_id: string;
  fetch: (provider: Provider) => Promise<ProviderResponse>;
  /** Pure: reads the body and maps it to rows. */
  normalize: (body: Record<string, unknown>, warnings: Warnings) => Normalized;
  /** Runs in the transaction. */
  upsert: (tx: Db, normalized: Normalized) => Promise<Upserted>;
};

/** What ends the work on a record: it settles the job, or checks that its lease still holds. */
export type Ending<Result> = {
  /** Runs in the transaction that wrote the record; throws LeaseLost. */
  written: (tx: Db, stored: StoredEntity & { warnings: string[] }) => Promise<Result>;
  /**
   * The same for a payload that is the stored one, recording the fetch as well. Undefined if another
   * payload is stored or the lease is lost. Without it, every payload is written.
   */
  unchanged?: (db: Db, source: Source) => Promise<Result | undefined>;
};

/**
 * Ingests one record with one call to the provider and one transaction: fetch, normalize, upsert, end,
 * record provenance. A payload that equals the stored one byte for byte is not even parsed. Throws
 * ProviderError; a failed transaction leaves the stored record unchanged.
 */
export async function ingest<Normalized, Result>(
  { db, provider }: IngestDeps,
  ingestion: Ingestion<Normalized>,
  job: Source["job"],
  ending: Ending<Result>,
): Promise<Result> {
  const response = await fetchOrMarkMissing(db, provider, ingestion);
  const { kind, external_id } = ingestion;
  const { endpoint, payload_hash } = response;
  const source = { kind, external_id, endpoint, payload_hash, job };
  const unchanged = await ending.unchanged?.(db, source);
  if (unchanged !== undefined) return unchanged;
  const warnings = new Warnings();
  // Normalizing takes time, so it is done before the transaction.
  const normalized = ingestion.normalize(response.body(), warnings);
  return inTransaction(db, async (tx) => {
    const [, { statements = [], ...stored }] = await inOrder([
      sendAll(tx, [planByKey({})]),
      ingestion.upsert(tx, normalized),
    ]);
    const [, result] = await inOrder([
      sendAll(tx, statements),
      ending.written(tx, { ...stored, warnings: warnings.list() }),
    ]);
    // The job is locked before the provenance, as for an unchanged payload.
    await recordProvenance(tx, source, stored.entity_id);
    return result;
  });
}

/**
 * Every statement of an ingestion finds its rows by key. A connection keeps the plans that it made while
 * the catalog was empty, where reading a whole table is the cheapest, also those of checks of foreign
 * keys: after 20,000 titles they would read 20,000 rows for each.
 */
const planByKey = fixedStatement<never>(
  () => sql`select set_config('enable_seqscan', 'off', true)`,
);

async function fetchOrMarkMissing<Normalized>(
  db: Db,
  provider: Provider,
  ingestion: Ingestion<Normalized>,
): Promise<ProviderResponse> {
  try {
    return await ingestion.fetch(provider);
  } catch (error) {
    if (error instanceof ProviderError && error.code === "provider_not_found") {
      await markMissing(db, ingestion);
    }
    throw error;
  }
}
