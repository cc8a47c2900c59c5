/**
 * The proof of a requirement: a test, or a command (`bun run faults …`, a bench) that is too heavy for
 * `bun test`. `of` contains the numbers in its title, such as "M64".
 */
export interface Proof {
  readonly file: string;
  /** The sentence of a title without its numbers; what it fills in stands as "…". */
  readonly title?: string;
  readonly of: readonly string[];
}

/** The letters that docs/requirements.md explains; N is for later requirements. */
const number = String.raw`[MNXBSTPF]\d{1,3}`;
const separator = "(?:,? (?:and )?| to |-|/)";
const filled = String.raw`%s|\$\{[^}]*\}`;

/** Numbers at the start of a string or comment line, up to ":", the end of the string or a placeholder. */
const list = new RegExp(
  String.raw`(?:["'\`](?:%s, )?|^ ?(?:\*|//|#) )((?:${number})(?:${separator}${number})*)(?=[:"'\`]|, %| \$)`,
  "gm",
);
/** The first comment of a command; its numbers may be anywhere in it. */
const description = /\/\*\*[\s\S]*?\*\/|^#.*(?:\n#.*)*/;
const prefix = new RegExp(`^(?:${number}|${filled})(?:${separator}(?:${number}|${filled}))*: `);

/** The numbers of a list such as "M21 to M27, M39", with ranges expanded. */
export function numbersOf(text: string): string[] {
  const ranges = [...text.matchAll(/([A-Z])(\d+)(?: to |-)\1(\d+)/g)];
  const between = ranges.flatMap(([, letter = "", from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => `${letter}${Number(from) + n}`),
  );
  const named = text.match(new RegExp(String.raw`\b${number}\b`, "g")) ?? [];
  return [...new Set([...named, ...between])];
}

interface Title {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** False for a test that is known to fail or still to be written. */
  readonly holds: boolean;
}

/** A call of test or describe, of their variants such as `each`, or of a wrapper. */
const call = new RegExp(
  String.raw`(?:\b(?:test|describe)(?:\.(?<how>\w+))?|\)|^ *\w+(?=\(\s*["'\`]${number}))\(\s*(?<quote>["'\`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>`,
  "gm",
);

/** The titles of a file: the first argument of each of these calls. */
function titlesIn(text: string): Title[] {
  return [...text.matchAll(call)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match.groups?.title ?? "",
    holds: !/^(?:failing|todo|skip)$/.test(match.groups?.how ?? ""),
  }));
}

/** The title that a row of a table is inserted into. */
function titleOfRow(text: string, titles: readonly Title[], row: number): Title | undefined {
  const above = text.slice(0, row);
  const inline = Math.max(
    ...[...above.matchAll(/\.each\b[^\n]*\(\[$/gm)].map(({ index }) => index),
    -1,
  );
  const declared = [...above.matchAll(/\bconst (\w+)\b[^\n]*\[$/gm)].at(-1);
  if (declared === undefined || declared.index < inline) {
    return inline < 0 ? undefined : titles.find(({ start }) => start > row);
  }
  const uses = [...text.matchAll(new RegExp(`\\b${declared[1]}\\b`, "g"))].map(
    ({ index }) => index,
  );
  const first = uses.find((use) => use > row) ?? Number.POSITIVE_INFINITY;
  const title = titles.find(({ end }) => end > first);
  const isNear = title !== undefined && !text.slice(first, title.start).includes(";");
  return isNear ? title : undefined;
}

/**
 * A title without its numbers. `row` is the text of a table row that replaces the first placeholder: the rest
 * of the string after its numbers, as in "B91: an empty query", or the next string.
 */
function sentence({ text }: Title, row = ""): string {
  const label = row.match(/^: ([^"'`\n]+)["'`]/)?.[1];
  const beside = row.match(/^["'`],\s*(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/)?.[2];
  const named = label === undefined ? text : text.replace("%s", () => label);
  const bare = named.replace(prefix, "").replaceAll(/\\(.)/g, "$1");
  const filledIn = beside?.trim() ? bare.replace(/%[sp]/, () => beside) : bare;
  return filledIn.replaceAll(/\$\{[^}]*\}|%[a-z]\b/g, "…");
}

/** The proofs in a test file or command; `file` is its path in the repository. */
export function proofsIn(file: string, text: string): Proof[] {
  if (!file.endsWith(".test.ts")) {
    const named = [...text.matchAll(list)].map(([, numbers]) => numbers);
    const of = numbersOf([text.match(description)?.[0], ...named].join(" "));
    return of.length === 0 ? [] : [{ file, of }];
  }
  const titles = titlesIn(text);
  return [...text.matchAll(list)].flatMap((match) => {
    const own = titles.find(({ start, end }) => start <= match.index && match.index < end);
    // Arguments of other calls, such as startsWith("B129"), are not rows.
    if (own === undefined && text[match.index - 1] === "(") return [];
    const of = numbersOf(match[1] ?? "");
    if (own !== undefined) return own.holds ? [{ file, of, title: sentence(own) }] : [];
    const title = titleOfRow(text, titles, match.index);
    const row = text.slice(match.index + match[0].length);
    return [{ file, of, ...(title && { title: sentence(title, row) }) }];
  });
}

/** All proofs of the repository: tests and commands. */
export async function allProofs(): Promise<Proof[]> {
  const patterns = [
    "tests/**/*.test.ts",
    "tests/{faults,external}/**/*.{ts,sh,py}",
    "bench/**/*.{ts,sh,py}",
  ];
  const files = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(".")].sort());
  const found = files.map(async (file) => proofsIn(file, await Bun.file(file).text()));
  return (await Promise.all(found)).flat();
}
