import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export type ServerState = { pid: number; ready: boolean; socket_dir: string };

/**
 * The server that runs on this cluster, read from its pid file. Undefined if there is none, or if the
 * process of that id is dead, a zombie or another program.
 */
export function runningServer(cluster: string): ServerState | undefined {
  const lines = pidFile(cluster)?.split("\n") ?? [];
  const pid = Number(lines[0]);
  if (!(Number.isInteger(pid) && pid > 1 && isServer(pid, cluster))) return undefined;
  return { pid, ready: lines[7]?.trim() === "ready", socket_dir: lines[4] ?? "" };
}

function pidFile(cluster: string): string | undefined {
  return readIfExists(join(cluster, "postmaster.pid"));
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function isServer(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  if (process.platform !== "linux") return true;
  const zombie = /\) [ZX] /.test(readIfExists(`/proc/${pid}/stat`) ?? "");
  return !zombie && (readIfExists(`/proc/${pid}/cmdline`) ?? "").includes(`\0${cluster}\0`);
}

/**
 * Replaces the id in the pid file of a killed server by ours. PostgreSQL starts over such a file only if
 * no process has the id, or if it is the id of its own parent; a zombie or another program with that id
 * would prevent the start. The rest of the file stays: PostgreSQL uses it to make sure that no process
 * of the old server still uses the shared memory.
 */
export async function replacePid(cluster: string): Promise<void> {
  const [pid, ...rest] = pidFile(cluster)?.split("\n") ?? [];
  if (pid === undefined || rest.length === 0) return;
  await writeFile(join(cluster, "postmaster.pid"), [process.pid, ...rest].join("\n"));
}
