import type { Db } from "~/db/client";
import { succeed } from "~/jobs/settlement";
import { jobKinds } from "~/vocabulary";
import { WakeSignal } from "~/wake-signal";
import type { Handler } from "~/workers/attempt";
import { type LoopOptions, runLoop } from "~/workers/loop";
import { memoryLog } from "../jobs/observation";
import { result } from "../jobs/records";

/** Loops with short times and one handler for every kind; they share a log and a stop signal. */
export function testLoops(db: Db) {
  const { log, lines } = memoryLog();
  const controller = new AbortController();
  const loops: Promise<void>[] = [];
  return {
    log,
    lines,
    start: (handler: Handler, options: Partial<LoopOptions> = {}) => {
      const loop = runLoop({
        db,
        handlers: everyKind(handler),
        log,
        signal: controller.signal,
        wakeSignal: new WakeSignal(),
        random: () => 0.5,
        ...options,
        settings: {
          poll_ms: 20,
          heartbeat_ms: 20,
          grace_ms: 50,
          progress_ms: 20,
          ...options.settings,
        },
      });
      loops.push(loop);
    },
    stop: async () => {
      controller.abort();
      await Promise.all(loops);
    },
  };
}

export const everyKind = (handler: Handler): LoopOptions["handlers"] =>
  Object.fromEntries(jobKinds.map((kind) => [kind, handler])) as LoopOptions["handlers"];

/** A handler that only settles its job. */
export const settling =
  (db: Db): Handler =>
  (job) =>
    db.transaction((tx) => succeed(tx, job, result));
