/** SIGTERM and SIGINT as a command sees them. */
export type Stopping = {
  /** Aborts at the first signal. */
  signal: AbortSignal;
  /** Call it when there is something to stop; before that, a signal ends the process at once with 0. */
  started: () => void;
};

/**
 * Listens for SIGTERM and SIGINT from now on. A second signal, or 15 s after the first one, ends the process
 * at once with 1; its jobs run again when their leases expire.
 */
export function listenForStop(): Stopping {
  const stop = new AbortController();
  let starting = true;
  const onSignal = () => {
    if (starting) process.exit(0);
    if (stop.signal.aborted) process.exit(1);
    setTimeout(() => process.exit(1), 15_000).unref();
    stop.abort();
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  return {
    signal: stop.signal,
    started: () => {
      starting = false;
    },
  };
}

/** Resolves when the signal has aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
