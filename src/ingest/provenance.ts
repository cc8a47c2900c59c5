import { and, eq, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { provenance } from "~/db/schema";
import type { JobKind } from "~/vocabulary";

/** Raise it when a body is read or normalized in another way: stored hashes then count as changed. */
const READING = 2;

export type Source = { kind: JobKind; external_id: string };

export type Fetched = Source & {
  /** Null for a ranking, which is no entity. */
  entity_id: string | null;
  endpoint: string;
  payload_hash: string;
  job_id: string;
  run: number;
};

const of = ({ kind, external_id }: Source) =>
  and(
    eq(provenance.provider, "tmdb"),
    eq(provenance.kind, kind),
    eq(provenance.external_id, external_id),
  );

/** The record that the very same payload gave before, read in the same way; undefined otherwise. */
export async function unchangedEntity(
  db: Db,
  source: Source,
  payload_hash: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ entity_id: provenance.entity_id })
    .from(provenance)
    .where(
      and(of(source), eq(provenance.payload_hash, payload_hash), eq(provenance.reading, READING)),
    );
  return row?.entity_id ?? undefined;
}

/**
 * Notes one more fetch of the payload that is stored. False when another ingestion has stored a
 * different one in the meantime: this one then has to be written as well.
 */
export async function confirmUnchanged(
  db: Db,
  { payload_hash, job_id, run, ...source }: Omit<Fetched, "entity_id" | "endpoint">,
): Promise<boolean> {
  const rows = await db
    .update(provenance)
    .set({ fetched_at: sql`now()`, job_id, run, missing_at: null })
    .where(
      and(of(source), eq(provenance.payload_hash, payload_hash), eq(provenance.reading, READING)),
    )
    .returning({ kind: provenance.kind });
  return rows.length === 1;
}

/** Records where an entity's data came from, in the transaction that writes it (M3). */
export async function recordProvenance(db: Db, fetched: Fetched): Promise<void> {
  const stated = {
    entity_id: fetched.entity_id,
    endpoint: fetched.endpoint,
    payload_hash: fetched.payload_hash,
    reading: READING,
    fetched_at: sql`now()`,
    job_id: fetched.job_id,
    run: fetched.run,
    missing_at: null,
  };
  await db
    .insert(provenance)
    .values({ kind: fetched.kind, external_id: fetched.external_id, ...stated })
    .onConflictDoUpdate({
      target: [provenance.provider, provenance.kind, provenance.external_id],
      set: stated,
    });
}

/** Notes since when the provider no longer knows a record; the record itself stays (F21). */
export async function markMissing(db: Db, source: Source): Promise<void> {
  await db
    .update(provenance)
    .set({ missing_at: sql`coalesce(${provenance.missing_at}, now())` })
    .where(of(source));
}
