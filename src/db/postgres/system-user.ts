import { accessSync, constants, lchownSync, readdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedServerError } from "./error";

/** A user of the operating system. */
export type SystemUser = { uid: number; gid: number; name: string };

/**
 * The user to run the server as. PostgreSQL refuses to run as root; if root starts the service, it runs as
 * the owner of an existing `home`, else as `postgres`, else as `nobody`. Any other user runs it as
 * themselves: undefined.
 */
export async function chooseServerUser(home: string): Promise<SystemUser | undefined> {
  const self = process.getuid?.();
  const owner = await stat(home).catch(() => undefined);
  if (self !== 0) {
    if (owner !== undefined && self !== undefined && owner.uid !== self) {
      throw new EmbeddedServerError(
        `DATA_DIR: the database in ${home} belongs to the user ${owner.uid}, not to the user ${self} who starts it: start as that user or as root, or choose another DATA_DIR`,
      );
    }
    return undefined;
  }
  const users = await listSystemUsers();
  if (owner !== undefined && owner.uid !== 0) {
    const { uid, gid } = owner;
    return users.find((user) => user.uid === uid) ?? { uid, gid, name: `user ${uid}` };
  }
  for (const candidate of ["postgres", "nobody"]) {
    const user = users.find(({ name, uid }) => name === candidate && uid > 0);
    if (user) return user;
  }
  throw new EmbeddedServerError(
    "DATABASE_URL is not set and PostgreSQL does not run as root: add a user named postgres or nobody, start as another user, or set DATABASE_URL",
  );
}

/** The users of this machine. */
export async function listSystemUsers(): Promise<SystemUser[]> {
  const users = await readFile("/etc/passwd", "utf8").catch(() => "");
  return users.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid ? [{ uid: Number(uid), gid: Number(gid), name }] : [];
  });
}

/** Options of `Bun.spawn` to run a command as the user, with only the environment that it needs. */
export const spawnOptions = (user: SystemUser | undefined) => ({
  env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C", TZ: "UTC" },
  ...(user && { uid: user.uid, gid: user.gid }),
});

/** Whether the user can enter a folder. The system decides, because every parent and ACLs count. */
export function canEnter(user: SystemUser | undefined, folder: string): boolean {
  if (user) return succeeds(user, ["/bin/sh", "-c", 'cd "$0"', folder]);
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a command as the user; whether it started and exited with 0. */
export function succeeds(user: SystemUser | undefined, command: string[]): boolean {
  try {
    const options = { cwd: "/", stdout: "ignore", stderr: "ignore" } as const;
    return Bun.spawnSync(command, { ...spawnOptions(user), ...options }).exitCode === 0;
  } catch {
    return false;
  }
}

/** Makes the user the owner of a folder and everything in it. */
export function chownAll(user: SystemUser | undefined, folder: string): void {
  if (!user) return;
  const { uid, gid } = user;
  lchownSync(folder, uid, gid);
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(folder, path), uid, gid);
  }
}
