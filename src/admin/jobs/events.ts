import { getJob, type JobView } from "~/admin/jobs/view";
import type { Db } from "~/db/client";
import { isUnavailable } from "~/db/failure";
import type { ServerEvent } from "~/http/event-stream";
import type { JobStatus } from "~/vocabulary";
import { sleep } from "~/wake-signal";

const finalStatuses: readonly JobStatus[] = ["succeeded", "failed", "canceled"];

/**
 * The job as it is now and after each change, until it ends; read every `poll_ms`. While the database
 * is unavailable, events are only delayed. Ends when `signal` aborts.
 */
export async function* jobEvents(
  db: Db,
  id: string,
  signal: AbortSignal,
  poll_ms = 500,
): AsyncGenerator<ServerEvent> {
  let last = "";
  while (!signal.aborted) {
    const job = await readJob(db, id);
    if (job === "deleted") return;
    const current = JSON.stringify(job);
    if (job !== "unavailable" && current !== last) yield { event: "job", data: job };
    if (job !== "unavailable" && finalStatuses.includes(job.status)) return;
    last = current;
    await sleep(poll_ms, signal);
  }
}

async function readJob(db: Db, id: string): Promise<JobView | "deleted" | "unavailable"> {
  try {
    return (await getJob(db, id)) ?? "deleted";
  } catch (error) {
    if (isUnavailable(error)) return "unavailable";
    throw error;
  }
}
