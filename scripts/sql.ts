import { mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Files, sqlFiles } from "./sql/files";

/**
 * `bun run sql [--check]`: writes the statements of every read of the API to docs/sql/; with `--check` it
 * writes nothing and fails if a file differs.
 */
const folder = "docs/sql";
const COMMAND = "bun run sql";

const written = async (): Promise<string[]> => {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(".sql"));
};

const textOf = async (name: string): Promise<string | undefined> => {
  const file = Bun.file(join(folder, name));
  return (await file.exists()) ? file.text() : undefined;
};

/** The differences from the existing files, one line each. */
async function differences(files: Files): Promise<string[]> {
  const found = [...files].map(async ([name, text]) => {
    const old = await textOf(name);
    if (old === text) return [];
    return [`${join(folder, name)} ${old === undefined ? "is missing" : "has changed"}`];
  });
  const stale = (await written()).filter((name) => !files.has(name));
  const gone = stale.map((name) => `${join(folder, name)} belongs to no read of the API`);
  return [...(await Promise.all(found)).flat(), ...gone];
}

async function write(files: Files): Promise<void> {
  for (const name of await written()) if (!files.has(name)) await rm(join(folder, name));
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await Bun.write(join(folder, name), text);
  }
}

const files = await sqlFiles();
const found = await differences(files);
if (!process.argv.includes("--check")) {
  await write(files);
  console.log(`${folder}: ${files.size} files, ${found.length} of them new, changed or removed`);
} else if (found.length > 0) {
  for (const line of found) console.error(line);
  console.error(`Run \`${COMMAND}\`, read the difference and commit it.`);
  process.exit(1);
} else {
  console.log(`${folder}: ${files.size} files are up to date`);
}
process.exit(0);
