import type { Db } from "~/db/client";
import { type RunningJob, reportProgress } from "~/jobs/lease";

type Progress = { done: number; total: number };

export type ProgressWriter = {
  report: (progress: Progress) => void;
  /** Writes the last report if it is still pending; never rejects. */
  flush: () => Promise<void>;
};

/**
 * Writes the progress of an attempt: the first report at once, later ones at most every
 * `interval_ms`, the last one always. A failed write is ignored.
 */
export function progressWriter(db: Db, job: RunningJob, interval_ms: number): ProgressWriter {
  let latest: Progress | undefined;
  let timer: Timer | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  const write = () => {
    timer = undefined;
    if (latest === undefined) return;
    const progress = latest;
    latest = undefined;
    timer = setTimeout(write, interval_ms);
    writing = writing.then(() => reportProgress(db, job, progress)).catch(() => {});
  };
  return {
    report: (progress) => {
      latest = progress;
      if (timer === undefined) write();
    },
    flush: async () => {
      clearTimeout(timer);
      write();
      clearTimeout(timer);
      await writing;
    },
  };
}
