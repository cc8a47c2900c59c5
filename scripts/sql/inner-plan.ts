import type postgres from "postgres";

/** The plan of a statement inside a function, with the function and the position in it. */
export type InnerPlan = { place: string; lines: string[] };

const inFunction = /(?:SQL|PL\/pgSQL) function "?(\w+)"?(?:\([^)]*\))? (statement|line) (\d+)/;
const costs = / {2}\(cost=\d[^)]*\)/;
const reading = /\b(Seq|Index|Only|Heap|Tid) Scan (using \w+ )?on \w/;
/** Long values are cut, such as a list of hundreds of misspellings. */
const longValue = /('[^']{40})[^']{40,}'/g;
/** Ends the range of names with a prefix; editors do not show it. */
const lastCharacter = String.fromCodePoint(0x10ffff);

/**
 * Reads a notice of auto_explain. Undefined for the outermost statement, and for statements that read no
 * table.
 */
export function innerPlan({ message, where }: postgres.Notice): InnerPlan | undefined {
  const [, name, what, number] = inFunction.exec(where ?? "") ?? [];
  const noticeLines = message?.trimEnd().split("\n") ?? [];
  const lines = noticeLines
    .slice(noticeLines.findIndex((line) => costs.test(line)))
    .map((line) => line.replace(costs, "").replaceAll(lastCharacter, "\\U10FFFF"))
    .map((line) => line.replaceAll(longValue, "$1…'"));
  if (name === undefined || !lines.some((line) => reading.test(line))) return undefined;
  return { place: `${name}, ${what} ${number}`, lines };
}
