import { inTransaction } from "~/db/transaction";
import type { IngestDeps } from "~/ingest/pipeline";
import type { RunningJob } from "~/jobs/lease";
import { type Settled, succeed } from "~/jobs/settlement";
import { type FindSource, fetchFind, readFind } from "~/provider/find";
import { ProviderError } from "~/provider/http/errors";
import { Warnings } from "~/provider/reading/warnings";

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
  const children = found.map(({ kind, external_id }) => ({
    kind,
    external_id: String(external_id),
    ...(kind === "series" && include_seasons && { params: { include_seasons } }),
  }));
  const result = {
    entity_kind: first.kind,
    entity_id: null,
    outcome: "unchanged" as const,
    warnings: warnings.list(),
  };
  return inTransaction(db, (tx) => succeed(tx, job, result, children));
}
