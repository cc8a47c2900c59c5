import { readFileSync } from "node:fs";
import { open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { unpackCluster } from "./archives";
import { EmbeddedServerError } from "./error";
import { type Account, asAccount, giveTo } from "./system-user";

export const MAJOR = "18";
const ARGUMENTS = "-U catalog -A trust -E UTF8 --locale-provider=builtin --locale=C.UTF-8";

/** Creates the cluster unless it is there; one of another major version is refused. */
export async function initCluster(
  bin: string,
  cluster: string,
  account: Account | undefined,
  more: string[] = [],
): Promise<void> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => "");
  if (version.trim() === MAJOR) return;
  if (version !== "") {
    throw new EmbeddedServerError(
      `DATA_DIR: ${cluster} was made by PostgreSQL ${version.trim()} and this service brings ${MAJOR}: dump it with the old version and restore it, or choose another DATA_DIR`,
    );
  }
  const draft = await emptyDraft(cluster);
  const unpacked = await unpackCluster(draft);
  if (unpacked) giveTo(account, draft);
  const how = unpacked
    ? ["--sync-only", "--sync-method=syncfs"]
    : [...ARGUMENTS.split(" "), "--no-instructions", ...more];
  const made = Bun.spawn(tied("KILL", [join(bin, "initdb"), "-D", draft, ...how]), {
    ...asAccount(account),
    cwd: join(cluster, ".."),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  endWithUs(made, "SIGKILL");
  const complaint = await new Response(made.stderr).text();
  if ((await made.exited) !== 0) throw new Error(`initdb failed: ${complaint.trim()}`);
  await rename(draft, cluster);
}

/**
 * The name of a folder to make a cluster in, another one each time: where a start was killed, processes
 * of its initdb may still write for a moment. What such starts left is removed.
 */
async function emptyDraft(cluster: string): Promise<string> {
  const home = dirname(cluster);
  const prefix = `${basename(cluster)}.draft`;
  const old = (await readdir(home)).filter((name) => name.startsWith(prefix));
  for (const name of old) {
    // What is still written to stays for the next start to remove.
    await rm(join(home, name), { recursive: true, force: true }).catch(() => {});
  }
  return join(home, `${prefix}-${crypto.randomUUID().slice(0, 8)}`);
}

export type ServerState = { pid: number; ready: boolean; socket_dir: string };

/**
 * The server that runs on this cluster, as its own pid file tells; undefined when there is none, or
 * when the process of that id is dead, a zombie or some other program.
 */
export function runningServer(cluster: string): ServerState | undefined {
  const lines = pidFile(cluster)?.split("\n") ?? [];
  const pid = Number(lines[0]);
  if (!(Number.isInteger(pid) && pid > 1 && alive(pid, cluster))) return undefined;
  return { pid, ready: lines[7]?.trim() === "ready", socket_dir: lines[4] ?? "" };
}

function pidFile(cluster: string): string | undefined {
  return readIfThere(join(cluster, "postmaster.pid"));
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function alive(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  if (process.platform !== "linux") return true;
  const zombie = /\) [ZX] /.test(readIfThere(`/proc/${pid}/stat`) ?? "");
  return !zombie && (readIfThere(`/proc/${pid}/cmdline`) ?? "").includes(`\0${cluster}\0`);
}

/**
 * PostgreSQL takes the pid file of a killed server for stale when no process has its id, or when
 * that process is its own parent; a zombie or a stranger who got the id stops it. So the dead id is
 * replaced by ours. The rest of the file stays, by which it makes sure that no process of the old
 * server still uses the shared memory.
 */
export async function disownPidFile(cluster: string): Promise<void> {
  const [dead, ...rest] = pidFile(cluster)?.split("\n") ?? [];
  if (dead === undefined || rest.length === 0) return;
  await writeFile(join(cluster, "postmaster.pid"), [process.pid, ...rest].join("\n"));
}

type Server = {
  bin: string;
  cluster: string;
  socket_dir: string;
  settings: Record<string, string>;
};

type Launch = Server & { account: Account | undefined; log_file: string };

/** The command line of the server: no TCP, only the socket. */
export function serverCommand({ bin, cluster, socket_dir, settings }: Server): string[] {
  const all = { listen_addresses: "", unix_socket_directories: socket_dir, ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return [join(bin, "postgres"), "-D", cluster, ...options];
}

/**
 * A command that, where the system can, gets a signal when this process dies, even if that is killed.
 * The shell between sees to it that nothing starts when this process died before the signal was set.
 */
function tied(signal: "INT" | "KILL", command: string[]): string[] {
  const setpriv = Bun.which("setpriv");
  if (setpriv === null) return command;
  const unlessOrphaned = '[ "$PPID" = "$0" ] && exec "$@"';
  const shell = ["/bin/sh", "-c", unlessOrphaned, String(process.pid)];
  return [setpriv, "--pdeathsig", signal, ...shell, ...command];
}

/** Where the system cannot do that, an orderly end of this process can. */
function endWithUs(child: Bun.Subprocess, signal: NodeJS.Signals): void {
  const end = () => child.kill(signal);
  process.on("exit", end);
  void child.exited.then(() => process.off("exit", end));
}

/**
 * Starts the server, which ends with this process. It is detached because Ctrl-C reaches a whole
 * process group: the service must drain first.
 */
export async function launch(options: Launch): Promise<Bun.Subprocess> {
  const { account } = options;
  const log = await open(options.log_file, "a", 0o600);
  try {
    if (account) await log.chown(account.uid, account.gid);
    const server = Bun.spawn(tied("INT", serverCommand(options)), {
      ...asAccount(account),
      cwd: options.cluster,
      detached: true,
      stdin: "ignore",
      stdout: log.fd,
      stderr: log.fd,
    });
    server.unref();
    endWithUs(server, "SIGINT");
    return server;
  } finally {
    await log.close();
  }
}
