/** Messages of the supervisor to a thread. */
export type ToThread = { type: "start"; setup: unknown } | { type: "drain" };

/** Messages of a thread to its supervisor. */
export type FromThread =
  | { type: "ready" }
  | { type: "alive" }
  | { type: "claiming"; lease_token: string }
  | { type: "report"; report: unknown };

/** A thread's connection to its supervisor. */
export type ThreadPort = {
  /** Aborts when the thread has to drain: queue its job again and end. */
  signal: AbortSignal;
  /** The thread has started and takes jobs from now on. */
  ready: () => void;
  /** The next job, if there is one, will have this lease token. */
  claiming: (lease_token: string) => void;
  /** Sends the main thread something to count; plain data. */
  report: (report: unknown) => void;
};

declare const self: Worker;

/**
 * Connects this thread to its supervisor: calls `work` with the setup that the supervisor sends, and
 * ends the thread when `work` returns or throws. Call it before the thread's first await, or the first
 * message is lost.
 */
export function serveThread<Setup>(
  work: (setup: Setup, port: ThreadPort) => Promise<void>,
  alive_ms = 1_000,
): void {
  const drain = new AbortController();
  const post = (message: FromThread) => self.postMessage(message);
  const port: ThreadPort = {
    signal: drain.signal,
    ready: () => post({ type: "ready" }),
    claiming: (lease_token) => post({ type: "claiming", lease_token }),
    report: (report) => post({ type: "report", report }),
  };
  self.onmessage = async ({ data }: MessageEvent<ToThread>) => {
    if (data.type === "drain") return drain.abort();
    setInterval(() => post({ type: "alive" }), alive_ms);
    await work(data.setup as Setup, port);
    process.exit(0);
  };
}
