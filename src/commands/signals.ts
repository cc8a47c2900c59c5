/**
 * Resolves with exit code 0 once SIGTERM or SIGINT came and `stop` is done. A second signal, or 15 s,
 * ends the process at once with 1; jobs then come back when their leases end.
 */
export function untilStopped(stop: () => Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    let stopping = false;
    const onSignal = () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => process.exit(1), 15_000).unref();
      stop().then(() => resolve(0), reject);
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  });
}
