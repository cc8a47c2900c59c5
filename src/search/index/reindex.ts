import type { Db } from "~/db/client";
import { reportProgress } from "~/jobs/lease";
import type { JobRequest } from "~/jobs/queue";
import { succeed, waitLonger } from "~/jobs/settlement";
import type { Handler } from "~/workers/attempt";
import { readRebuildState, requestRebuild } from "./state";

/** The one job that rebuilds the secondary index. */
export const reindexJob: JobRequest = { kind: "reindex", external_id: "all" };

const POLL_MS = 200;
/** How long the job occupies a worker thread before it is put back in the queue for a second. */
const TURN_MS = 5_000;

/**
 * Requests a rebuild and reports its progress as the progress of the job. The relay does the work,
 * because it is the only writer of the index, so a rebuild outlives attempts of the job: a later
 * attempt follows the same rebuild.
 */
export const reindexHandler =
  (db: Db): Handler =>
  async (job, { signal, progress }) => {
    const number = await requestRebuild(db, `job ${job.id} ${job.run}`);
    const until = performance.now() + TURN_MS;
    for (;;) {
      const { done, rebuilding, progress_done, progress_total } = await readRebuildState(db);
      if (done >= number) break;
      if (rebuilding) progress(progress_done, progress_total);
      signal.throwIfAborted();
      if (performance.now() > until) return waitLonger(db, job, 1);
      await Bun.sleep(POLL_MS);
    }
    const { progress_total } = await readRebuildState(db);
    await reportProgress(db, job, { done: progress_total, total: progress_total });
    return db.transaction((tx) =>
      succeed(tx, job, {
        entity_kind: "search_index",
        entity_id: null,
        outcome: "updated",
        warnings: [],
      }),
    );
  };
