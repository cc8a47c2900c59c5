import { describe, expect, test } from "bun:test";
import { spread } from "../../bench/part";
import { draw } from "../../bench/report/chart";
import { compare } from "../../bench/report/compare";
import type { Result } from "../../bench/report/result";
import { growthTable, partTable } from "../../bench/report/tables";

const p50_ms = { unit: "ms", better: "less" } as const;
const rps_16 = { unit: "requests/s", better: "more" } as const;

const part = (ms: number[], rate: number[]) => ({
  columns: { p50_ms, rps_16 },
  rows: [{ name: "movie", figures: { p50_ms: spread(ms), rps_16: spread(rate) } }],
});

const result = (scales: Result["scales"]): Result => ({
  version: 1,
  date: "2026-11-22T00:00:00.000Z",
  command: "bun run bench",
  commit: "abc",
  machine: { cpu: "a", cores: 2, memory_gb: 8, bun: "1", postgresql: "18" },
  rounds: 3,
  scales,
  parts: {},
});

const cells = (line: string | undefined) => line?.split("|").map((cell) => cell.trim());

describe("a comparison with an earlier run", () => {
  const earlier = result({ "1m": { details: part([2, 2.2, 2.4], [100, 110, 120]) } });

  test("says better or worse only where the rounds of both do not overlap", () => {
    const now = result({ "1m": { details: part([1, 1.1, 1.2], [90, 105, 125]) } });

    const lines = compare(now, earlier);

    expect(cells(lines.at(-1))).toEqual(["", "movie", "0.50 better", "0.95", ""]);
  });

  test("knows which figures are better when they grow", () => {
    const now = result({ "1m": { details: part([3, 3.3, 3.6], [200, 220, 240]) } });

    expect(cells(compare(now, earlier).at(-1))).toEqual([
      "",
      "movie",
      "1.50 worse",
      "2.00 better",
      "",
    ]);
  });

  test("leaves out what only one of them measured", () => {
    const now = result({ "10k": { details: part([1], [1]) } });

    expect(compare(now, earlier).join("\n")).not.toContain("movie");
  });
});

test("a table shows medians, and a dash for what was not measured", () => {
  const { columns, rows } = part([3, 1, 2], [5_000]);
  const floor = { name: "floor", figures: { p50_ms: spread([0.5]) } };

  const lines = partTable("details", { columns, rows: [...rows, floor] });

  expect(lines.map(cells)).toEqual([
    ["", "details", "p50_ms", "rps_16 (requests/s)", ""],
    expect.anything(),
    ["", "movie", "2.00", "5000", ""],
    ["", "floor", "0.50", "–", ""],
  ]);
});

test("growth is that of the first figure, from the smallest catalog to the largest", () => {
  const both = result({ "10k": { details: part([2], [1]) }, "1m": { details: part([3], [1]) } });

  expect(cells(growthTable(both).at(-1))).toEqual([
    "",
    "movie",
    "p50_ms",
    "2.00",
    "3.00",
    "1.50",
    "",
  ]);
});

test("the drawing names its cases and follows the theme of the reader", () => {
  const svg = draw(result({ "1m": { details: part([3], [1]) } }));

  expect(svg).toContain("1,000,000 movies");
  expect(svg).toContain("prefers-color-scheme: dark");
});
