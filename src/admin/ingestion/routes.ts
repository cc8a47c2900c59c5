import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ErrorBody, errorResponses } from "~/http/errors";
import { type Enqueued, enqueue, type JobRequest } from "~/jobs/queue";
import { enqueueBatch } from "./batch";
import {
  BatchRequest,
  EnqueuedBatch,
  EnqueuedJob,
  EntityRequest,
  SeasonRequest,
  SeriesRequest,
  TrendingRequest,
} from "./model";
import { entityRequest, seasonRequest, trendingRequest } from "./requests";

type Context = { set: { status?: number | string; headers: Record<string, unknown> } };

const refusals = { 401: ErrorBody, 403: ErrorBody, 422: ErrorBody };
const accepted = { 202: EnqueuedJob, ...refusals };
const detail = (operationId: string, summary: string, description?: string) => ({
  operationId,
  summary,
  security: [{ operator: [] }],
  ...(description !== undefined && { description }),
});

const told = ({ job_id, status, created }: Enqueued) => ({
  job_id,
  status,
  created,
  status_url: `/api/v1/admin/ingest/jobs/${job_id}`,
});

/** Requests for ingestion (M112 to M131). The provider is never waited for. */
export const ingestRoutes = ({ db, admin }: { db: Db; admin: AdminOptions }) => {
  /** The record exists before the answer does, so its status can be asked for at once (M119). */
  const accept = async ({ set }: Context, request: JobRequest) => {
    const enqueued = told(await enqueue(db, request));
    set.status = 202;
    set.headers.location = enqueued.status_url;
    return enqueued;
  };
  return new Elysia({ prefix: "/admin/ingest", tags: ["Ingestion"] })
    .use(adminGuard(admin))
    .post(
      "/movie",
      (context) => accept(context, entityRequest("movie", context.body.external_id)),
      {
        body: EntityRequest,
        response: accepted,
        detail: detail("ingestMovie", "Ingest a movie"),
      },
    )
    .post(
      "/series",
      (context) => {
        const { external_id, include_seasons = false } = context.body;
        return accept(context, {
          ...entityRequest("series", external_id),
          params: { include_seasons },
        });
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
      (context) => accept(context, entityRequest("collection", context.body.external_id)),
      {
        body: EntityRequest,
        response: accepted,
        detail: detail("ingestCollection", "Ingest a collection"),
      },
    )
    .post(
      "/person",
      (context) => accept(context, entityRequest("person", context.body.external_id)),
      {
        body: EntityRequest,
        response: accepted,
        detail: detail("ingestPerson", "Ingest a person"),
      },
    )
    .post("/trending", (context) => accept(context, trendingRequest(context.body)), {
      body: TrendingRequest,
      response: accepted,
      detail: detail(
        "refreshTrending",
        "Refresh the trending lists",
        "Without a body all four lists; else kind and window together name one.",
      ),
    })
    .post(
      "/batch",
      async ({ body, set }) => {
        const enqueued = await enqueueBatch(db, body.items);
        set.status = 202;
        return { results: enqueued.map(told) };
      },
      {
        body: BatchRequest,
        response: { 202: EnqueuedBatch, ...refusals, ...errorResponses("series_not_ingested") },
        detail: detail(
          "ingestBatch",
          "Ingest up to 500 things",
          "All of them or, when one of the items is wrong, none.",
        ),
      },
    );
};
