import { chmod, lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { assetFolder } from "~/assets";
import { EmbeddedServerError } from "./error";
import { chownAll, type SystemUser } from "./system-user";

/**
 * Unpacks the server that a compiled binary carries into `home`, once, and returns its `bin` folder. The
 * folder is named after the content, so a new version of the binary unpacks its own. Hold the lock of
 * `home` when you call it.
 */
export async function unpackExecutables(
  home: string,
  user: SystemUser | undefined,
): Promise<string> {
  const archive = Bun.file(join(assetFolder("postgres"), "postgres.tar.zst"));
  if (!(await archive.exists())) {
    throw new EmbeddedServerError(
      "DATABASE_URL is not set and this build carries no PostgreSQL of its own: set DATABASE_URL",
    );
  }
  const packed = await archive.bytes();
  const folder = join(home, `server-${Bun.hash(packed).toString(36)}`);
  if (!(await isFolder(folder))) await unpack(packed, folder, user);
  return join(folder, "bin");
}

/** Unpacks under a temporary name first, so that a partly unpacked folder is never used. */
async function unpack(packed: Uint8Array, folder: string, user: SystemUser | undefined) {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await extract(packed, draft);
  for (const name of await readdir(join(draft, "bin")))
    await chmod(join(draft, "bin", name), 0o755);
  chownAll(user, draft);
  await rename(draft, folder);
}

const extract = async (packed: Uint8Array, folder: string): Promise<unknown> =>
  new Bun.Archive(await Bun.zstdDecompress(packed)).extract(folder);

/**
 * Unpacks the empty, migrated cluster that a compiled binary carries into `folder`. This saves most of
 * the time of a first start, and initdb, which requires the user to have a name. Returns false if there
 * is none.
 */
export async function unpackCluster(folder: string): Promise<boolean> {
  if (!Bun.isStandaloneExecutable) return false;
  const archive = Bun.file(join(assetFolder("postgres"), "cluster.tar.zst"));
  if (!(await archive.exists())) return false;
  await mkdir(folder, { mode: 0o700 });
  await extract(await archive.bytes(), folder);
  return true;
}

const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
