import { and, eq, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { provenance } from "~/db/schema";
import type { JobKey } from "~/jobs/queue";

/** Raise it when bodies are read or normalized differently: stored hashes then count as changed. */
const READING = 2;

/** Where stored data comes from: the provider's record, its payload, and the run that fetched it. */
export type Source = JobKey & {
  endpoint: string;
  payload_hash: string;
  job_id: string;
  run: number;
};

const rowOf = ({ kind, external_id }: JobKey) =>
  and(
    eq(provenance.provider, "tmdb"),
    eq(provenance.kind, kind),
    eq(provenance.external_id, external_id),
  );

/** The entity that was stored from the same payload, read in the same way; undefined when there is none. */
export async function unchangedEntity(
  db: Db,
  key: JobKey,
  payload_hash: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ entity_id: provenance.entity_id })
    .from(provenance)
    .where(
      and(rowOf(key), eq(provenance.payload_hash, payload_hash), eq(provenance.reading, READING)),
    );
  return row?.entity_id ?? undefined;
}

/**
 * Records one more fetch of the payload that is stored. False when another ingestion has stored a
 * different payload in the meantime: this one must then be written too.
 */
export async function confirmUnchanged(
  db: Db,
  { payload_hash, job_id, run, ...key }: Source,
): Promise<boolean> {
  const rows = await db
    .update(provenance)
    .set({ fetched_at: sql`now()`, job_id, run, missing_at: null })
    .where(
      and(rowOf(key), eq(provenance.payload_hash, payload_hash), eq(provenance.reading, READING)),
    )
    .returning({ kind: provenance.kind });
  return rows.length === 1;
}

/**
 * Records where an entity's data comes from, in the transaction that writes it. A ranking has no
 * `entity_id`.
 */
export async function recordProvenance(
  db: Db,
  source: Source,
  entity_id: string | null,
): Promise<void> {
  const values = {
    entity_id,
    endpoint: source.endpoint,
    payload_hash: source.payload_hash,
    reading: READING,
    fetched_at: sql`now()`,
    job_id: source.job_id,
    run: source.run,
    missing_at: null,
  };
  await db
    .insert(provenance)
    .values({ kind: source.kind, external_id: source.external_id, ...values })
    .onConflictDoUpdate({
      target: [provenance.provider, provenance.kind, provenance.external_id],
      set: values,
    });
}

/** Records since when the provider no longer has a record. The record itself stays. */
export async function markMissing(db: Db, key: JobKey): Promise<void> {
  await db
    .update(provenance)
    .set({ missing_at: sql`coalesce(${provenance.missing_at}, now())` })
    .where(rowOf(key));
}
