import { isUnavailable } from "~/db/failure";
import type { ServerEvent } from "~/http/event-stream";
import { sleep } from "~/wake-signal";
import { hasEnded, type JobReader } from "./reader";
import type { JobView } from "./view";

/**
 * The job as it is now and after each change, until it ends; read every `poll_ms`. While the database
 * is unavailable, events are only delayed. Ends when `signal` aborts.
 */
export async function* jobEvents(
  jobs: JobReader,
  id: string,
  signal: AbortSignal,
  poll_ms = 500,
): AsyncGenerator<ServerEvent> {
  let last = "";
  while (!signal.aborted) {
    const job = await readJob(jobs, id);
    if (job === "deleted") return;
    const current = JSON.stringify(job);
    if (job !== "unavailable" && current !== last) yield { event: "job", data: job };
    if (job !== "unavailable" && hasEnded(job)) return;
    last = current;
    await sleep(poll_ms, signal);
  }
}

async function readJob(jobs: JobReader, id: string): Promise<JobView | "deleted" | "unavailable"> {
  try {
    return (await jobs.get(id)) ?? "deleted";
  } catch (error) {
    if (isUnavailable(error)) return "unavailable";
    throw error;
  }
}
