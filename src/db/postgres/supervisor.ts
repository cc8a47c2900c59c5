import { setTimeout as pause } from "node:timers/promises";
import { runningServer } from "./launch";

const REVIVAL_MS = 1_000;
/** How soon the end of a server that another process started is seen. */
const WATCH_MS = 200;

type Keeping = {
  cluster: string;
  /** Starts the server anew, or finds that another process has: undefined. */
  again: () => Promise<Bun.Subprocess | undefined>;
  log: (line: string) => void;
};

/**
 * Keeps a server running until `stop`, whoever started it: `first` is undefined for one of another
 * process, which ends with that one. A service whose own database is gone would answer 503 for ever.
 */
export function keepRunning(
  first: Bun.Subprocess | undefined,
  { cluster, again, log }: Keeping,
): { stop: () => Promise<void> } {
  let server = first;
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => pause(ms, undefined, { ref: false, signal }).catch(() => {});
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      if (server === undefined) await goneElsewhere();
      else await ended(server);
      if (signal.aborted) return;
      server = await revived();
      if (signal.aborted) return stopServer(server);
    }
  };
  const goneElsewhere = async (): Promise<void> => {
    while (!signal.aborted && runningServer(cluster) !== undefined) await rest(WATCH_MS);
  };
  /** Not at once: one that dies at every start would keep the machine busy. */
  const ended = async (own: Bun.Subprocess): Promise<void> => {
    await own.exited;
    if (signal.aborted) return;
    log("The database ended unexpectedly; it is started again.");
    await rest(REVIVAL_MS);
  };
  const revived = async (): Promise<Bun.Subprocess | undefined> => {
    while (!signal.aborted) {
      try {
        const revival = await again();
        if (server === undefined && revival !== undefined)
          log("The process that ran the database has ended; this one runs it from now on.");
        return revival;
      } catch (error) {
        log(`The database could not be started: ${String(error)}`);
        await rest(REVIVAL_MS);
      }
    }
    return undefined;
  };
  const kept = keep();
  return {
    stop: async () => {
      stopping.abort();
      await stopServer(server);
      await kept;
    },
  };
}

/** Ends all connections and waits until the server has exited, 5 s at most before it is made to. */
async function stopServer(server: Bun.Subprocess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  server.kill("SIGINT");
  const impatient = setTimeout(() => server.kill("SIGQUIT"), 4_500);
  await server.exited;
  clearTimeout(impatient);
}
