import { sql } from "drizzle-orm";
import { openCatalog } from "./catalog/catalog";
import { readOptions, usage } from "./options";
import type { Part, ScaleName } from "./part";
import { parts } from "./parts";
import { draw } from "./report/chart";
import { summary, writeDocument } from "./report/document";
import {
  describeRun,
  type PartResult,
  type Result,
  readResult,
  writeResult,
} from "./report/result";
import { partTable } from "./report/tables";
import { useServer } from "./scratch";
import { builtBinary } from "./service";

/** `bun run bench [part…]`; see {@link usage}. */
const options = readOptions(parts, process.argv.slice(2)) ?? help();

function help(): never {
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

/** Measures the parts one after the other; `scale` is the size of the catalog that they may open. */
async function measure(parts: readonly Part[], scale: ScaleName) {
  const { rounds, smoke, keep, template } = options;
  await using opened = new AsyncDisposableStack();
  const catalog = once(async () => {
    const found = await openCatalog({ scale, keep, template, binary: await binary(), say });
    opened.use(found);
    const [row] = await found.db.execute<{ server_version: string }>(sql`show server_version`);
    postgresql = row?.server_version ?? "unknown";
    return found;
  });
  const results: Record<string, PartResult> = {};
  for (const { name, sized, columns, run } of parts) {
    const title = sized ? `${name}, ${scale}` : name;
    const told = (text: string) => say(`${title}: ${text}`);
    const rows = await run({ scale, rounds, smoke, keep, say: told, binary, catalog });
    const result = { columns, rows };
    results[name] = result;
    say("");
    if (smoke) console.log(`${title}: ${rows.length} cases answer right`);
    else console.log(`\n${partTable(title, result).join("\n")}`);
    const broken = rows.filter((row) => row.broken !== undefined && !smoke);
    for (const { name, broken: how } of broken) console.log(`FAILED: ${name}: ${how}`);
    if (broken.length > 0) process.exitCode = 1;
  }
  return results;
}

async function measureAll(): Promise<Result> {
  await using _ = await useServer();
  const { parts, rounds } = options;
  const [smallest = "10k"] = options.scales;
  const scales: Result["scales"] = {};
  const sized = parts.filter(({ sized }) => sized);
  for (const scale of sized.length === 0 ? [] : options.scales) {
    scales[scale] = await measure(sized, scale);
  }
  const others = parts.filter(({ sized }) => !sized);
  return { ...describeRun(rounds, postgresql), scales, parts: await measure(others, smallest) };
}

const { from, json, svg, document, smoke } = options;
const now = from === undefined ? await measureAll() : await readResult(from);
const result = json === undefined ? now : await writeResult(json, now);
const earlier = options.compare === undefined ? undefined : await readResult(options.compare);
if (!smoke) console.log(`\n${summary(result, earlier).join("\n")}`);
if (svg !== undefined) await Bun.write(svg, draw(result));
if (document !== undefined) await writeDocument(document, result, earlier);
process.exit();
