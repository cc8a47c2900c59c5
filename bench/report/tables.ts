import type { ScaleName } from "../part";
import { type PartResult, type Result, sizesOf } from "./result";
import { figure, table } from "./table";

const heading = (column: string, unit: string) =>
  column.endsWith(unit) ? column : `${column} (${unit})`;

/** The table of a part: the medians of its figures. */
export function partTable(name: string, { columns, rows }: PartResult): string[] {
  const shown = Object.entries(columns).filter(
    ([column, { hidden }]) => !hidden && rows.some(({ figures }) => figures[column] !== undefined),
  );
  const head = [name, ...shown.map(([column, { unit }]) => heading(column, unit))];
  const lines = rows.map((row) => [
    row.name,
    ...shown.map(([column]) => figure(row.figures[column]?.median)),
  ]);
  return table(head, lines);
}

/** How the first figure of each case grows with the catalog, if there were several sizes. */
export function growthTable({ scales }: Result): string[] {
  const sizes = sizesOf({ scales });
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (smallest === undefined || largest === undefined || smallest === largest) return [];
  const rows = Object.entries(scales[largest] ?? {}).flatMap(([part, { columns, rows }]) => {
    const [column = ""] = Object.keys(columns);
    const at = (size: ScaleName, name: string) =>
      scales[size]?.[part]?.rows.find((row) => row.name === name)?.figures[column]?.median;
    return rows.flatMap(({ name }) => {
      const medians = sizes.map((size) => at(size, name));
      if (medians.includes(undefined)) return [];
      const growth = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN);
      return [[name, column, ...medians.map(figure), figure(growth)]];
    });
  });
  return table(["growth", "figure", ...sizes, `${largest} / ${smallest}`], rows);
}
