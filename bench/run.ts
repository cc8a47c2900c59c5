import { sql } from "drizzle-orm";
import { type Catalog, openCatalog } from "./catalog/catalog";
import { type Options, readOptions, usage } from "./options";
import type { Bench, ScaleName } from "./part";
import { parts } from "./parts";
import { compare } from "./report/compare";
import { describeRun, type PartResult, type Result, writeResult } from "./report/result";
import { growthTable, partTable } from "./report/tables";

/** `bun run bench [part…]`; see {@link usage}. */
const options = readOptions(parts, process.argv.slice(2));
if (options === undefined) {
  console.log(usage(parts));
  process.exit(0);
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/** Says what happens now: on a terminal always in the same line. */
function say(text: string): void {
  const { stderr } = process;
  if (!stderr.isTTY) stderr.write(`${text}\n`);
  else stderr.write(`\r\x1b[K${text.slice(0, stderr.columns - 1)}`);
}

let postgresql = "none";

async function measure(scale: ScaleName, { parts, rounds, smoke, keep, ...rest }: Options) {
  await using opened = new AsyncDisposableStack();
  let catalog: Promise<Catalog> | undefined;
  const open = async (): Promise<Catalog> => {
    const found = opened.use(await openCatalog({ ...rest, scale, keep, say }));
    const [row] = await found.db.execute<{ server_version: string }>(sql`show server_version`);
    postgresql = row?.server_version ?? "unknown";
    return found;
  };
  const bench: Bench = {
    scale,
    rounds,
    smoke,
    keep,
    say,
    catalog: () => {
      catalog ??= open();
      return catalog;
    },
  };
  const results: Record<string, PartResult> = {};
  for (const part of parts) {
    const rows = await part.run({ ...bench, say: (text) => say(`${scale} ${part.name}: ${text}`) });
    const result = { columns: part.columns, rows };
    results[part.name] = result;
    say("");
    console.log(`\n${partTable(`${part.name}, ${scale}`, result).join("\n")}`);
  }
  return results;
}

const measured: Result["scales"] = {};
for (const scale of options.scales) measured[scale] = await measure(scale, options);
const result: Result = { ...describeRun(options.rounds, postgresql), scales: measured };
console.log(`\n${growthTable(result).join("\n")}`);
if (options.json !== undefined) await writeResult(options.json, result);
if (options.compare !== undefined) {
  const earlier = (await Bun.file(options.compare).json()) as Result;
  console.log(compare(result, earlier).join("\n"));
}
process.exit(0);
