import { open } from "node:fs/promises";
import { join } from "node:path";
import { type SystemUser, spawnOptions } from "./system-user";

type Server = {
  bin: string;
  cluster: string;
  socket_dir: string;
  settings: Record<string, string>;
};

type Launch = Server & { user: SystemUser | undefined; log_file: string };

/** The command line of the server. It listens on the socket only, not on TCP. */
export function serverCommand({ bin, cluster, socket_dir, settings }: Server): string[] {
  const all = { listen_addresses: "", unix_socket_directories: socket_dir, ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return [join(bin, "postgres"), "-D", cluster, ...options];
}

/**
 * Wraps a command so that it gets a signal when this process ends, even by SIGKILL. Needs `setpriv`; on
 * other systems the command is returned as it is. The shell in between starts nothing if this process
 * ended before the signal was set.
 */
export function signalOnParentDeath(signal: "INT" | "KILL", command: string[]): string[] {
  const setpriv = Bun.which("setpriv");
  if (setpriv === null) return command;
  const unlessOrphaned = '[ "$PPID" = "$0" ] && exec "$@"';
  const shell = ["/bin/sh", "-c", unlessOrphaned, String(process.pid)];
  return [setpriv, "--pdeathsig", signal, ...shell, ...command];
}

/** Sends the child a signal when this process exits; without `setpriv` this is the only way. */
export function endWithThisProcess(child: Bun.Subprocess, signal: NodeJS.Signals): void {
  const end = () => child.kill(signal);
  process.on("exit", end);
  void child.exited.then(() => process.off("exit", end));
}

/**
 * Starts the server, which ends with this process. It is detached: Ctrl-C reaches a whole process group,
 * but the service has to drain before its database ends.
 */
export async function launch(options: Launch): Promise<Bun.Subprocess> {
  const { user } = options;
  const log = await open(options.log_file, "a", 0o600);
  try {
    if (user) await log.chown(user.uid, user.gid);
    const server = Bun.spawn(signalOnParentDeath("INT", serverCommand(options)), {
      ...spawnOptions(user),
      cwd: options.cluster,
      detached: true,
      stdin: "ignore",
      stdout: log.fd,
      stderr: log.fd,
    });
    server.unref();
    endWithThisProcess(server, "SIGINT");
    return server;
  } finally {
    await log.close();
  }
}
