import { chmod, chown, lstat, mkdir, realpath, rename, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { EmbeddedServerError } from "./error";
import { runningServer } from "./launch";
import { type Account, canEnter, giveTo, serverAccount } from "./system-user";

/** Unix socket paths end at 107 bytes on Linux, 103 on macOS, and so does the lock file beside it. */
const LONGEST_SOCKET_FOLDER = 80;

export type Place = {
  account: Account | undefined;
  /** Owned by the account, closed to everybody else. */
  home: string;
  cluster: string;
  socket_dir: string;
};

/** Makes DATA_DIR itself and returns its absolute path. */
export async function dataFolder(data_dir: string): Promise<string> {
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
 * Where the cluster of a DATA_DIR lies: in `postgres` in there. When root starts the service under a
 * folder that is closed to the server's account (a home, most often), `postgres` is a link to a
 * folder under /var/lib instead. Call it under the lock of that DATA_DIR.
 */
export async function placeCluster(data: string, log: (line: string) => void): Promise<Place> {
  const seat = join(data, "postgres");
  const account = await serverAccount(seat);
  if (!(await present(seat))) {
    if (canEnter(account, data)) await mkdir(seat);
    else await placeElsewhere(data, seat, log);
  }
  const home = await realpath(seat).catch(() => {
    throw new EmbeddedServerError(
      `DATA_DIR: ${seat} is a link to a folder that is gone: remove the link to start with an empty database`,
    );
  });
  await own(account, home);
  if (account && (await ownerOf(join(home, "data"))) === 0) giveTo(account, home);
  if (!canEnter(account, home)) {
    throw new EmbeddedServerError(
      `DATA_DIR: ${home} cannot be entered by ${account?.name ?? "this user"}, who runs PostgreSQL: open its parent folders (chmod a+x) or choose another DATA_DIR`,
    );
  }
  if (home !== seat) log(`DATA_DIR is closed to ${account?.name}: the database lies in ${home}`);
  const socket_dir = await socketFolder(home, account);
  return { account, home, cluster: join(home, "data"), socket_dir };
}

/**
 * A folder of that name without the link is what a removed DATA_DIR left behind: it is put aside,
 * neither used nor destroyed.
 */
async function placeElsewhere(
  data: string,
  seat: string,
  log: (line: string) => void,
): Promise<void> {
  const folder = `/var/lib/media-catalog-${shortName(data)}`;
  if (runningServer(join(folder, "data"))) {
    throw new EmbeddedServerError(
      `DATA_DIR: ${seat} was removed while the database in ${folder} is running: stop that service first`,
    );
  }
  if (await present(folder)) {
    const aside = `${folder}.${Date.now()}`;
    await rename(folder, aside);
    log(`${folder} belonged to a DATA_DIR that was removed: now ${aside}`);
  }
  try {
    await mkdir(folder, { recursive: true });
    await symlink(folder, seat);
  } catch (error) {
    throw new EmbeddedServerError(
      `DATA_DIR: ${data} is closed to the user who runs PostgreSQL and ${folder} cannot be made (${String(error)}): choose another DATA_DIR`,
    );
  }
}

async function socketFolder(home: string, account: Account | undefined): Promise<string> {
  if (Buffer.byteLength(home) <= LONGEST_SOCKET_FOLDER) return home;
  const roomy = Buffer.byteLength(tmpdir()) <= 40 && canEnter(account, tmpdir());
  const folder = join(roomy ? tmpdir() : "/tmp", `media-catalog-${shortName(home)}`);
  await mkdir(folder, { mode: 0o700 }).catch(() => {});
  const found = await lstat(folder);
  const ours = [process.getuid?.(), account?.uid].includes(found.uid);
  if (!found.isDirectory() || !ours) {
    throw new EmbeddedServerError(
      `DATA_DIR: its path is too long for a unix socket and ${folder} belongs to somebody else: choose a shorter DATA_DIR`,
    );
  }
  await own(account, folder);
  return folder;
}

async function own(account: Account | undefined, folder: string): Promise<void> {
  if (account) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
}

const ownerOf = (path: string): Promise<number | undefined> =>
  lstat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );

const shortName = (path: string): string => Bun.hash(path).toString(36);

const present = async (path: string): Promise<boolean> => (await ownerOf(path)) !== undefined;
