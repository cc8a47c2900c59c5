import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dir, "../..");

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .sort();

/** The TypeScript files below `src/`, by their path there. */
export const sourceFiles = filesBelow("src");

/** The text of a file below `src/`. */
export const sourceText = (file: string): string => readFileSync(join(root, "src", file), "utf8");

/** The TypeScript files below `tests/`, by their path there. */
export const testFiles = filesBelow("tests");

/** The text of a file below `tests/`. */
export const testText = (file: string): string => readFileSync(join(root, "tests", file), "utf8");

/** Matches an import; its group is the module. */
export const importPattern = /\b(?:from|import|import\()\s*"([^"]+)"/g;

/** The modules of this project that a file imports, by their path below `src/` without `.ts`. */
export function importsOf(file: string): string[] {
  return [...sourceText(file).matchAll(importPattern)]
    .map(([, module = ""]) => module)
    .filter((target) => target.startsWith("~/") || target.startsWith("."))
    .map((target) =>
      target.startsWith("~/") ? target.slice(2) : normalize(join(dirname(file), target)),
    )
    .map((target) => target.replace(/\.ts$/, ""));
}
