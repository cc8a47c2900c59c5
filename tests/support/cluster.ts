import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "~/db/client";
import { migrateDatabase } from "~/db/migrate";
import { findExecutables } from "~/db/postgres/executables";
import { initCluster } from "~/db/postgres/init-cluster";
import { serverCommand } from "~/db/postgres/launch";
import { runningServer } from "~/db/postgres/pid-file";
import { chooseServerUser, type SystemUser, spawnOptions } from "~/db/postgres/system-user";

export const TEMPLATE = "catalog_template";
const ROOM = 512 * 1024 * 1024;
const PATIENCE_MS = 60_000;

/** Nothing here outlives the run, so nothing is made safe against a power cut. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
  max_connections: "300",
  jit: "off",
  timezone: "UTC",
  log_checkpoints: "off",
};

/**
 * Runs in the background: when the test run is gone (a zombie is), stops the server and removes its
 * folder. Written for sh, and detached from the run's own processes, so that none of
 * `bun test --isolate`, Ctrl-C and a killed run takes it along.
 */
const WATCHDOG = `
runs() {
  [ -d /proc/self ] || { kill -0 "$1"; return; }
  read -r line < "/proc/$1/stat" || return 1
  case "$line" in *") Z "*|*") X "*) return 1;; esac
}
( while runs "$1"; do sleep 0.3; done
  read -r server < "$2/data/postmaster.pid" && kill -QUIT "$server"
  sleep 0.3; rm -rf "$2"; sleep 1; rm -rf "$2" ) </dev/null >/dev/null 2>&1 &
`;

let socket: Promise<string> | undefined;

/** The socket of the one server of this test run; the first caller of all its processes starts it. */
export function clusterSocket(): Promise<string> {
  socket ??= start();
  return socket;
}

/** Also under `--parallel`, where the files run in children of the process that is the run. */
async function start(): Promise<string> {
  const run = process.env.BUN_TEST_WORKER_ID ? process.ppid : process.pid;
  const folder = await clusterFolder(run);
  const first = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (first) {
    await build(folder, run).then(
      () => writeFile(join(folder, "ready"), ""),
      (error) => writeFile(join(folder, "failed"), String(error)),
    );
  }
  await until(() => existsSync(join(folder, "ready")) || existsSync(join(folder, "failed")));
  if (existsSync(join(folder, "failed"))) {
    throw new Error(`no test database: ${readFileSync(join(folder, "failed"), "utf8")}`);
  }
  return join(folder, ".s.PGSQL.5432");
}

/** In memory when it has room (a container's default is 64 MB). The start time tells reused ids apart. */
async function clusterFolder(run: number): Promise<string> {
  const stat = existsSync("/proc/self") ? readFileSync(`/proc/${run}/stat`, "utf8") : "";
  const started = stat.slice(stat.lastIndexOf(")")).split(" ")[20] ?? "0";
  const name = `catalog-test-${run}-${started}`;
  const memory = join("/dev/shm", name);
  const { bavail, bsize } = await statfs("/dev/shm").catch(() => ({ bavail: 0, bsize: 0 }));
  return existsSync(memory) || bavail * bsize >= ROOM ? memory : join("/tmp", name);
}

async function build(folder: string, run: number): Promise<void> {
  const watchdog = ["/bin/sh", "-c", WATCHDOG, "sh", String(run), folder];
  Bun.spawnSync(watchdog, { stdio: SILENT, detached: true });
  const user = await chooseServerUser(folder);
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  const bin = await findExecutables({ home: folder, user });
  await initCluster(bin, join(folder, "data"), user, ["--no-sync"]);
  await launch(bin, folder, user);
  await buildTemplate(join(folder, ".s.PGSQL.5432"));
}

const SILENT: ["ignore", "ignore", "ignore"] = ["ignore", "ignore", "ignore"];

/** Through a shell that ends at once: `--isolate` kills the children of a test file. */
async function launch(bin: string, folder: string, user: SystemUser | undefined): Promise<void> {
  const cluster = join(folder, "data");
  const command = serverCommand({ bin, cluster, socket_dir: folder, settings: SETTINGS });
  const script = '"$@" </dev/null >server.log 2>&1 &';
  Bun.spawnSync(["/bin/sh", "-c", script, "sh", ...command], {
    ...spawnOptions(user),
    cwd: folder,
    detached: true,
    stdio: SILENT,
  });
  await until(() => runningServer(cluster)?.ready === true);
}

async function buildTemplate(path: string): Promise<void> {
  const driver = connect({ path, user: "catalog", database: "postgres" }, { max: 1 });
  try {
    await driver.unsafe(`create database ${TEMPLATE} strategy file_copy`);
    await migrateDatabase({ path, user: "catalog", database: TEMPLATE });
    await driver.unsafe(`alter database ${TEMPLATE} with is_template true allow_connections false`);
  } finally {
    await driver.end({ timeout: 5 });
  }
}

async function until(done: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!done()) {
    if (Date.now() > deadline) throw new Error("no test database: the server did not start");
    await Bun.sleep(10);
  }
}
