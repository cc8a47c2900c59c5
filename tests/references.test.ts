import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { Glob } from "bun";

/** Texts that explain themselves; numbers of requirements belong in docs/requirements.md and test titles. */
const patterns = ["src/**/*.ts", "assets/**/*.{html,js,css}", "docs/**/*.md", "*.md"];

/** Explains the numbers, so it contains them. */
const exceptions = ["docs/requirements.md"];

const files = patterns
  .flatMap((pattern) => [...new Glob(pattern).scanSync(".")])
  .filter((file) => !exceptions.includes(file))
  .sort();

/** The lines of a file that match, as `file:line: match`. Times of day, which look alike, are removed. */
async function matches(file: string, pattern: RegExp): Promise<string[]> {
  const lines = (await Bun.file(file).text()).replaceAll(/T\d\d:\d\d/g, "").split("\n");
  return lines.flatMap((line, index) =>
    [...line.matchAll(pattern)].map(([match]) => `${file}:${index + 1}: ${match}`),
  );
}

const inAllFiles = async (pattern: RegExp): Promise<string[]> =>
  (await Promise.all(files.map((file) => matches(file, pattern)))).flat();

test("no source file and no document cites the number of a requirement", async () => {
  expect(await inAllFiles(/\b[MXBSTPFN]\d{1,3}\b/g)).toEqual([]);
  expect(files.length).toBeGreaterThan(150);
});

test("no source file and no document names a document that is not in the repository", async () => {
  expect(await inAllFiles(/\b(CONTRACT|RELIABILITY)\b|\.\.\/shared\b/g)).toEqual([]);
  const named = await inAllFiles(/\b[A-Z][A-Z_]+\.md\b/g);
  expect(named.filter((line) => !existsSync(line.split(": ")[1] ?? ""))).toEqual([]);
});
