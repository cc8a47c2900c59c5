import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packPostgres } from "./postgres";

/**
 * `bun run build [--slim] [--outfile <path>]`: one executable with the program, its worker thread,
 * migrations, documentation page and, unless `--slim`, a PostgreSQL 18 inside.
 */
const slim = process.argv.includes("--slim");
const named = process.argv.indexOf("--outfile");
const outfile = (named > 0 && process.argv[named + 1]) || "dist/media-catalog";

const stage = await mkdtemp(join(tmpdir(), "media-catalog-build-"));
try {
  const assets = [await stageSwagger(), "drizzle", ...(slim ? [] : [await stagePostgres()])];
  await compile(assets);
} finally {
  await rm(stage, { recursive: true, force: true });
}
const size = Bun.file(outfile).size / 1_000_000;
console.log(`${outfile}: ${size.toFixed(1)} MB${slim ? ", without a database" : ""}`);

/** The three files the page needs, out of a package of a hundred times their size. */
async function stageSwagger(): Promise<string> {
  const folder = join(stage, "swagger-ui-dist");
  await mkdir(folder);
  for (const file of ["swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"]) {
    await cp(join("node_modules/swagger-ui-dist", file), join(folder, file));
  }
  return folder;
}

async function stagePostgres(): Promise<string> {
  const folder = join(stage, "postgres");
  await mkdir(folder);
  await Bun.write(join(folder, "postgres.tar.zst"), await packPostgres(stage));
  return folder;
}

/**
 * `--bytecode` needs `--format=esm` for top-level await; the two autoload flags keep the binary from
 * running what lies in the folder it is started in; the thread is an entry of its own because nothing
 * would find it otherwise.
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
    // The maps are inside the binary as well.
    if (file.endsWith(".js.map")) await rm(join(folder, file));
  }
}
