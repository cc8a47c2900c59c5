import { chmod, chown, lstat, mkdir, realpath, rename, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { EmbeddedServerError } from "./error";
import { runningServer } from "./pid-file";
import { canEnter, chooseServerUser, chownAll, type SystemUser } from "./system-user";

/** A unix socket path, and the lock file beside it, has at most 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_FOLDER_BYTES = 80;

export type ClusterFolders = {
  /** Runs the server; undefined: the user of this process. */
  user: SystemUser | undefined;
  /** Owned by the user, closed to everybody else. */
  home: string;
  cluster: string;
  socket_dir: string;
};

/** Makes DATA_DIR and returns its absolute path. */
export async function makeDataFolder(data_dir: string): Promise<string> {
  try {
    await mkdir(data_dir, { recursive: true });
    return await realpath(data_dir);
  } catch (error) {
    throw new EmbeddedServerError(
      `DATA_DIR: ${resolve(data_dir)} cannot be made (${String(error)}): choose a folder that can be written`,
    );
  }
}

/**
 * Makes the folders of the cluster of a DATA_DIR, in its subfolder `postgres`. If root starts the service
 * and the server's user cannot enter DATA_DIR (often a home directory), `postgres` is a link to a folder
 * under /var/lib. Hold the lock of that DATA_DIR when you call it.
 */
export async function prepareFolders(
  data: string,
  log: (line: string) => void,
): Promise<ClusterFolders> {
  const path = join(data, "postgres");
  const user = await chooseServerUser(path);
  if (!(await exists(path))) {
    if (canEnter(user, data)) await mkdir(path);
    else await linkToVarLib(data, path, log);
  }
  const home = await realpath(path).catch(() => {
    throw new EmbeddedServerError(
      `DATA_DIR: ${path} is a link to a folder that does not exist any more: remove the link to start with an empty database`,
    );
  });
  await restrictTo(user, home);
  if (user && (await ownerOf(join(home, "data"))) === 0) chownAll(user, home);
  if (!canEnter(user, home)) {
    throw new EmbeddedServerError(
      `DATA_DIR: ${home} cannot be entered by ${user?.name ?? "this user"}, who runs PostgreSQL: open its parent folders (chmod a+x) or choose another DATA_DIR`,
    );
  }
  if (home !== path) log(`DATA_DIR is closed to ${user?.name}: the database lies in ${home}`);
  const socket_dir = await socketFolder(home, user);
  return { user, home, cluster: join(home, "data"), socket_dir };
}

/**
 * Makes `path` a link to a folder under /var/lib. If that folder already exists, it belongs to a DATA_DIR
 * that was removed: it is renamed, neither used nor destroyed.
 */
async function linkToVarLib(
  data: string,
  path: string,
  log: (line: string) => void,
): Promise<void> {
  const folder = `/var/lib/media-catalog-${shortName(data)}`;
  if (runningServer(join(folder, "data"))) {
    throw new EmbeddedServerError(
      `DATA_DIR: ${path} was removed while the database in ${folder} is running: stop that service first`,
    );
  }
  if (await exists(folder)) {
    const renamed = `${folder}.${Date.now()}`;
    await rename(folder, renamed);
    log(`${folder} belonged to a DATA_DIR that was removed: now ${renamed}`);
  }
  try {
    await mkdir(folder, { recursive: true });
    await symlink(folder, path);
  } catch (error) {
    throw new EmbeddedServerError(
      `DATA_DIR: ${data} is closed to the user who runs PostgreSQL and ${folder} cannot be made (${String(error)}): choose another DATA_DIR`,
    );
  }
}

/** The home itself, or a folder with a short path if the home is too long for a unix socket. */
async function socketFolder(home: string, user: SystemUser | undefined): Promise<string> {
  if (Buffer.byteLength(home) <= MAX_SOCKET_FOLDER_BYTES) return home;
  const isUsable = Buffer.byteLength(tmpdir()) <= 40 && canEnter(user, tmpdir());
  const folder = join(isUsable ? tmpdir() : "/tmp", `media-catalog-${shortName(home)}`);
  await mkdir(folder, { mode: 0o700 }).catch(() => {});
  const stats = await lstat(folder);
  const isOurs = [process.getuid?.(), user?.uid].includes(stats.uid);
  if (!stats.isDirectory() || !isOurs) {
    throw new EmbeddedServerError(
      `DATA_DIR: its path is too long for a unix socket and ${folder} belongs to another user: choose a shorter DATA_DIR`,
    );
  }
  await restrictTo(user, folder);
  return folder;
}

async function restrictTo(user: SystemUser | undefined, folder: string): Promise<void> {
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
}

const ownerOf = (path: string): Promise<number | undefined> =>
  lstat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );

const shortName = (path: string): string => Bun.hash(path).toString(36);

const exists = async (path: string): Promise<boolean> => (await ownerOf(path)) !== undefined;
