import { type Static, Type } from "@sinclair/typebox";
import { OneOf } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import type { Enqueued } from "~/jobs/queue";
import { jobStatuses } from "~/vocabulary";

export const EnqueuedJob = Type.Object(
  {
    job_id: PublicId("job", { description: "Id of the job" }),
    status: OneOf(jobStatuses, {
      description: "The state of the job after the request",
      examples: ["queued"],
    }),
    created: Type.Boolean({
      description: "false: the record of an earlier request is used again",
      examples: [true],
    }),
    status_url: Type.String({
      description: "Path of the job",
      examples: ["/api/v1/admin/ingest/jobs/job_0198c7d2f3a97c3e8f5b2d1a4c6e7f80"],
    }),
  },
  { $id: "EnqueuedJob", description: "A job that was requested" },
);
type EnqueuedJob = Static<typeof EnqueuedJob>;

/** The response for a job that is now in the queue, so its state can be read at once. */
export const enqueuedJob = ({ job_id, status, created }: Enqueued): EnqueuedJob => ({
  job_id,
  status,
  created,
  status_url: `/api/v1/admin/ingest/jobs/${job_id}`,
});

type ResponseHead = { status?: number | string; headers: Record<string, unknown> };

/** Responds to the request for one job with 202 and the path of the job in Location. */
export function acceptJob(set: ResponseHead, enqueued: Enqueued): EnqueuedJob {
  const job = enqueuedJob(enqueued);
  set.status = 202;
  set.headers.location = job.status_url;
  return job;
}
