import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ApiError, ErrorBody } from "~/http/errors";
import { IdPath, pathId, uuidOf } from "~/http/public-id";
import { enqueue, type JobRequest } from "~/jobs/queue";
import { getJob } from "~/jobs/view";
import {
  EnqueuedJob,
  EntityRequest,
  Job,
  SeasonRequest,
  SeriesRequest,
  TrendingRequest,
} from "./model";
import { seasonExternalId } from "./seasons/ingest";
import { seriesByExternalId, seriesExternalId, seriesNotIngested } from "./seasons/series-of";

type Context = { set: { status?: number | string; headers: Record<string, unknown> } };

const refusals = { 401: ErrorBody, 403: ErrorBody, 422: ErrorBody };
const accepted = { 202: EnqueuedJob, ...refusals };
const detail = (operationId: string, summary: string, description?: string) => ({
  operationId,
  summary,
  security: [{ operator: [] }],
  ...(description !== undefined && { description }),
});

/** Requests for ingestion and the state of their jobs (M112 to M131). The provider is never waited for. */
export const ingestRoutes = ({ db, admin }: { db: Db; admin: AdminOptions }) => {
  /** The record exists before the answer does, so its status can be asked for at once (M119). */
  const accept = async ({ set }: Context, request: JobRequest) => {
    const { job_id, status, created } = await enqueue(db, request);
    const status_url = `/api/v1/admin/ingest/jobs/${job_id}`;
    set.status = 202;
    set.headers.location = status_url;
    return { job_id, status, created, status_url };
  };
  return new Elysia({ prefix: "/admin/ingest", tags: ["Ingestion"] })
    .use(adminGuard(admin))
    .post("/movie", (context) => accept(context, entity("movie", context.body.external_id)), {
      body: EntityRequest,
      response: accepted,
      detail: detail("ingestMovie", "Ingest a movie"),
    })
    .post(
      "/series",
      (context) => {
        const { external_id, include_seasons = false } = context.body;
        return accept(context, { ...entity("series", external_id), params: { include_seasons } });
      },
      {
        body: SeriesRequest,
        response: accepted,
        detail: detail(
          "ingestSeries",
          "Ingest a series",
          "Stores season stubs. With include_seasons, one job for each season follows a success; a long-running series means many calls to the provider.",
        ),
      },
    )
    .post("/season", async (context) => accept(context, await seasonRequest(db, context.body)), {
      body: SeasonRequest,
      response: { ...accepted, 409: ErrorBody },
      detail: detail("ingestSeason", "Ingest a season of a series that is in the catalog"),
    })
    .post(
      "/collection",
      (context) => accept(context, entity("collection", context.body.external_id)),
      {
        body: EntityRequest,
        response: accepted,
        detail: detail("ingestCollection", "Ingest a collection"),
      },
    )
    .post("/person", (context) => accept(context, entity("person", context.body.external_id)), {
      body: EntityRequest,
      response: accepted,
      detail: detail("ingestPerson", "Ingest a person"),
    })
    .post("/trending", (context) => accept(context, trendingRequest(context.body)), {
      body: TrendingRequest,
      response: accepted,
      detail: detail(
        "refreshTrending",
        "Refresh the trending lists",
        "Without a body all four lists; else kind and window together name one.",
      ),
    })
    .get(
      "/jobs/:job_id",
      async ({ params }) => {
        const job = await getJob(db, pathId("job", params.job_id));
        if (job === undefined) throw new ApiError("job_not_found");
        return job;
      },
      {
        params: Type.Object({ job_id: IdPath("job") }),
        response: { 200: Job, 401: ErrorBody, 403: ErrorBody, 404: ErrorBody },
        detail: detail("getJob", "The state of a job"),
      },
    );
};

const entity = (
  kind: "movie" | "series" | "collection" | "person",
  external_id: number | string,
): JobRequest => ({ kind, external_id: String(canonical(external_id)) });

/** "603" and 603 are one job (M117); digits past the largest id cannot be told by a pattern. */
function canonical(external_id: number | string): number {
  const number = Number(external_id);
  if (number <= 2_147_483_647) return number;
  throw unprocessable("external_id", "must be a whole number from 1 to 2147483647");
}

/** The season's job; the series has to be in the catalog first (M124). */
async function seasonRequest(db: Db, body: SeasonRequest): Promise<JobRequest> {
  const series_external_id = await externalIdOf(db, body);
  const { season_number } = body;
  return { kind: "season", external_id: seasonExternalId({ series_external_id, season_number }) };
}

async function externalIdOf(db: Db, body: SeasonRequest): Promise<number> {
  if ("series_external_id" in body) {
    const external_id = canonical(body.series_external_id);
    if ((await seriesByExternalId(db, external_id)) !== undefined) return external_id;
    throw new ApiError("series_not_ingested", { message: seriesNotIngested(external_id) });
  }
  const external_id = await seriesExternalId(db, uuidOf("series", body.series_id) ?? "");
  if (external_id === undefined) throw new ApiError("series_not_ingested");
  return external_id;
}

/** Kind and window name one list together; neither means all four (M130). */
function trendingRequest(
  body: { kind?: "movie" | "series"; window?: "day" | "week" } | null | undefined,
): JobRequest {
  const { kind, window } = body ?? {};
  if (kind === undefined && window === undefined) return { kind: "trending", external_id: "all" };
  if (kind !== undefined && window !== undefined) {
    return { kind: "trending", external_id: `${kind}:${window}` };
  }
  throw unprocessable(
    kind === undefined ? "kind" : "window",
    "is required when the other of kind and window is given",
  );
}

const unprocessable = (field: string, message: string) =>
  new ApiError("validation_error", { details: [{ in: "body", field, message }] });
