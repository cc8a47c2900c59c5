import type { Column, Row, Spread } from "../part";
import { type PartResult, type Result, titled } from "./result";
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

/** The lines of a table for each part that both runs have, at the same size: ratios, now to earlier. */
export function compare(now: Result, earlier: Result): string[] {
  const before = new Map(titled(earlier));
  const lines = titled(now).flatMap(([title, part]) => {
    const rows = new Map(before.get(title)?.rows.map((row) => [row.name, row]));
    const columns = compared(part);
    const both = part.rows.flatMap((row) => {
      const old = rows.get(row.name);
      return old ? [rowOf(row, old, columns)] : [];
    });
    const head = [title, ...columns.map(([column]) => column)];
    return both.length === 0 ? [] : ["", ...table(head, both)];
  });
  return ["", `Now (${now.commit}) to earlier (${earlier.commit}, ${earlier.date}):`, ...lines];
}
