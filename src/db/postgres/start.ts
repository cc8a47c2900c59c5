import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "~/db/client";
import { isAway, sqlState } from "~/db/failure";
import { accessSettings } from "./access-rules";
import { EmbeddedServerError } from "./error";
import { serverBinaries } from "./executables";
import type { Place } from "./folders";
import { disownPidFile, initCluster, launch, runningServer } from "./launch";

const DATABASE = "media_catalog";
const PATIENCE_MS = 30_000;

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

/** `server` is undefined for one that another process started. */
export type Taken = { socket_dir: string; server: Bun.Subprocess | undefined };

/** The address of the service's database behind a socket. */
export const addressOf = (socket_dir: string, database = DATABASE) => ({
  path: join(socket_dir, ".s.PGSQL.5432"),
  user: "catalog",
  database,
});

/**
 * Takes the server that runs on a cluster, or starts one. A server that was told to stop looks ready
 * for a moment more, and one that was killed leaves processes for a moment: both are waited for. Call
 * it under the lock of that cluster.
 */
export async function adoptOrStart(place: Place, bin_dir: string | undefined): Promise<Taken> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await settled(place.cluster);
    try {
      const server = found ? undefined : await start(place, bin_dir);
      const socket_dir = found ?? place.socket_dir;
      await createDatabase(socket_dir);
      return { socket_dir, server };
    } catch (error) {
      if (!isPassing(error, found) || Date.now() > deadline) throw explained(error, place);
      await Bun.sleep(50);
    }
  }
}

/** Whom the rules of the server do not let in is told who may. */
const explained = (error: unknown, { cluster }: Place): unknown =>
  sqlState(error) === "28000"
    ? new EmbeddedServerError(
        `DATA_DIR: the database in ${cluster} runs for root alone: start as root, stop that service first, or choose another DATA_DIR`,
      )
    : error;

const isPassing = (error: unknown, found: string | undefined): boolean =>
  found === undefined ? error instanceof InTheWay : isAway(error);

/** What an earlier server left is not gone yet. */
class InTheWay extends Error {}

const inTheWay = /shared memory block|lock file "postmaster.pid" already exists/;

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
  await disownPidFile(place.cluster);
  const settings = { ...SETTINGS, ...(await accessSettings(place)) };
  const server = await launch({ ...place, bin, log_file, settings });
  if (await ready(server, place.cluster)) return server;
  const said = (await readFile(log_file, "utf8")).trim().split("\n").slice(-2).join(" ");
  const message = `PostgreSQL did not start, see ${log_file}: ${said}`;
  throw inTheWay.test(said) ? new InTheWay(message) : new Error(message);
}

async function ready(server: Bun.Subprocess, cluster: string): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
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
