import { setTimeout as pause } from "node:timers/promises";
import { runningServer } from "./pid-file";

const RESTART_DELAY_MS = 1_000;
/** How often to check a server that another process started. */
const POLL_MS = 200;

type Options = {
  cluster: string;
  /** Starts the server; undefined if another process has already started it. */
  restart: () => Promise<Bun.Subprocess | undefined>;
  log: (line: string) => void;
};

/**
 * Keeps the server running until `stop`. `first` is undefined if another process started it; when that
 * process ends, the server ends too and is started here.
 */
export function superviseServer(
  first: Bun.Subprocess | undefined,
  { cluster, restart, log }: Options,
): { stop: () => Promise<void> } {
  let server = first;
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (ms: number) => pause(ms, undefined, { ref: false, signal }).catch(() => {});
  const supervise = async (): Promise<void> => {
    while (!signal.aborted) {
      if (server === undefined) await untilForeignServerEnds();
      else await untilOwnServerEnds(server);
      if (signal.aborted) return;
      server = await restartUntilItRuns();
      if (signal.aborted) return stopServer(server);
    }
  };
  const untilForeignServerEnds = async (): Promise<void> => {
    while (!signal.aborted && runningServer(cluster) !== undefined) await wait(POLL_MS);
  };
  /** Adds a delay: a server that crashes at every start must not keep the machine busy. */
  const untilOwnServerEnds = async (own: Bun.Subprocess): Promise<void> => {
    await own.exited;
    if (signal.aborted) return;
    log("The database ended unexpectedly; it is started again.");
    await wait(RESTART_DELAY_MS);
  };
  const restartUntilItRuns = async (): Promise<Bun.Subprocess | undefined> => {
    while (!signal.aborted) {
      try {
        const started = await restart();
        if (server === undefined && started !== undefined)
          log("The process that ran the database has ended; this one runs it from now on.");
        return started;
      } catch (error) {
        log(`The database could not be started: ${String(error)}`);
        await wait(RESTART_DELAY_MS);
      }
    }
    return undefined;
  };
  const supervision = supervise();
  return {
    stop: async () => {
      stopping.abort();
      await stopServer(server);
      await supervision;
    },
  };
}

/** Closes all connections and waits for the server to exit; after 4.5 s it is forced to. */
async function stopServer(server: Bun.Subprocess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  server.kill("SIGINT");
  const force = setTimeout(() => server.kill("SIGQUIT"), 4_500);
  await server.exited;
  clearTimeout(force);
}
