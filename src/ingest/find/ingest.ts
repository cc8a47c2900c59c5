import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { inTransaction } from "~/db/transaction";
import type { IngestDeps } from "~/ingest/pipeline";
import type { RunningJob } from "~/jobs/lease";
import { type Settled, succeed } from "~/jobs/settlement";
import { type FindSource, type Found, fetchFind, readFind } from "~/provider/find";
import { ProviderError } from "~/provider/http/errors";
import { Warnings } from "~/provider/reading/warnings";
import { jobPriorities } from "~/vocabulary";

/**
 * Asks the provider what has an id of another site, such as `imdb:tt0133093`, and enqueues the movies, series
 * and people that it names as children. Throws `provider_not_found` if it names none.
 */
export async function findRecords({ db, provider }: IngestDeps, job: RunningJob): Promise<Settled> {
  const at = job.external_id.indexOf(":");
  const source = job.external_id.slice(0, at) as FindSource;
  const response = await fetchFind(provider, source, job.external_id.slice(at + 1));
  const warnings = new Warnings();
  const found = readFind(response.body(), warnings);
  const [first] = found;
  if (first === undefined) {
    const message = `The provider knows no movie, series or person with ${job.external_id}.`;
    throw new ProviderError("provider_not_found", message);
  }
  const { include_seasons = false } = job.params;
  const result = {
    entity_kind: first.kind,
    entity_id: null,
    outcome: "unchanged" as const,
    warnings: warnings.list(),
  };
  return inTransaction(db, async (tx) => {
    const isImported = job.priority === jobPriorities.import;
    const wanted = isImported ? await notStored(tx, job, found) : found;
    const children = wanted.map(({ kind, external_id }) => ({
      kind,
      external_id: String(external_id),
      ...(kind === "series" && include_seasons && { params: { include_seasons } }),
    }));
    return succeed(tx, job, result, children);
  });
}

/**
 * Of what an import has found, the records that are neither in the catalog nor being fetched just now: the file
 * may name one by both of its ids. All of it if an import wants again what is there.
 */
async function notStored(
  tx: Db,
  { external_id: reference, params }: RunningJob,
  found: readonly Found[],
): Promise<Found[]> {
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(found)}::text::jsonb) as found(kind job_kind, external_id int)`;
  const job = sql`jobs job on job.kind = found.kind and job.external_id = found.external_id::text`;
  // Else a job that waits could begin, or one that runs could end, before it is requested.
  await tx.execute(sql`
    select from ${given} join ${job} order by job.kind, job.external_id for update of job`);
  const rows = await tx.execute<Found>(sql`
    select found.kind, found.external_id from ${given}
      left join provenance on provenance.provider = 'tmdb'
        and provenance.kind = found.kind and provenance.external_id = found.external_id::text
      left join ${job}
    where exists (
        select from import_entries entry join imports on imports.id = entry.import_id
        where entry.kind = 'find' and entry.external_id = ${reference} and imports.again)
      or provenance.entity_id is null and (job.status is distinct from 'running'
        or ${params.include_seasons ?? false} and not job.params @> '{"include_seasons": true}')`);
  return [...rows];
}
