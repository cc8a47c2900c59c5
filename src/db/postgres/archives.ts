import { chmod, lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { assetFolder } from "~/assets";
import { EmbeddedServerError } from "./error";
import { type Account, giveTo } from "./system-user";

/**
 * The executables that a compiled binary carries, unpacked once into `home` and named by their
 * content, so that a new version of the binary unpacks its own. Call it under the lock of that home.
 */
export async function packedBinaries(home: string, account: Account | undefined): Promise<string> {
  const archive = Bun.file(join(assetFolder("postgres"), "postgres.tar.zst"));
  if (!(await archive.exists())) {
    throw new EmbeddedServerError(
      "DATABASE_URL is not set and this build carries no PostgreSQL of its own: set DATABASE_URL",
    );
  }
  const packed = await archive.bytes();
  const folder = join(home, `server-${Bun.hash(packed).toString(36)}`);
  if (!(await isFolder(folder))) await unpack(packed, folder, account);
  return join(folder, "bin");
}

/** Unpacked under another name first: a folder that was cut short is never taken for a whole one. */
async function unpack(packed: Uint8Array, folder: string, account: Account | undefined) {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await extract(packed, draft);
  for (const name of await readdir(join(draft, "bin")))
    await chmod(join(draft, "bin", name), 0o755);
  giveTo(account, draft);
  await rename(draft, folder);
}

const extract = async (packed: Uint8Array, folder: string): Promise<unknown> =>
  new Bun.Archive(await Bun.zstdDecompress(packed)).extract(folder);

/**
 * Unpacks the empty cluster that a compiled binary carries, migrated already, into `folder`. It spares
 * a first start most of its time, and initdb's demand that the user have a name. False: there is none.
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
    (found) => found.isDirectory(),
    () => false,
  );
