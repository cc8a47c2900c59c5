import { readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { unpackCluster } from "./archives";
import { EmbeddedServerError } from "./error";
import { endWithThisProcess, signalOnParentDeath } from "./launch";
import { chownAll, type SystemUser, spawnOptions } from "./system-user";

const MAJOR = "18";
const ARGUMENTS = "-U catalog -A trust -E UTF8 --locale-provider=builtin --locale=C.UTF-8";

/** Creates the cluster unless it exists. Refuses a cluster of another major version of PostgreSQL. */
export async function initCluster(
  bin: string,
  cluster: string,
  user: SystemUser | undefined,
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
  if (unpacked) chownAll(user, draft);
  const options = unpacked
    ? ["--sync-only", "--sync-method=syncfs"]
    : [...ARGUMENTS.split(" "), "--no-instructions", ...more];
  const initdb = Bun.spawn(
    signalOnParentDeath("KILL", [join(bin, "initdb"), "-D", draft, ...options]),
    {
      ...spawnOptions(user),
      cwd: join(cluster, ".."),
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    },
  );
  endWithThisProcess(initdb, "SIGKILL");
  const errors = await new Response(initdb.stderr).text();
  if ((await initdb.exited) !== 0) throw new Error(`initdb failed: ${errors.trim()}`);
  await rename(draft, cluster);
}

/**
 * A new name for the folder in which a cluster is made. The name differs each time, because after a killed
 * start its initdb may still write for a moment. Folders of earlier starts are removed.
 */
async function emptyDraft(cluster: string): Promise<string> {
  const home = dirname(cluster);
  const prefix = `${basename(cluster)}.draft`;
  const old = (await readdir(home)).filter((name) => name.startsWith(prefix));
  for (const name of old) {
    // A folder that is still written to is removed by the next start.
    await rm(join(home, name), { recursive: true, force: true }).catch(() => {});
  }
  return join(home, `${prefix}-${crypto.randomUUID().slice(0, 8)}`);
}
