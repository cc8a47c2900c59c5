import { allProofs } from "./proofs";
import { withProofs } from "./requirements-document";

/**
 * `bun run requirements`: updates the tests in docs/requirements.md; exits with 1 if a number has no line or
 * no test. `--check` writes nothing and also fails if the document is out of date.
 * `bun run requirements M64 F12` prints all proofs of these numbers.
 */
const path = "docs/requirements.md";
const proofs = await allProofs();
const isCheck = process.argv.includes("--check");
const numbers = process.argv.slice(2).filter((word) => !word.startsWith("--"));

function printProofs(number: string): void {
  console.log(number);
  for (const { file, title } of proofs.filter(({ of }) => of.includes(number))) {
    console.log(`  ${file}${title === undefined ? "" : `: ${title}`}`);
  }
}

async function write(): Promise<void> {
  const before = await Bun.file(path).text();
  const { text, problems } = withProofs(before, proofs);
  const isStale = isCheck && text !== before;
  if (isStale) console.error(`${path} is out of date; \`bun run requirements\` writes it.`);
  if (!isCheck) await Bun.write(path, text);
  for (const problem of problems) console.error(problem);
  const owed = [...text.matchAll(/^\| (\w+) \|.*\| not yet: /gm)].map(([, number]) => number);
  console.log(`without a test yet: ${owed.join(" ") || "none"}`);
  process.exitCode = isStale || problems.length > 0 ? 1 : 0;
}

if (numbers.length > 0) for (const number of numbers) printProofs(number);
else await write();
