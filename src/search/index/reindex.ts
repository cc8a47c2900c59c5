import type { Db } from "~/db/client";
import type { Handler } from "~/jobs/attempt";
import { type JobRequest, reportProgress, succeed } from "~/jobs/queue";
import { waitLonger } from "~/jobs/wait";
import { rebuildState, wantRebuild } from "./state";

/** The one job that rebuilds the secondary index. */
export const reindexJob: JobRequest = { kind: "reindex", external_id: "all" };

const LOOK_MS = 200;
/** A job thread is lent for so long; then others get their turn. */
const TURN_MS = 5_000;

/**
 * Has the relay, the index's one writer, rebuild the index, and shows its progress as the job's own. The
 * work needs no attempt of the job: one that dies or waits finds the same rebuild again.
 */
export const reindexHandler =
  (db: Db): Handler =>
  async (job, { signal, progress }) => {
    const number = await wantRebuild(db, `job ${job.id} ${job.run}`);
    const until = performance.now() + TURN_MS;
    for (;;) {
      const { done, rebuilding, progress_done, progress_total } = await rebuildState(db);
      if (done >= number) break;
      if (rebuilding) progress(progress_done, progress_total);
      signal.throwIfAborted();
      if (performance.now() > until) return waitLonger(db, job, 1);
      await Bun.sleep(LOOK_MS);
    }
    const { progress_total } = await rebuildState(db);
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
