import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packCluster, packPostgres } from "./postgres";

/**
 * `bun run build [--slim] [--outfile <path>] [--target <bun target>] [--runtime <path>]`: one executable
 * with the program, its worker thread, migrations, pages and, unless `--slim`, a PostgreSQL 18 inside.
 * Another `--target`, such as bun-linux-arm64 or bun-linux-x64-musl, is always slim, because the
 * database is that of this machine; its runtime is downloaded unless `--runtime` names it.
 */
const { values: options } = parseArgs({
  options: {
    slim: { type: "boolean", default: false },
    outfile: { type: "string", default: "dist/media-catalog" },
    target: { type: "string" },
    runtime: { type: "string" },
  },
});
const { outfile, target, runtime } = options;
const slim = options.slim || target !== undefined;

const stage = await mkdtemp(join(tmpdir(), "media-catalog-build-"));
try {
  const pages = [await stageSwagger(), "assets"];
  const assets = [...pages, await stageMigrations(), ...(slim ? [] : [await stagePostgres()])];
  await compile(assets);
} finally {
  await rm(stage, { recursive: true, force: true });
}
const size = Bun.file(outfile).size / 1_000_000;
console.log(`${outfile}: ${size.toFixed(1)} MB${slim ? ", without a database" : ""}`);

/** Compresses the three files that the page needs; the whole package is a hundred times as large. */
async function stageSwagger(): Promise<string> {
  const folder = join(stage, "swagger-ui-dist");
  for (const file of ["swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"]) {
    const bytes = await Bun.file(join("node_modules/swagger-ui-dist", file)).bytes();
    await Bun.write(join(folder, `${file}.zst`), await Bun.zstdCompress(bytes, { level: 19 }));
  }
  return folder;
}

/** Copies the migrations, without the snapshots, which only making migrations needs. */
async function stageMigrations(): Promise<string> {
  const folder = join(stage, "drizzle");
  const files = await readdir("drizzle");
  for (const file of ["meta/_journal.json", ...files.filter((name) => name.endsWith(".sql"))]) {
    await cp(join("drizzle", file), join(folder, file));
  }
  return folder;
}

async function stagePostgres(): Promise<string> {
  const folder = join(stage, "postgres");
  await mkdir(folder);
  await Bun.write(join(folder, "postgres.tar.zst"), await packPostgres(stage));
  await Bun.write(join(folder, "cluster.tar.zst"), await packCluster(stage));
  return folder;
}

/**
 * `--bytecode` needs `--format=esm` for top-level await. The two autoload flags keep the binary from running
 * code in the folder where it is started. The thread is an entry of its own, because the bundler would not
 * find it otherwise.
 */
async function compile(assets: string[]): Promise<void> {
  const flags = [
    "--production",
    "--minify",
    "--keep-names",
    "--sourcemap",
    "--bytecode",
    "--splitting",
    "--format=esm",
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    ...(target === undefined ? [] : [`--target=${target}`]),
    ...(runtime === undefined ? [] : [`--compile-executable-path=${runtime}`]),
    ...assets.flatMap((folder) => ["--asset", folder]),
  ];
  const build = Bun.spawn(
    [
      process.execPath,
      "build",
      "--compile",
      ...flags,
      "./src/main.ts",
      "./src/thread.ts",
      "--outfile",
      outfile,
    ],
    { stdout: "ignore", stderr: "inherit" },
  );
  if ((await build.exited) !== 0) throw new Error("bun build failed; see above.");
  const folder = join(outfile, "..");
  for (const file of await readdir(folder)) {
    // The binary contains the maps too.
    if (file.endsWith(".map")) await rm(join(folder, file));
  }
}
