import type { Db } from "~/db/client";
import type { Outcome } from "~/db/merge";
import { inTransaction } from "~/db/transaction";
import type { Answer, Provider } from "~/provider/http/client";
import { ProviderError } from "~/provider/http/errors";
import { Warnings } from "~/provider/reading/warnings";
import {
  confirmUnchanged,
  markMissing,
  recordProvenance,
  type Source,
  unchangedEntity,
} from "./provenance";

export type IngestDeps = { db: Db; provider: Provider };

/** Which job, and which run of it, writes: what provenance names (M3). */
export type Origin = { job_id: string; run: number };

/** What an ingestion came to: the record, what happened to it, and what was wrong with the body. */
export type Ingested = { entity_id: string; outcome: Outcome; warnings: string[] };

/** How one kind of thing passes the stages: normalize is pure, upsert runs in the transaction. */
export type Recipe<Normalized> = Source & {
  fetch: (provider: Provider) => Promise<Answer>;
  normalize: (body: Record<string, unknown>, warnings: Warnings) => Normalized;
  upsert: (tx: Db, normalized: Normalized) => Promise<{ entity_id: string; outcome: Outcome }>;
};

/** Called last in the transaction: settles the job, or only checks that its lease still holds. */
export type Finish<Result> = (tx: Db, ingested: Ingested) => Promise<Result>;

/**
 * Fetch, normalize, match and upsert, record provenance: one call to the provider and one
 * transaction for one thing (M3, M134). A payload that is byte for byte the last one writes nothing
 * but its provenance. Throws ProviderError; a transaction that fails leaves the stored record whole.
 */
export async function ingest<Normalized, Result>(
  { db, provider }: IngestDeps,
  recipe: Recipe<Normalized>,
  origin: Origin,
  finish: Finish<Result>,
): Promise<Result> {
  const answer = await fetchOrMarkMissing(db, provider, recipe);
  const { kind, external_id } = recipe;
  const { endpoint, payload_hash } = answer;
  const fetched = { kind, external_id, endpoint, payload_hash, ...origin };
  const known = await unchangedEntity(db, recipe, payload_hash);
  const warnings = new Warnings();
  const normalize = () => recipe.normalize(answer.body(), warnings);
  let normalized = known ? undefined : normalize();
  return inTransaction(db, async (tx) => {
    if (known && (await confirmUnchanged(tx, fetched))) {
      return finish(tx, { entity_id: known, outcome: "unchanged", warnings: [] });
    }
    normalized ??= normalize();
    const written = await recipe.upsert(tx, normalized);
    await recordProvenance(tx, { ...fetched, entity_id: written.entity_id });
    return finish(tx, { ...written, warnings: warnings.list() });
  });
}

async function fetchOrMarkMissing<N>(
  db: Db,
  provider: Provider,
  recipe: Recipe<N>,
): Promise<Answer> {
  try {
    return await recipe.fetch(provider);
  } catch (error) {
    if (error instanceof ProviderError && error.code === "provider_not_found") {
      await markMissing(db, recipe);
    }
    throw error;
  }
}
