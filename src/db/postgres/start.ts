import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "~/db/client";
import { isAway, sqlState } from "~/db/failure";
import { accessSettings } from "./access-rules";
import { EmbeddedServerError } from "./error";
import { findExecutables } from "./executables";
import type { ClusterFolders } from "./folders";
import { initCluster } from "./init-cluster";
import { launch } from "./launch";
import { replacePid, runningServer } from "./pid-file";

const DATABASE = "media_catalog";
const MAX_WAIT_MS = 30_000;

/** For a small service. The log contains neither statements nor values that violated a constraint. */
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

/** `server` is undefined if another process started it. */
type Started = { socket_dir: string; server: Bun.Subprocess | undefined };

/** The address of the service's database on the socket in a folder. */
export const addressOf = (socket_dir: string, database = DATABASE) => ({
  path: join(socket_dir, ".s.PGSQL.5432"),
  user: "catalog",
  database,
});

/**
 * Uses the server that runs on a cluster, or starts one. A server that is stopping looks ready for a
 * moment, and a killed one leaves processes for a moment; both are waited for. Hold the lock of that
 * cluster when you call it.
 */
export async function adoptOrStart(
  folders: ClusterFolders,
  bin_dir: string | undefined,
): Promise<Started> {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const running = await socketOfRunningServer(folders.cluster);
    try {
      const server = running ? undefined : await start(folders, bin_dir);
      const socket_dir = running ?? folders.socket_dir;
      await createDatabase(socket_dir);
      return { socket_dir, server };
    } catch (error) {
      if (!isTemporary(error, running) || Date.now() > deadline) throw withRemedy(error, folders);
      await Bun.sleep(50);
    }
  }
}

/** If the access rules refuse this user, the error says who may connect. */
const withRemedy = (error: unknown, { cluster }: ClusterFolders): unknown =>
  sqlState(error) === "28000"
    ? new EmbeddedServerError(
        `DATA_DIR: the database in ${cluster} runs for root alone: start as root, stop that service first, or choose another DATA_DIR`,
      )
    : error;

const isTemporary = (error: unknown, running: string | undefined): boolean =>
  running === undefined ? error instanceof OldServerRemains : isAway(error);

/** Processes or files of an earlier server are not gone yet. */
class OldServerRemains extends Error {}

const oldServerPattern = /shared memory block|lock file "postmaster.pid" already exists/;

/** The socket folder of a running server, after its start has finished; undefined if none runs. */
async function socketOfRunningServer(cluster: string): Promise<string | undefined> {
  const deadline = Date.now() + MAX_WAIT_MS;
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

async function start(
  folders: ClusterFolders,
  bin_dir: string | undefined,
): Promise<Bun.Subprocess> {
  const bin = await findExecutables({ bin_dir, ...folders });
  await initCluster(bin, folders.cluster, folders.user);
  const log_file = join(folders.home, "postgres.log");
  await replacePid(folders.cluster);
  const settings = { ...SETTINGS, ...(await accessSettings(folders)) };
  const server = await launch({ ...folders, bin, log_file, settings });
  if (await untilReady(server, folders.cluster)) return server;
  const lastLines = (await readFile(log_file, "utf8")).trim().split("\n").slice(-2).join(" ");
  const message = `PostgreSQL did not start, see ${log_file}: ${lastLines}`;
  throw oldServerPattern.test(lastLines) ? new OldServerRemains(message) : new Error(message);
}

/** Waits until the server accepts connections; false if it ended or took too long. */
async function untilReady(server: Bun.Subprocess, cluster: string): Promise<boolean> {
  const deadline = Date.now() + MAX_WAIT_MS;
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
    const [existing] = await driver`select from pg_database where datname = ${DATABASE}`;
    if (!existing) await driver`create database ${driver(DATABASE)} strategy file_copy`;
  } finally {
    await driver.end({ timeout: 5 });
  }
}
