import { Elysia } from "elysia";
import { acceptJob, EnqueuedJob, enqueuedJob } from "~/admin/jobs/enqueued";
import { operatorErrors, operatorRoute } from "~/admin/operator";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ErrorBody, errorResponses } from "~/http/errors";
import { enqueue } from "~/jobs/queue";
import { enqueueBatch } from "./batch";
import {
  entityRequest,
  findRequest,
  seasonRequest,
  seriesRequest,
  trendingRequest,
} from "./job-requests";
import {
  BatchRequest,
  EnqueuedBatch,
  EntityRequest,
  FindRequest,
  SeasonRequest,
  SeriesRequest,
  TrendingRequest,
} from "./model";

const errors = { ...operatorErrors, 422: ErrorBody };
const response = { 202: EnqueuedJob, ...errors };

/** Requests for ingestion: each one enqueues a job and does not wait for the provider. */
export const ingestRoutes = ({ db, admin }: { db: Db; admin: AdminOptions }) =>
  new Elysia({ prefix: "/admin/ingest", tags: ["Ingestion"] })
    .use(adminGuard(admin))
    .post(
      "/movie",
      async ({ body, set }) =>
        acceptJob(set, await enqueue(db, entityRequest("movie", body.external_id))),
      {
        body: EntityRequest,
        response,
        detail: operatorRoute("ingestMovie", "Ingest a movie"),
      },
    )
    .post(
      "/series",
      async ({ body, set }) => acceptJob(set, await enqueue(db, seriesRequest(body))),
      {
        body: SeriesRequest,
        response,
        detail: operatorRoute(
          "ingestSeries",
          "Ingest a series",
          "Stores its seasons without their episodes. With include_seasons, one job for each season follows when the series is ingested; a long series means many calls to the provider.",
        ),
      },
    )
    .post(
      "/season",
      async ({ body, set }) => acceptJob(set, await enqueue(db, await seasonRequest(db, body))),
      {
        body: SeasonRequest,
        response: { ...response, 409: ErrorBody },
        detail: operatorRoute("ingestSeason", "Ingest a season of a series that is in the catalog"),
      },
    )
    .post(
      "/collection",
      async ({ body, set }) =>
        acceptJob(set, await enqueue(db, entityRequest("collection", body.external_id))),
      {
        body: EntityRequest,
        response,
        detail: operatorRoute("ingestCollection", "Ingest a collection"),
      },
    )
    .post(
      "/person",
      async ({ body, set }) =>
        acceptJob(set, await enqueue(db, entityRequest("person", body.external_id))),
      {
        body: EntityRequest,
        response,
        detail: operatorRoute("ingestPerson", "Ingest a person"),
      },
    )
    .post(
      "/trending",
      async ({ body, set }) => acceptJob(set, await enqueue(db, trendingRequest(body))),
      {
        body: TrendingRequest,
        response,
        detail: operatorRoute(
          "refreshTrending",
          "Refresh the trending lists",
          "Without a body all four lists; kind and window together name one.",
        ),
      },
    )
    .post("/find", async ({ body, set }) => acceptJob(set, await enqueue(db, findRequest(body))), {
      body: FindRequest,
      response,
      detail: operatorRoute(
        "ingestFound",
        "Ingest what has an id of another site",
        "Asks the provider what the id names; its movies, series and people are ingested by jobs of their own. `provider_not_found` when it names none.",
      ),
    })
    .post(
      "/batch",
      async ({ body, set }) => {
        const jobs = await enqueueBatch(db, body.items);
        set.status = 202;
        return { results: jobs.map(enqueuedJob) };
      },
      {
        body: BatchRequest,
        response: { 202: EnqueuedBatch, ...errors, ...errorResponses("series_not_ingested") },
        detail: operatorRoute(
          "ingestBatch",
          "Ingest up to 500 things",
          "All of them, or none when an item is invalid.",
        ),
      },
    );
