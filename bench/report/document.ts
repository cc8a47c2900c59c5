import type { Row } from "../part";
import { compare } from "./compare";
import { type Result, sizesOf, titled } from "./result";
import { figure, table } from "./table";
import { growthTable, partTable } from "./tables";

const BLOCK = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/;

const median = (row: Row | undefined, column: string) => row?.figures[column]?.median;

/** CPU of service and database together for a request, in microseconds. */
function cpu(row: Row | undefined): number | undefined {
  const [service, postgres] = [median(row, "service_us"), median(row, "postgres_us")];
  return service === undefined || postgres === undefined ? undefined : service + postgres;
}

const change = (before: number | undefined, now: number | undefined) =>
  before === undefined ? figure(now) : `${figure(before)} → ${figure(now)}`;

const head = ["request", "p50, ms", "p50, lookups", "p99, lookups", "CPU, µs"];
const changed = ["p50_ms", "p50", "p99"];

/** The cost of each request, from the earlier run to this one, at the largest size that both have. */
function changes(now: Result, earlier: Result): string[] {
  const sizes = sizesOf(now);
  const size = sizes.findLast((scale) => scale in earlier.scales);
  if (size === undefined) return [];
  const rows = ["lists", "details", "search"].flatMap((part) => {
    const old = new Map(earlier.scales[size]?.[part]?.rows.map((row) => [row.name, row]));
    return (now.scales[size]?.[part]?.rows ?? []).map((row) => {
      const before = old.get(row.name);
      const figures = changed.map((column) => change(median(before, column), median(row, column)));
      return [row.name, ...figures, change(cpu(before), cpu(row))];
    });
  });
  return [`### Before and now, ${size}`, "", ...table(head, rows), ""];
}

function described({ date, commit, machine, command, rounds }: Result): string[] {
  const { cpu: model, cores, memory_gb, bun, postgresql } = machine;
  return [
    `Measured at ${date.slice(0, 16).replace("T", " ")} UTC, commit ${commit}: ${model}, ${cores} cores, ` +
      `${memory_gb} GB; Bun ${bun}, PostgreSQL ${postgresql}; medians of ${rounds} rounds.`,
    "",
    "```console",
    `$ ${command}`,
    "```",
    "",
  ];
}

/** The figures as Markdown. */
export function documented(now: Result, earlier: Result | undefined): string[] {
  const parts = titled(now).flatMap(([title, part]) =>
    part.rows.length === 0 ? [] : [`### ${title}`, "", ...partTable("case", part), ""],
  );
  const growth = growthTable(now);
  return [
    ...described(now),
    ...(earlier === undefined ? [] : changes(now, earlier)),
    ...parts,
    ...(growth.length === 0 ? [] : ["### Growth", "", ...growth, ""]),
  ];
}

/** Writes the figures between the two marks of a document. */
export async function writeDocument(
  path: string,
  now: Result,
  earlier: Result | undefined,
): Promise<void> {
  const text = await Bun.file(path).text();
  if (!BLOCK.test(text)) throw new Error(`${path} has no place for figures`);
  const figures = `\n${documented(now, earlier).join("\n")}\n`;
  await Bun.write(
    path,
    text.replace(BLOCK, (_, open, close) => `${open}${figures}${close}`),
  );
}

/** What the terminal shows after the tables of the parts. */
export function summary(now: Result, earlier: Result | undefined): string[] {
  return [...growthTable(now), ...(earlier === undefined ? [] : compare(now, earlier))];
}
