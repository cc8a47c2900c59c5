/**
 * `bun run requirements [--all]`: which test names which requirement. Reads the texts under tests/ and
 * bench/ and collects the numbers at the start of their strings, where titles and the rows of tables
 * have them: "M66 X8 B18: …", "B1 to B9", `["B34, M64", …]`; and in the first lines of scripts. Prints
 * what no test names of the numbers that CONTRACT.md and RELIABILITY.md give out; with `--all` also
 * the files for each number. Ends with 1 when one is missing.
 */

/** How many of each there are: requirements, promises, threats, bad inputs, faults, traps. */
const counts = { M: 160, P: 25, S: 28, B: 162, F: 36, T: 27 } as const;
type Letter = keyof typeof counts;

const number = String.raw`[MPSBFTXE]\d{1,3}`;
const separator = "(?:,? (?:and )?|, ?| to |-|/)";
/** A string or a comment's line that starts with numbers and says with ":" or its end that that is all. */
const list = new RegExp(
  String.raw`(?:["'\`](?:%s, )?|^ ?(?:\*|//|#) )((?:${number})(?:${separator}${number})*)(?=[:"'\`]|, %| \$)`,
  "gm",
);
/** Numbers in the parentheses that end a script's description: "(P2, F1)". */
const closing = new RegExp(
  String.raw`\(((?:RELIABILITY )?(?:${number})(?:${separator}${number})*)\)`,
  "g",
);

/** The numbers of a list, with those between the ends of its ranges. */
function numbersOf(text: string): string[] {
  const ranges = [...text.matchAll(/([MPSBFTXE])(\d+)(?: to |-)\1(\d+)/g)];
  const between = ranges.flatMap(([, letter = "", from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => `${letter}${Number(from) + n}`),
  );
  return [...(text.match(new RegExp(number, "g")) ?? []), ...between];
}

async function numbersIn(path: string): Promise<string[]> {
  const text = await Bun.file(path).text();
  const isScript = !path.endsWith(".test.ts");
  const found = [
    ...text.matchAll(list),
    ...(isScript ? text.slice(0, 2_000).matchAll(closing) : []),
  ];
  return found.flatMap(([, numbers = ""]) => numbersOf(numbers));
}

const files = new Map<string, Set<string>>();
for (const folder of ["tests", "bench"]) {
  for (const name of [...new Bun.Glob("**/*.{ts,sh,py}").scanSync(folder)].sort()) {
    const path = `${folder}/${name}`;
    for (const found of await numbersIn(path)) {
      files.set(found, (files.get(found) ?? new Set()).add(path));
    }
  }
}

let missing = 0;
for (const letter of Object.keys(counts) as Letter[]) {
  const all = Array.from({ length: counts[letter] }, (_, n) => `${letter}${n + 1}`);
  if (process.argv.includes("--all")) {
    for (const each of all)
      console.log(`${each.padEnd(5)} ${[...(files.get(each) ?? ["-"])].join(" ")}`);
  }
  const unnamed = all.filter((each) => !files.has(each));
  missing += unnamed.length;
  console.log(
    `${letter}: ${all.length - unnamed.length} of ${all.length}; missing: ${unnamed.join(" ") || "none"}`,
  );
}
process.exitCode = missing === 0 ? 0 : 1;

export {};
