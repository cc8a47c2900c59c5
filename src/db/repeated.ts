import type { Log } from "~/log";
import { sleep } from "~/wake-signal";
import { describe } from "./failure-facts";

type Repetition = {
  /** Does the work; once `signal` aborts, it does not begin more. */
  act: (signal: AbortSignal) => Promise<unknown>;
  log: Log;
  /** The message of the log when it fails: of a row of failures the first alone is told. */
  failure: string;
  every_ms: number;
  /** When to begin; by default after the first interval. */
  first_ms?: number;
};

/** Work that a process repeats, one run at a time, whether the last one failed or not. `stop` waits for a run. */
export function repeated({ act, log, failure, every_ms, first_ms = every_ms }: Repetition): {
  stop: () => Promise<void>;
} {
  const stop = new AbortController();
  const running = (async () => {
    let failing = false;
    await sleep(first_ms, stop.signal);
    while (!stop.signal.aborted) {
      try {
        await act(stop.signal);
        failing = false;
      } catch (error) {
        if (!failing) log.error({ reason: describe(error) }, failure);
        failing = true;
      }
      await sleep(every_ms, stop.signal);
    }
  })();
  return {
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}
