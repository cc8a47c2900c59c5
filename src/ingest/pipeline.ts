import type { Db } from "~/db/client";
import type { Outcome } from "~/db/merge";
import { inTransaction } from "~/db/transaction";
import type { RunningJob } from "~/jobs/lease";
import type { Provider, ProviderResponse } from "~/provider/http/client";
import { ProviderError } from "~/provider/http/errors";
import { Warnings } from "~/provider/reading/warnings";
import type { IngestedKind } from "~/vocabulary";
import { confirmUnchanged, markMissing, recordProvenance, unchangedEntity } from "./provenance";

export type IngestDeps = { db: Db; provider: Provider };

/** A record of the catalog after its upsert. */
export type StoredEntity = { entity_id: string; outcome: Outcome };

/** How one record of the provider is ingested: the steps that {@link ingest} runs, in their order. */
export type Ingestion<Normalized> = {
  kind: Exclude<IngestedKind, "trending">;
  external_id: string;
  fetch: (provider: Provider) => Promise<ProviderResponse>;
  /** Pure: reads the body and maps it to rows. */
  normalize: (body: Record<string, unknown>, warnings: Warnings) => Normalized;
  /** Runs in the transaction. */
  upsert: (tx: Db, normalized: Normalized) => Promise<StoredEntity>;
};

/**
 * Ingests one record with one call to the provider and one transaction: fetch, normalize, upsert,
 * record provenance, settle. A payload that equals the stored one byte for byte writes only its
 * provenance. `settle` runs last in the transaction: it settles the job, or checks that its lease
 * still holds. Throws ProviderError; a failed transaction leaves the stored record unchanged.
 */
export async function ingest<Normalized, Result>(
  { db, provider }: IngestDeps,
  ingestion: Ingestion<Normalized>,
  job: Pick<RunningJob, "id" | "run">,
  settle: (tx: Db, result: StoredEntity & { warnings: string[] }) => Promise<Result>,
): Promise<Result> {
  const response = await fetchOrMarkMissing(db, provider, ingestion);
  const { kind, external_id } = ingestion;
  const { endpoint, payload_hash } = response;
  const source = { kind, external_id, endpoint, payload_hash, job_id: job.id, run: job.run };
  const unchanged_id = await unchangedEntity(db, ingestion, payload_hash);
  const warnings = new Warnings();
  const normalize = () => ingestion.normalize(response.body(), warnings);
  // Normalizing takes time, so it is done before the transaction where it is needed.
  let normalized = unchanged_id ? undefined : normalize();
  return inTransaction(db, async (tx) => {
    if (unchanged_id && (await confirmUnchanged(tx, source))) {
      return settle(tx, { entity_id: unchanged_id, outcome: "unchanged", warnings: [] });
    }
    normalized ??= normalize();
    const stored = await ingestion.upsert(tx, normalized);
    await recordProvenance(tx, source, stored.entity_id);
    return settle(tx, { ...stored, warnings: warnings.list() });
  });
}

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
