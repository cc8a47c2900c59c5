import type { Proof } from "./proofs";

/** A line of docs/requirements.md: number, guarantee, and generated proofs. */
const tableRow = /^\| ([A-Z]\d{1,3}) \| ((?:[^|\\]|\\.)+) \|(.*)\|$/;
/** A missing proof is written by hand in this form and replaced by the first test. */
const owed = /^ ?not yet: /;

/** How many tests and commands a line shows; `bun run requirements M64` prints all. */
const shown = 2;

const escaped = (text: string) => text.replaceAll(/[\\|[\]<>*_`]/g, "\\$&");

function commandOf(file: string): string {
  const fault = file.match(/^tests\/faults\/(.+)\.ts$/)?.[1];
  if (fault !== undefined) return `bun run faults ${fault}`;
  const part = file.match(/^bench\/.*?([^/]+)\.ts$/)?.[1];
  if (part !== undefined) return `bun run bench ${part}`;
  return file.endsWith(".ts") ? `bun ${file}` : file;
}

/** A proof as a link from docs/, for a reader of Markdown. */
function linked({ file, title }: Proof): string {
  const name = file.match(/^tests\/(.+)\.test\.ts$/)?.[1];
  if (name === undefined) return `[\`${commandOf(file)}\`](../${file})`;
  return `[${name}](../${file})${title === undefined ? "" : `: ${escaped(title)}`}`;
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]{4,}|\d+/g) ?? [];
  return new Set(words.map((word) => word.replace(/s$/, "")));
}

/** Proofs that share most words with the line come first, then those with the fewest numbers. */
function byCloseness(line: string, proofs: readonly Proof[]): Proof[] {
  const words = wordsOf(line);
  const shared = ({ title = "" }: Proof) => words.intersection(wordsOf(title)).size;
  return proofs.toSorted((a, b) => shared(b) - shared(a) || a.of.length - b.of.length);
}

/** The closest proof of each file, tests before commands. */
function chosen(line: string, proofs: readonly Proof[]): Proof[] {
  const files = Map.groupBy(byCloseness(line, proofs), ({ file }) => file);
  const first = [...files.values()].flatMap(([closest]) => closest ?? []);
  const isTest = ({ file }: Proof) => file.endsWith(".test.ts");
  const commands = first.filter((proof) => !isTest(proof));
  return [...first.filter(isTest).slice(0, shown), ...commands.slice(0, shown)];
}

export interface Written {
  readonly text: string;
  /** What the document and the tests disagree on, a sentence each; empty when every number is proven. */
  readonly problems: readonly string[];
}

/**
 * The document with current proofs in its last column, and its problems: a number without a proof and
 * without "not yet: …", a number with two lines, a number without a line.
 */
export function withProofs(document: string, proofs: readonly Proof[]): Written {
  const problems: string[] = [];
  const listed = new Set<string>();
  const proven = Map.groupBy(
    proofs.flatMap((proof) => proof.of.map((number) => ({ number, proof }))),
    ({ number }) => number,
  );
  const rewritten = (row: string): string => {
    const [, number = "", text = "", last = ""] = row.match(tableRow) ?? [];
    if (number === "") return row;
    if (listed.has(number)) problems.push(`${number} has two lines`);
    listed.add(number);
    const naming = (proven.get(number) ?? []).map(({ proof }) => proof);
    const found = chosen(text, naming);
    if (found.length > 0) return `| ${number} | ${text} | ${found.map(linked).join("<br>")} |`;
    if (!owed.test(last)) problems.push(`${number} is named by no test`);
    return owed.test(last) ? row : `| ${number} | ${text} |  |`;
  };
  const text = document.split("\n").map(rewritten).join("\n");
  const unlisted = [...proven].filter(([number]) => !listed.has(number));
  for (const [number, [first]] of unlisted) {
    problems.push(`${number} has no line; ${first?.proof.file} names it`);
  }
  return { text, problems };
}
