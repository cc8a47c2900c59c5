import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assetFolder } from "~/assets";

/** The migrations of this release and one more, as a later release would bring them. */
export async function laterRelease(statements: string) {
  const folder = await mkdtemp(join(tmpdir(), "catalog-migrations-"));
  await cp(assetFolder("drizzle"), folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = JSON.parse(await readFile(path, "utf8"));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1_000, tag: "later" });
  await writeFile(path, JSON.stringify(journal));
  await writeFile(join(folder, "later.sql"), statements);
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
