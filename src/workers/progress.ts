import type { Db } from "~/db/client";
import { type RunningJob, reportProgress } from "~/jobs/lease";

type Progress = { done: number; total: number };

export type ProgressWriter = {
  report: (progress: Progress) => void;
  /** Writes what is still held back; rejects never. */
  flush: () => Promise<void>;
};

/**
 * Writes the progress of an attempt: the first report at once, later ones at most every
 * `interval_ms`, the last one always. Progress that cannot be written fails nothing.
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
