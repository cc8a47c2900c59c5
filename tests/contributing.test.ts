import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { importsOf } from "./support/source";

const text = await Bun.file("CONTRIBUTING.md").text();

/** The text below a heading, up to the next heading of the same or a higher level. */
function section(heading: string): string {
  const [marks = "#"] = heading.split(" ");
  const [, after = ""] = text.split(`\n${heading}\n`);
  return after.split(new RegExp(`^#{1,${marks.length}} `, "m"))[0] ?? "";
}

/** The walks by their title, each with the files of its steps. */
const walks = section("## Three walks through the code")
  .split(/^### /m)
  .slice(1)
  .map((walk) => {
    const [title = ""] = walk.split("\n");
    return {
      title,
      files: [...walk.matchAll(/^\d+\. `src\/([^`]+)`/gm)].map(([, file = ""]) => file),
    };
  });

describe("CONTRIBUTING.md", () => {
  test("every path that it mentions exists", () => {
    const mentioned = [
      ...text.matchAll(/`((?:src|tests|docs|scripts|bench|drizzle|\.ci)\/[\w./-]*)`/g),
    ];
    const missing = mentioned.map(([, path = ""]) => path).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
    expect(mentioned.length).toBeGreaterThan(20);
  });

  test("the map names every folder of src/, and no other", () => {
    const folders = readdirSync("src", { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const cells = [...section("## The rooms of src").matchAll(/^\| \d+ \| ([^|]+) \|/gm)];
    const mapped = cells.flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([\w-]+)\/`/g)].map(([, name = ""]) => name),
    );
    expect(mapped.sort()).toEqual(folders.sort());
  });

  test("there are three walks, and each file of a walk has an import to or from an earlier one", () => {
    const gaps = walks.flatMap(({ title, files }) =>
      files
        .filter((file, index) => index > 0 && !isConnected(file, files.slice(0, index)))
        .map((file) => `${title}: ${file}`),
    );
    expect(gaps).toEqual([]);
    expect(walks.map(({ files }) => files.length > 3)).toEqual([true, true, true]);
  });

  test("the glossary has at most 40 terms, in alphabetical order", () => {
    const terms = [...section("## Glossary").matchAll(/^- \*\*([^*]+)\*\*/gm)].map(
      ([, term = ""]) => term,
    );
    expect(terms).toEqual([...terms].sort((a, b) => a.localeCompare(b, "en")));
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.length).toBeLessThanOrEqual(40);
  });
});

const moduleOf = (file: string) => file.replace(/(\/index)?\.ts$/, "");

function isConnected(file: string, earlier: string[]): boolean {
  return earlier.some(
    (other) =>
      importsOf(other).includes(moduleOf(file)) || importsOf(file).includes(moduleOf(other)),
  );
}
