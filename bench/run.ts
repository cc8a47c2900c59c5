import { sql } from "drizzle-orm";
import { openCatalog } from "./catalog/catalog";
import { type Options, readOptions, usage } from "./options";
import type { ScaleName } from "./part";
import { parts } from "./parts";
import { draw } from "./report/chart";
import { compare } from "./report/compare";
import { describeRun, type PartResult, type Result, writeResult } from "./report/result";
import { growthTable, partTable } from "./report/tables";
import { useServer } from "./scratch";
import { builtBinary } from "./service";

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

/** The same promise at every call, made at the first. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const binary = once(async () => options.binary ?? builtBinary(say));

async function measure(scale: ScaleName, { parts, rounds, smoke, keep, template }: Options) {
  await using opened = new AsyncDisposableStack();
  const catalog = once(async () => {
    const found = await openCatalog({ scale, keep, template, binary: await binary(), say });
    opened.use(found);
    const [row] = await found.db.execute<{ server_version: string }>(sql`show server_version`);
    postgresql = row?.server_version ?? "unknown";
    return found;
  });
  const results: Record<string, PartResult> = {};
  for (const part of parts) {
    const told = (text: string) => say(`${scale} ${part.name}: ${text}`);
    const rows = await part.run({ scale, rounds, smoke, keep, say: told, binary, catalog });
    const result = { columns: part.columns, rows };
    results[part.name] = result;
    say("");
    if (smoke) console.log(`${part.name}, ${scale}: ${rows.length} cases answer right`);
    else console.log(`\n${partTable(`${part.name}, ${scale}`, result).join("\n")}`);
    const broken = rows.filter((row) => row.broken !== undefined && !smoke);
    for (const { name, broken: how } of broken) console.log(`FAILED: ${name}: ${how}`);
    if (broken.length > 0) process.exitCode = 1;
  }
  return results;
}

const server = await useServer();
const measured: Result["scales"] = {};
for (const scale of options.scales) measured[scale] = await measure(scale, options);
await server[Symbol.asyncDispose]();
const now: Result = { ...describeRun(options.rounds, postgresql), scales: measured };
const result = options.json === undefined ? now : await writeResult(options.json, now);
if (!options.smoke) console.log(`\n${growthTable(result).join("\n")}`);
if (options.svg !== undefined) await Bun.write(options.svg, draw(result));
if (options.compare !== undefined) {
  const earlier = (await Bun.file(options.compare).json()) as Result;
  console.log(compare(result, earlier).join("\n"));
}
process.exit();
