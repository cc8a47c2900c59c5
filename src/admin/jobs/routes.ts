import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { operatorErrors, operatorRoute } from "~/admin/operator";
import type { CatalogChanges } from "~/db/catalog-changes";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ApiError, errorResponses } from "~/http/errors";
import { EventStreams } from "~/http/event-stream";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import { cancelJob, retryJob } from "~/jobs/operator-actions";
import { jobEvents } from "./events";
import { Job, JobPage, JobQuery } from "./model";
import { type JobReader, jobReader } from "./reader";
import type { JobFilter, JobView } from "./view";

type Options = {
  db: Db;
  admin: AdminOptions;
  /** Aborts when the service stops: event streams end, so that it does not wait for them. */
  stopping?: AbortSignal | undefined;
  /** Hears of the commits that kept answers depend on; unset where none are kept. */
  changes?: Pick<CatalogChanges, "caughtUp"> | undefined;
};

const params = Type.Object({ job_id: IdPath("job") });
const jobErrors = { ...operatorErrors, ...errorResponses("job_not_found") };
const actionResponses = { 200: Job, ...jobErrors, ...errorResponses("job_state_conflict") };

async function requireJob(jobs: JobReader, id: string): Promise<JobView> {
  const job = await jobs.get(id);
  if (job === undefined) throw new ApiError("job_not_found");
  return job;
}

const filterOf = ({ external_id, ...others }: JobQuery): JobFilter => ({
  ...others,
  ...(external_id !== undefined && { external_id: external_id.split(",") }),
});

/** The job after an action; throws `job_state_conflict` when its state does not allow the action. */
async function jobAfter(
  action: (id: string) => Promise<boolean>,
  jobs: JobReader,
  job_id: string,
  rule: string,
): Promise<JobView> {
  const id = pathId("job", job_id);
  const isDone = await action(id);
  const job = await requireJob(jobs, id);
  if (isDone) return job;
  throw new ApiError("job_state_conflict", { message: `The job is ${job.status}; only ${rule}.` });
}

/** Lists, shows, retries, cancels and follows the jobs of the queue. */
export const jobRoutes = ({ db, admin, stopping, changes }: Options) => {
  const jobs = jobReader(db, changes);
  const streams = new EventStreams({ stopping });
  return new Elysia({ prefix: "/admin/ingest/jobs", tags: ["Ingestion"] })
    .use(adminGuard(admin))
    .get("", async ({ query }) => page(query, await jobs.list(filterOf(query))), {
      query: JobQuery,
      response: { 200: JobPage, ...operatorErrors },
      detail: operatorRoute("listJobs", "List the jobs, newest first"),
    })
    .get("/:job_id", ({ params: { job_id } }) => requireJob(jobs, pathId("job", job_id)), {
      params,
      response: { 200: Job, ...jobErrors },
      detail: operatorRoute("getJob", "Get the state of a job"),
    })
    .post(
      "/:job_id/retry",
      ({ params: { job_id } }) =>
        jobAfter(
          (id) => retryJob(db, id),
          jobs,
          job_id,
          "a failed or a canceled one can be retried",
        ),
      {
        params,
        response: actionResponses,
        detail: operatorRoute(
          "retryJob",
          "Run a failed or canceled job again",
          "The same record is queued for its next run, with all its attempts.",
        ),
      },
    )
    .post(
      "/:job_id/cancel",
      ({ params: { job_id } }) =>
        jobAfter(
          (id) => cancelJob(db, id),
          jobs,
          job_id,
          "a queued or a running one can be canceled",
        ),
      {
        params,
        response: actionResponses,
        detail: operatorRoute(
          "cancelJob",
          "Cancel a queued or running job",
          "Whatever a running job still does is discarded.",
        ),
      },
    )
    .get(
      "/:job_id/events",
      async ({ params: { job_id }, request }) => {
        const id = pathId("job", job_id);
        await requireJob(jobs, id);
        return streams.answer(request, (signal) => jobEvents(jobs, id, signal));
      },
      {
        params,
        detail: {
          ...operatorRoute(
            "watchJob",
            "Follow a job to its end",
            "Server-sent events: `job` with the whole job as JSON, now and after each change. The stream ends with the job; a comment every few seconds keeps it open. The number of open streams is limited.",
          ),
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
