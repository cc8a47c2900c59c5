import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Job, JobPage, JobQuery } from "~/admin/ingestion/model";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ApiError, ErrorBody, errorResponses } from "~/http/errors";
import { EventStreams } from "~/http/event-stream";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import { cancelJob, retryJob } from "~/jobs/operator-actions";
import { getJob, type JobView, listJobs } from "~/jobs/view";
import { jobEvents } from "./events";

type Options = {
  db: Db;
  admin: AdminOptions;
  /** Aborts when the service stops: streams end, so that nothing waits for them. */
  stopping?: AbortSignal | undefined;
  streams?: EventStreams;
};

const security = [{ operator: [] }];
const params = Type.Object({ job_id: IdPath("job") });
const refusals = { 401: ErrorBody, 403: ErrorBody, ...errorResponses("job_not_found") };
const steered = { 200: Job, ...refusals, ...errorResponses("job_state_conflict") };

async function known(db: Db, id: string): Promise<JobView> {
  const job = await getJob(db, id);
  if (job === undefined) throw new ApiError("job_not_found");
  return job;
}

const conflict = ({ status }: JobView, allowed: string) =>
  new ApiError("job_state_conflict", { message: `The job is ${status}; only ${allowed}.` });

/** The jobs of the queue as the operator sees and steers them (M116, M129, M131, M132). */
export const jobRoutes = ({ db, admin, stopping, streams }: Options) => {
  const open = streams ?? new EventStreams({ stopping });
  /** The job after a transition that it may have refused. */
  const steer = async (job_id: string, move: typeof retryJob, allowed: string) => {
    const id = pathId("job", job_id);
    const moved = await move(db, id);
    const job = await known(db, id);
    if (!moved) throw conflict(job, allowed);
    return job;
  };
  return new Elysia({ prefix: "/admin/ingest/jobs", tags: ["Ingestion"] })
    .use(adminGuard(admin))
    .get("", async ({ query }) => page(query, await listJobs(db, query)), {
      query: JobQuery,
      response: { 200: JobPage, 401: ErrorBody, 403: ErrorBody },
      detail: { operationId: "listJobs", summary: "All jobs, the newest first", security },
    })
    .get("/:job_id", ({ params: { job_id } }) => known(db, pathId("job", job_id)), {
      params,
      response: { 200: Job, ...refusals },
      detail: { operationId: "getJob", summary: "The state of a job", security },
    })
    .post(
      "/:job_id/retry",
      ({ params: { job_id } }) =>
        steer(job_id, retryJob, "a failed or a canceled one can be retried"),
      {
        params,
        response: steered,
        detail: {
          operationId: "retryJob",
          summary: "Run a failed or canceled job again",
          description: "The same record, queued for its next run with all attempts.",
          security,
        },
      },
    )
    .post(
      "/:job_id/cancel",
      ({ params: { job_id } }) =>
        steer(job_id, cancelJob, "a queued or a running one can be canceled"),
      {
        params,
        response: steered,
        detail: {
          operationId: "cancelJob",
          summary: "Cancel a queued or running job",
          description: "Nothing that a running one still does is kept.",
          security,
        },
      },
    )
    .get(
      "/:job_id/events",
      async ({ params: { job_id }, request }) => {
        const id = pathId("job", job_id);
        await known(db, id);
        return open.answer(request, (signal) => jobEvents(db, id, signal));
      },
      {
        params,
        detail: {
          operationId: "watchJob",
          summary: "Follow a job to its end",
          description:
            "Server-sent events: `job` with the whole job as JSON, now and after each change. Ends with the job; a comment every few seconds keeps it open. Of many streams at a time some are refused.",
          security,
          responses: {
            200: {
              description: "Events named `job`",
              content: { "text/event-stream": { schema: { type: "string" } } },
            },
            404: { description: "`job_not_found`" },
          },
        },
      },
    );
};
