import type { Column, Row, ScaleName, Spread } from "../part";
import type { PartResult, Result } from "./result";
import { figure, table } from "./table";

/**
 * The ratio of the medians, now to earlier, with `better` or `worse` only where the rounds of the two runs
 * do not overlap: what is within them is noise.
 */
export function ratio(now: Spread, earlier: Spread, better: Column["better"]): string {
  const value = figure(now.median / earlier.median);
  if (now.max < earlier.min) return `${value} ${better === "less" ? "better" : "worse"}`;
  if (now.min > earlier.max) return `${value} ${better === "less" ? "worse" : "better"}`;
  return value;
}

const compared = ({ columns, rows }: PartResult): [string, Column][] =>
  Object.entries(columns).filter(
    ([column, { better, hidden }]) =>
      better !== "neither" && !hidden && rows.some(({ figures }) => figures[column] !== undefined),
  );

function rowOf(now: Row, earlier: Row, columns: readonly [string, Column][]): string[] {
  const cells = columns.map(([column, { better }]) => {
    const [a, b] = [now.figures[column], earlier.figures[column]];
    return a === undefined || b === undefined ? "–" : ratio(a, b, better);
  });
  return [now.name, ...cells];
}

/** The lines of a table for each part that both runs have at the same scale: ratios, now to earlier. */
export function compare(now: Result, earlier: Result): string[] {
  const lines: string[] = [];
  for (const [scale, parts] of Object.entries(now.scales)) {
    const before = earlier.scales[scale as ScaleName] ?? {};
    for (const [name, part] of Object.entries(parts)) {
      const rows = new Map((before[name]?.rows ?? []).map((row) => [row.name, row]));
      const columns = compared(part);
      const both = part.rows.flatMap((row) => {
        const old = rows.get(row.name);
        return old ? [rowOf(row, old, columns)] : [];
      });
      if (both.length === 0) continue;
      const head = [`${name}, ${scale}`, ...columns.map(([column]) => column)];
      lines.push("", ...table(head, both));
    }
  }
  return ["", `Now (${now.commit}) to earlier (${earlier.commit}, ${earlier.date}):`, ...lines];
}
