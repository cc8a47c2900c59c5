import { parseArgs } from "node:util";
import { inScratch } from "../scratch";
import { ingestAll, type Measured, measureIngestion, withWorkers } from "./measure";
import { startProvider } from "./provider";

/**
 * `bun run bench:ingest`: what recorded movies cost on their way through the whole pipeline (jobs, worker
 * threads, provider over HTTP, normalize, one transaction each): the first time and unchanged again, with
 * 1, 4 and 8 worker threads. `--titles` and `--rounds` say how much; `--titles 20000 --threads 8` looks for
 * deadlocks; `--memory` prints the memory of the process over 5,000 jobs instead.
 */
const { values } = parseArgs({
  options: {
    threads: { type: "string", default: "1,4,8" },
    titles: { type: "string", default: "564" },
    rounds: { type: "string", default: "3" },
    memory: { type: "boolean", default: false },
  },
});
const titles = Number(values.titles);
const provider = await startProvider();
console.log(
  `${provider.movies} recorded movies, ${(provider.bytes / 1024).toFixed(0)} KiB each on average`,
);
if (values.memory) await memory();
else await costs();
provider.stop();
process.exit(0);

async function costs(): Promise<void> {
  const threads = values.threads.split(",").map(Number);
  const results = new Map<number, Measured[]>(threads.map((count) => [count, []]));
  console.log("per title: CPU of the service + of PostgreSQL, ms");
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [count, list] of results) {
      const measured = await measureIngestion(provider, { threads: count, titles });
      list.push(measured);
      print(`${count} threads`, [measured]);
    }
  }
  console.log("medians");
  for (const [count, list] of results) print(`${count} threads`, list);
}

function print(label: string, of: Measured[]): void {
  const part = (phase: "first" | "unchanged") =>
    `${phase} ${middle(of.map((m) => m[phase].rate)).toFixed(0)}/s ` +
    `(${middle(of.map((m) => m[phase].service_ms)).toFixed(2)} + ${middle(of.map((m) => m[phase].postgres_ms)).toFixed(2)})`;
  const deadlocks = of.reduce((sum, m) => sum + m.deadlocks, 0);
  const calls = middle(of.map((m) => m.calls)).toFixed(2);
  const disk = (part: "all" | "upkeep") => middle(of.map((m) => m.disk_kb[part])).toFixed(0);
  console.log(
    `${label.padEnd(10)} ${part("first")}  ${part("unchanged")}  ${deadlocks} deadlocks, ${calls} calls a title, ${disk("all")} kB on disk (${disk("upkeep")} for upkeep)`,
  );
}

function middle(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function memory(): Promise<void> {
  await inScratch("bench_ingest", false, ({ address }) =>
    withWorkers(address, provider, { threads: 4 }, async (db) => {
      for (let done = 500; done <= 5_000; done += 500) {
        await ingestAll(
          db,
          Array.from({ length: 500 }, (_, index) => 2_000_000 + done + index),
        );
        console.log(`${done} jobs: ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB`);
      }
    }),
  );
}
