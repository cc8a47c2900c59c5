import { and, eq, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { parameter } from "~/db/prepared-statement";
import { provenance } from "~/db/schema";
import { held, lockHeld, type RunningJob } from "~/jobs/lease";
import type { JobKey } from "~/jobs/queue";
import { settlementStatement, success } from "~/jobs/settlement";

/** Raise it when bodies are read or normalized differently: stored hashes then count as changed. */
const READING = 4;
const reading = sql.raw(String(READING));

/** Where stored data comes from: the provider's record, its payload, and the run that fetched it. */
export type Source = JobKey & {
  endpoint: string;
  payload_hash: string;
  job: Pick<RunningJob, "id" | "lease_token" | "run">;
};

const rowOf = ({ kind, external_id }: JobKey) =>
  and(
    eq(provenance.provider, "tmdb"),
    eq(provenance.kind, kind),
    eq(provenance.external_id, external_id),
  );

type Names = "kind" | "external_id" | "payload_hash" | "id" | "lease_token" | "run";

const valuesOf = ({ kind, external_id, payload_hash, job }: Source): Record<Names, unknown> => {
  const { id, lease_token, run } = job;
  return { kind, external_id, payload_hash, id, lease_token, run };
};

const job = { id: parameter("id"), lease_token: parameter("lease_token") };

/**
 * Two queries: `held`, which locks the job, and `confirmed`, which records one more fetch of the payload
 * that is stored and was read in the same way. Both are empty if the lease is lost; `confirmed` also if
 * another payload is stored. A transaction that writes the entity waits at its provenance, so that the
 * decision is made on what it stored.
 */
const confirming = () => sql`
  held as materialized (${lockHeld(job)}),
  confirmed as (
    update provenance set fetched_at = now(), job_id = ${job.id}, run = ${parameter("run")},
      missing_at = null, missing_times = 0
    where provider = 'tmdb' and kind = ${parameter("kind")} and external_id = ${parameter("external_id")}
      and payload_hash = ${parameter("payload_hash")} and reading = ${reading}
      and entity_id is not null and exists (select from held)
    returning kind, entity_id
  )`;

const confirmStatement = fixedStatement<Names>(
  () => sql`with ${confirming()} select entity_id from confirmed`,
);

/**
 * Records one more fetch of the payload that is stored, in one statement, and returns the entity's id.
 * Undefined if another payload is stored or the lease is lost: nothing is written then.
 */
export async function confirmUnchanged(db: Db, source: Source): Promise<string | undefined> {
  const [row] = await db.execute<{ entity_id: string }>(confirmStatement(valuesOf(source)));
  return row?.entity_id;
}

const settleStatement = fixedStatement<Names>(() => {
  const result = sql`(select jsonb_build_object('entity_kind', kind, 'outcome', 'unchanged', 'warnings', '[]'::jsonb,
    'entity_id', kind || '_' || replace(entity_id::text, '-', '')) from confirmed)`;
  const which = sql`${held(job)} and exists (select from confirmed)`;
  return settlementStatement(which, success(result), sql`${confirming()},`);
});

/** As {@link confirmUnchanged}, and settles the job in the same statement. True if it did. */
export const settleUnchanged = async (db: Db, source: Source): Promise<boolean> =>
  (await db.execute(settleStatement(valuesOf(source)))).length === 1;

/**
 * Records where an entity's data comes from, in the transaction that writes it. A ranking has no
 * `entity_id`.
 */
export async function recordProvenance(
  db: Db,
  source: Source,
  entity_id: string | null,
): Promise<void> {
  const values = { ...valuesOf(source), endpoint: source.endpoint, entity_id };
  await db.execute(recordStatement(values));
}

const recordStatement = fixedStatement<Names | "endpoint" | "entity_id">(
  () => sql`
    insert into provenance
      (kind, external_id, entity_id, endpoint, payload_hash, reading, fetched_at, job_id, run)
    values (${parameter("kind")}, ${parameter("external_id")}, ${parameter("entity_id")}, ${parameter("endpoint")},
      ${parameter("payload_hash")}, ${reading}, now(), ${job.id}, ${parameter("run")})
    on conflict (provider, kind, external_id) do update set entity_id = excluded.entity_id,
      endpoint = excluded.endpoint, payload_hash = excluded.payload_hash, reading = excluded.reading,
      fetched_at = excluded.fetched_at, job_id = excluded.job_id, run = excluded.run,
      missing_at = null, missing_times = 0`,
);

/**
 * Counts one more fetch that did not find a record, and records since when. A trigger removes the record when
 * there were several over days, and restores it when a later fetch finds it.
 */
export async function markMissing(db: Db, key: JobKey): Promise<void> {
  await db
    .update(provenance)
    .set({
      missing_at: sql`coalesce(${provenance.missing_at}, now())`,
      // The number has no meaning beyond the few that remove a record.
      missing_times: sql`least(${provenance.missing_times} + 1, 1000)`,
    })
    .where(rowOf(key));
}
