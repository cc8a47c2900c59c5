import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseAddress } from "./address";
import { connect } from "./client";
import { serverBinaries } from "./embedded/binaries";
import { exclusively } from "./embedded/lock";
import { dataFolder, type Place, placeCluster } from "./embedded/place";
import { disownPidFile, initCluster, launch, runningServer } from "./embedded/server";

const DATABASE = "media_catalog";
const PATIENCE_MS = 30_000;
const REVIVAL_MS = 1_000;

/** A small service's server; its log holds neither statements nor the values that broke a rule. */
const SETTINGS = {
  shared_buffers: "128MB",
  max_connections: "100",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

type Options = {
  /** Holds the cluster, its socket and its log in `postgres`; made when missing. */
  data_dir: string;
  /** The folder of `initdb` and `postgres`, with `lib` and `share` beside it; unset = the npm package. */
  bin_dir?: string;
  /** Gets a line a person should know of. */
  log?: (line: string) => void;
};

export type EmbeddedServer = {
  address: DatabaseAddress;
  /** Whether another process started the server; `stop` then leaves it running. */
  adopted: boolean;
  /** Ends all connections and waits until the server has exited, 5 s at most before it is made to. */
  stop: () => Promise<void>;
};

/**
 * Starts the service's own PostgreSQL on a unix socket, or takes the one that already runs on this
 * DATA_DIR. Any number of processes may call it at once. Call it from the main thread: the server
 * dies with the thread that started it. Throws EmbeddedServerError when DATA_DIR cannot serve.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedServer> {
  const log = options.log ?? (() => {});
  const data = await dataFolder(options.data_dir);
  const lock = join(data, "postgres.lock");
  const take = (place: Place) => adoptOrStart(place, options.bin_dir);
  const { place, socket_dir, server } = await exclusively(lock, async () => {
    const place = await placeCluster(data, log);
    return { place, ...(await take(place)) };
  });
  const keeper = keepRunning(server, {
    again: async () => (await exclusively(lock, () => take(place))).server,
    log,
  });
  return {
    address: addressOf(socket_dir, DATABASE),
    adopted: server === undefined,
    stop: keeper.stop,
  };
}

type Keeping = {
  /** Starts the server anew, or finds that another process has: undefined. */
  again: () => Promise<Bun.Subprocess | undefined>;
  log: (line: string) => void;
};

/**
 * Starts a server of ours that has died (killed, out of memory) again, every second until that
 * succeeds: a service whose own database is gone would answer 503 for ever (F7).
 */
function keepRunning(first: Bun.Subprocess | undefined, { again, log }: Keeping) {
  let server = first;
  let stopping = false;
  const keep = async (): Promise<void> => {
    while (server !== undefined) {
      await server.exited;
      if (stopping) return;
      log("The database ended unexpectedly; it is started again.");
      server = await revived();
      if (stopping) return stop(server);
    }
  };
  const revived = async (): Promise<Bun.Subprocess | undefined> => {
    while (!stopping) {
      await Bun.sleep(REVIVAL_MS);
      try {
        return stopping ? undefined : await again();
      } catch (error) {
        log(`The database could not be started: ${String(error)}`);
      }
    }
    return undefined;
  };
  const kept = keep();
  return {
    stop: async () => {
      stopping = true;
      await stop(server);
      await kept;
    },
  };
}

type Taken = { socket_dir: string; server: Bun.Subprocess | undefined };

/** A server that was told to stop looks ready for a moment more: then it is waited for, and replaced. */
async function adoptOrStart(place: Place, bin_dir: string | undefined): Promise<Taken> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await settled(place.cluster);
    const server = found ? undefined : await start(place, bin_dir);
    const socket_dir = found ?? place.socket_dir;
    try {
      await createDatabase(socket_dir);
      return { socket_dir, server };
    } catch (error) {
      if (found === undefined || !isLeaving(error) || Date.now() > deadline) throw error;
      await Bun.sleep(20);
    }
  }
}

/** SQLSTATE of a server that shuts down, or the driver's words for one that is gone. */
const leaving = new Set(["57P01", "57P03", "ECONNREFUSED", "ENOENT", "CONNECTION_CLOSED"]);
const isLeaving = (error: unknown): boolean =>
  error instanceof Error && "code" in error && leaving.has(String(error.code));

const addressOf = (socket_dir: string, database: string) => ({
  path: join(socket_dir, ".s.PGSQL.5432"),
  user: "catalog",
  database,
});

/** The socket folder of a server that runs already, once it has finished starting; or none runs. */
async function settled(cluster: string): Promise<string | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const server = runningServer(cluster);
    if (server === undefined) return undefined;
    if (server.ready) return server.socket_dir;
    if (Date.now() > deadline) {
      throw new Error(
        `the PostgreSQL of ${cluster} (process ${server.pid}) neither starts nor ends`,
      );
    }
    await Bun.sleep(10);
  }
}

async function start(place: Place, bin_dir: string | undefined): Promise<Bun.Subprocess> {
  const bin = await serverBinaries({ bin_dir, ...place });
  await initCluster(bin, place.cluster, place.account);
  const log_file = join(place.home, "postgres.log");
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    await disownPidFile(place.cluster);
    const server = await launch({ ...place, bin, log_file, settings: SETTINGS });
    if (await ready(server, place.cluster, deadline)) return server;
    const said = (await readFile(log_file, "utf8")).trim().split("\n").slice(-2).join(" ");
    const leftover = said.includes("shared memory block") && Date.now() < deadline;
    if (!leftover) throw new Error(`PostgreSQL did not start, see ${log_file}: ${said}`);
    await Bun.sleep(100);
  }
}

async function ready(server: Bun.Subprocess, cluster: string, deadline: number): Promise<boolean> {
  while (server.exitCode === null && server.signalCode === null) {
    const state = runningServer(cluster);
    if (state?.pid === server.pid && state.ready) return true;
    if (Date.now() > deadline) {
      server.kill("SIGQUIT");
      return false;
    }
    await Bun.sleep(5);
  }
  return false;
}

async function createDatabase(socket_dir: string): Promise<void> {
  const driver = connect(addressOf(socket_dir, "postgres"), { max: 1, fetch_types: false });
  try {
    const [found] = await driver`select from pg_database where datname = ${DATABASE}`;
    if (!found) await driver`create database ${driver(DATABASE)} strategy file_copy`;
  } finally {
    await driver.end({ timeout: 5 });
  }
}

async function stop(server: Bun.Subprocess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  server.kill("SIGINT");
  const impatient = setTimeout(() => server.kill("SIGQUIT"), 4_500);
  await server.exited;
  clearTimeout(impatient);
}
