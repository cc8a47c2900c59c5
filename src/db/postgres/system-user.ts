import { accessSync, constants, lchownSync, readdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedServerError } from "./error";

/** The operating system's user the server runs as. */
export type Account = { uid: number; gid: number; name: string };

/**
 * PostgreSQL refuses to run as root, so root hands it to the owner of an existing home of it, else to
 * `postgres`, else to `nobody`. Anybody else runs it as themselves, which is `undefined` here.
 */
export async function serverAccount(home: string): Promise<Account | undefined> {
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
  const users = await listAccounts();
  if (owner !== undefined && owner.uid !== 0) {
    const { uid, gid } = owner;
    return users.find((user) => user.uid === uid) ?? { uid, gid, name: `user ${uid}` };
  }
  for (const wanted of ["postgres", "nobody"]) {
    const user = users.find(({ name, uid }) => name === wanted && uid > 0);
    if (user) return user;
  }
  throw new EmbeddedServerError(
    "DATABASE_URL is not set and PostgreSQL does not run as root: add a user named postgres or nobody, start as another user, or set DATABASE_URL",
  );
}

/** The users of this machine. */
export async function listAccounts(): Promise<Account[]> {
  const users = await readFile("/etc/passwd", "utf8").catch(() => "");
  return users.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid ? [{ uid: Number(uid), gid: Number(gid), name }] : [];
  });
}

/** What makes `Bun.spawn` run a command as that account and no more of our environment than it needs. */
export const asAccount = (account: Account | undefined) => ({
  env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C", TZ: "UTC" },
  ...(account && { uid: account.uid, gid: account.gid }),
});

/** Whether the account can enter a folder, asked of the system itself: every parent counts, and ACLs. */
export function canEnter(account: Account | undefined, folder: string): boolean {
  if (account) return succeeds(account, ["/bin/sh", "-c", 'cd "$0"', folder]);
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a command as the account and tells whether it could start and ended well. */
export function succeeds(account: Account | undefined, command: string[]): boolean {
  try {
    const options = { cwd: "/", stdout: "ignore", stderr: "ignore" } as const;
    return Bun.spawnSync(command, { ...asAccount(account), ...options }).exitCode === 0;
  } catch {
    return false;
  }
}

/** Gives a folder and all in it to the account. */
export function giveTo(account: Account | undefined, folder: string): void {
  if (!account) return;
  const { uid, gid } = account;
  lchownSync(folder, uid, gid);
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(folder, path), uid, gid);
  }
}
