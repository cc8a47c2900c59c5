import type postgres from "postgres";

/** The plan of a statement inside a function: of which function, and where in it. */
export type InnerPlan = { place: string; lines: string[] };

const inFunction = /(?:SQL|PL\/pgSQL) function "?(\w+)"?(?:\([^)]*\))? (statement|line) (\d+)/;
const costs = / {2}\(cost=\d[^)]*\)/;
const reading = /\b(Seq|Index|Only|Heap|Tid) Scan (using \w+ )?on \w/;
/** Hundreds of misspellings, for one. */
const longValue = /('[^']{40})[^']{40,}'/g;
/** Ends the range of names that begin alike; no editor shows it. */
const lastCharacter = String.fromCodePoint(0x10ffff);

/**
 * Reads what auto_explain tells. undefined for the statement around all functions, and for the many
 * that only compute and read no table.
 */
export function innerPlan({ message, where }: postgres.Notice): InnerPlan | undefined {
  const [, name, what, number] = inFunction.exec(where ?? "") ?? [];
  const told = message?.trimEnd().split("\n") ?? [];
  const lines = told
    .slice(told.findIndex((line) => costs.test(line)))
    .map((line) => line.replace(costs, "").replaceAll(lastCharacter, "\\U10FFFF"))
    .map((line) => line.replaceAll(longValue, "$1…'"));
  if (name === undefined || !lines.some((line) => reading.test(line))) return undefined;
  return { place: `${name}, ${what} ${number}`, lines };
}
