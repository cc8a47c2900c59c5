import type { Db } from "~/db/client";
import { publicIdText } from "~/db/sql";
import { inTransaction } from "~/db/transaction";
import type { RunningJob } from "~/jobs/lease";
import type { JobRequest } from "~/jobs/queue";
import { type Settled, succeed } from "~/jobs/settlement";
import { readChangeList } from "~/refresh/change-lists";
import { reindexHandler } from "~/search/index/reindex";
import type { JobKind } from "~/vocabulary";
import type { Handler } from "~/workers/attempt";
import { collectionIngestion } from "./collections/ingest";
import { findRecords } from "./find/ingest";
import { movieIngestion } from "./movies/ingest";
import { personIngestion } from "./people/ingest";
import { type Ending, type IngestDeps, type Ingestion, ingest } from "./pipeline";
import { confirmUnchanged, settleUnchanged } from "./provenance";
import { parseSeasonExternalId, seasonExternalId, seasonIngestion } from "./seasons/ingest";
import { requireSeries } from "./seasons/parent-series";
import { seriesIngestion } from "./series/ingest";
import { listedSeasons } from "./series/upsert";
import { refreshTrending } from "./trending/ingest";

/**
 * What each kind of job does. The transaction that writes the catalog also settles the job, so both
 * happen or neither.
 */
export function handlers(deps: IngestDeps): Record<JobKind, Handler> {
  return {
    movie: (job) => ingestEntity(deps, job, movieIngestion(Number(job.external_id))),
    series: (job) => {
      const followUps = job.params.include_seasons ? seasonsOfSeries : undefined;
      return ingestEntity(deps, job, seriesIngestion(Number(job.external_id)), followUps);
    },
    season: async (job) => {
      const key = parseSeasonExternalId(job.external_id);
      await requireSeries(deps.db, key.series_external_id);
      return ingestEntity(deps, job, seasonIngestion(key, deps.languages));
    },
    collection: (job) => ingestEntity(deps, job, collectionIngestion(Number(job.external_id))),
    person: (job) => ingestEntity(deps, job, personIngestion(Number(job.external_id))),
    trending: async (job, { signal, progress }) => {
      const warnings = await refreshTrending(deps, { job, signal, progress });
      return deps.db.transaction((tx) =>
        succeed(tx, job, {
          entity_kind: "trending",
          entity_id: null,
          outcome: "updated",
          warnings,
        }),
      );
    },
    find: (job) => findRecords(deps, job),
    reindex: reindexHandler(deps.db),
    changes: (job, context) => readChangeList(deps, job, context),
  };
}

type FollowUps = (
  tx: Db,
  job: RunningJob,
  entity_id: string,
) => Promise<Omit<JobRequest, "parent_id">[]>;

/** Ingests one record and settles its job, with the jobs that follow from it. */
async function ingestEntity<Normalized>(
  deps: IngestDeps,
  job: RunningJob,
  ingestion: Ingestion<Normalized>,
  followUps?: FollowUps,
): Promise<Settled> {
  let stored: "changed" | "unchanged" = "changed";
  const written: Ending<Settled>["written"] = async (tx, { entity_id, outcome, warnings }) => {
    const entity_kind = ingestion.kind;
    const result = {
      entity_kind,
      entity_id: publicIdText(entity_kind, entity_id),
      outcome,
      warnings,
    };
    return succeed(tx, job, result, await followUps?.(tx, job, entity_id));
  };
  const unchanged: NonNullable<Ending<Settled>["unchanged"]> = async (db, source) => {
    const settled = await inUnchanged(db, source);
    if (settled !== undefined) stored = "unchanged";
    return settled;
  };
  const inUnchanged: typeof unchanged = async (db, source) => {
    if (!followUps) return (await settleUnchanged(db, source)) ? "settled" : undefined;
    return inTransaction(db, async (tx) => {
      const entity_id = await confirmUnchanged(tx, source);
      if (entity_id === undefined) return undefined;
      return written(tx, { entity_id, outcome: "unchanged", warnings: [] });
    });
  };
  const settled = await ingest(deps, ingestion, job, { written, unchanged });
  deps.onStored?.(stored);
  return settled;
}

/** One season job for each season, specials included. */
const seasonsOfSeries: FollowUps = async (tx, { external_id }, series_id) => {
  const series_external_id = Number(external_id);
  return (await listedSeasons(tx, series_id)).map((season_number) => ({
    kind: "season",
    external_id: seasonExternalId({ series_external_id, season_number }),
  }));
};
