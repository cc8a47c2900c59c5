import { join } from "node:path";
import { parseArgs } from "node:util";
import { refreshAllNames } from "~/search/names";
import { inScratch } from "../scratch";
import { cases } from "./cases";
import { fillCatalog, scales } from "./generate";

/**
 * `bun run bench:catalog [--scale 1m] [--keep]`: response times with a synthetic catalog, relative to a
 * prepared lookup by primary key over the same HTTP in the same rounds. Prints medians over the rounds.
 * Uses the server of DATABASE_URL, else an embedded one.
 */
const { values } = parseArgs({
  options: {
    scale: { type: "string", default: "100k" },
    /** Keeps the catalog, and uses the one that an earlier run kept. */
    keep: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
  },
});
const { scale: name, keep, rounds } = values;
if (name !== "100k" && name !== "1m") throw new Error("--scale is 100k or 1m");
const REQUESTS = 40;

type Times = { p50: number; p99: number };

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const median = (numbers: number[]) =>
  at(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );

async function timesOf(url: (n: number) => string): Promise<Times> {
  const took: number[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const target = url(n);
    const start = performance.now();
    const answer = await fetch(target);
    await answer.arrayBuffer();
    took.push(performance.now() - start);
    if (!answer.ok) throw new Error(`${target} answers ${answer.status}`);
  }
  took.sort((a, b) => a - b);
  return { p50: at(took, 0.5), p99: at(took, 0.99) };
}

await inScratch(`bench_catalog_${name}`, keep, async ({ db, address, fresh }) => {
  if (fresh) {
    await fillCatalog(address, scales[name]);
    console.log(`${await refreshAllNames(db)} names to search`);
    await db.execute("vacuum analyze");
  }
  const command = [process.execPath, join(import.meta.dir, "server.ts"), JSON.stringify(address)];
  const service = Bun.spawn(command, { stdin: "pipe", stdout: "pipe", stderr: "inherit" });
  const { value } = await service.stdout.getReader().read();
  const { url, raw } = JSON.parse(new TextDecoder().decode(value)) as { url: string; raw: string };
  const floors = [
    { name: "Bun alone, a constant", path: () => raw },
    { name: "a constant", path: () => `${url}/floor/constant` },
    { name: "a lookup by key", path: () => `${url}/floor/lookup` },
  ];
  const all = [
    ...floors,
    ...(await cases(db, scales[name].movies)).map(({ name, path }) => ({
      name,
      path: (n: number) => `${url}/api/v1${path(n)}`,
    })),
  ];
  for (const { path } of all) await timesOf(path);
  const measured = new Map(all.map(({ name }) => [name, { p50: [], p99: [] } as Ratios]));
  for (let round = 0; round < Number(rounds); round += 1) {
    const floor = await timesOf(() => `${url}/floor/lookup`);
    for (const { name, path } of all) {
      const { p50, p99 } = await timesOf(path);
      measured.get(name)?.p50.push(p50 / floor.p50);
      measured.get(name)?.p99.push(p99 / floor.p50);
    }
    console.error(`round ${round + 1} of ${rounds}`);
  }
  service.kill();
  console.log(`\n| ${scales[name].movies} movies | p50 | p99 |\n|---|---|---|`);
  for (const [name, { p50, p99 }] of measured) {
    console.log(`| ${name} | ${median(p50).toFixed(2)} | ${median(p99).toFixed(2)} |`);
  }
  console.log("\nin lookups by key, one request after the other; medians of the rounds");
});

type Ratios = { p50: number[]; p99: number[] };
