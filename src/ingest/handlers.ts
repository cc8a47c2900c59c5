import type { Db } from "~/db/client";
import type { JobResult } from "~/db/schema";
import { publicIdText } from "~/db/sql";
import { fence, type RunningJob } from "~/jobs/lease";
import type { JobRequest } from "~/jobs/queue";
import { type Settled, succeed } from "~/jobs/settlement";
import { reindexHandler } from "~/search/index/reindex";
import type { JobKind } from "~/vocabulary";
import type { Handler } from "~/workers/attempt";
import { collectionRecipe } from "./collections/ingest";
import { movieRecipe } from "./movies/ingest";
import { personRecipe } from "./people/ingest";
import { type IngestDeps, type Ingested, ingest, type Recipe } from "./pipeline";
import { parseSeasonExternalId, seasonExternalId, seasonRecipe } from "./seasons/ingest";
import { requireSeries } from "./seasons/parent-series";
import { listedSeasons, seriesRecipe } from "./series/ingest";
import { refreshTrending } from "./trending/ingest";

type EntityKind = Exclude<JobResult["entity_kind"], "trending" | "search_index">;
type FollowUps = (tx: Db, ingested: Ingested) => Promise<Omit<JobRequest, "parent_id">[]>;

/** What each kind of job does. The catalog's transaction settles the job, so neither is ever half done. */
export function handlers(deps: IngestDeps): Record<JobKind, Handler> {
  const entity =
    <N>(kind: EntityKind, recipe: (external_id: number) => Recipe<N>): Handler =>
    (job) =>
      ingestEntity(deps, job, kind, recipe(Number(job.external_id)));
  return {
    movie: entity("movie", movieRecipe),
    collection: entity("collection", collectionRecipe),
    person: entity("person", personRecipe),
    series: (job) =>
      ingestEntity(deps, job, "series", seriesRecipe(Number(job.external_id)), seasonJobs(job)),
    season: async (job) => {
      const key = parseSeasonExternalId(job.external_id);
      await requireSeries(deps.db, key.series_external_id);
      return ingestEntity(deps, job, "season", seasonRecipe(key));
    },
    trending: async (job, { signal, progress }) => {
      const { warnings } = await refreshTrending(deps, job.external_id, {
        origin: originOf(job),
        signal,
        fence: (tx) => fence(tx, job),
        progress,
      });
      const result = { entity_kind: "trending", entity_id: null, outcome: "updated", warnings };
      return deps.db.transaction((tx) => succeed(tx, job, result as JobResult));
    },
    reindex: reindexHandler(deps.db),
  };
}

const originOf = (job: RunningJob) => ({ job_id: job.id, run: job.run });

function ingestEntity<N>(
  deps: IngestDeps,
  job: RunningJob,
  entity_kind: EntityKind,
  recipe: Recipe<N>,
  followUps: FollowUps = async () => [],
): Promise<Settled> {
  return ingest(deps, recipe, originOf(job), async (tx, ingested) => {
    const { outcome, warnings } = ingested;
    const entity_id = publicIdText(entity_kind, ingested.entity_id);
    const follow = await followUps(tx, ingested);
    return succeed(tx, job, { entity_kind, entity_id, outcome, warnings }, follow);
  });
}

/** One season job for each season, specials included, when the request asked for them (M123). */
const seasonJobs =
  ({ params, external_id }: RunningJob): FollowUps =>
  async (tx, { entity_id }) => {
    if (!params.include_seasons) return [];
    const series_external_id = Number(external_id);
    return (await listedSeasons(tx, entity_id)).map((season_number) => ({
      kind: "season",
      external_id: seasonExternalId({ series_external_id, season_number }),
    }));
  };
