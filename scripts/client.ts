import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { documentHash } from "./client/document-hash";
import { packageProblems } from "./client/package-problems";

/**
 * `bun run client [--check]`: makes client/src/document.ts, the types of docs/openapi.json, anew; run it after
 * `bun run openapi`. `--check` writes nothing: it fails if the types are not those of the document, or if the
 * package of the client is not fit to be published. What makes the types needs an older TypeScript than this
 * project, so the client has packages of its own, which are installed first.
 */
const types = "client/src/document.ts";
const isCheck = process.argv.includes("--check");

async function typesOfDocument(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "media-catalog-client-"));
  try {
    const file = join(folder, "document.ts");
    const generator = "client/node_modules/openapi-typescript/bin/cli.js";
    await $`bun ${generator} docs/openapi.json -o ${file} --default-non-nullable false`.quiet();
    return `// ${documentHash(await Bun.file("docs/openapi.json").text())}\n${await Bun.file(file).text()}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await $`bun install --frozen-lockfile`.cwd("client").quiet();
const text = await typesOfDocument();
if (isCheck) {
  const isStale = text !== (await Bun.file(types).text());
  const problems = await packageProblems();
  if (isStale) problems.unshift(`${types} is out of date; \`bun run client\` writes it.`);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else await Bun.write(types, text);
console.log(`${types}: ${text.split("\n").length} lines`);
