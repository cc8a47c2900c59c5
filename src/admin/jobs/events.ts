import type { Db } from "~/db/client";
import { isUnavailable } from "~/db/failure";
import type { ServerEvent } from "~/http/event-stream";
import { getJob, type JobView } from "~/jobs/view";
import type { JobStatus } from "~/vocabulary";
import { sleep } from "~/wake-signal";

const final: readonly JobStatus[] = ["succeeded", "failed", "canceled"];

/**
 * The job as it is now and after each change, up to its final state; looked at every `poll_ms`. A
 * database that is away for a while only delays what is told. Ends when `signal` aborts.
 */
export async function* jobEvents(
  db: Db,
  id: string,
  signal: AbortSignal,
  poll_ms = 500,
): AsyncGenerator<ServerEvent> {
  let told = "";
  while (!signal.aborted) {
    const job = await look(db, id);
    if (job === "gone") return;
    const seen = JSON.stringify(job);
    if (job !== "unknown" && seen !== told) yield { event: "job", data: job };
    if (job !== "unknown" && final.includes(job.status)) return;
    told = seen;
    await sleep(poll_ms, signal);
  }
}

async function look(db: Db, id: string): Promise<JobView | "gone" | "unknown"> {
  try {
    return (await getJob(db, id)) ?? "gone";
  } catch (error) {
    if (isUnavailable(error)) return "unknown";
    throw error;
  }
}
