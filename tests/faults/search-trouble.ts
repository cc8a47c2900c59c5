import { setTimeout as sleep } from "node:timers/promises";
import { indexedCatalog } from "../search/index/indexed-catalog";
import type { Trouble } from "../support/meilisearch-gate";

/**
 * `bun tests/faults/search-trouble.ts [seconds] [trouble]`: P13 in true time. For each kind of trouble, Meilisearch
 * is in it while 50 searches a second come in, all of the kind that asks it; before that, the same
 * searches without a secondary search. Aim: no answer but 200, p99 at most twice the plain one's. The server
 * is that of MEILI_URL and MEILI_KEY, else the double.
 */
const seconds = Number(process.argv[2] ?? 60);
const RATE = 50;
const all: (Trouble | "refuse")[] = ["refuse", "hang", "error", "garbage", "busy"];
const troubles = all.filter((trouble) => (process.argv[3] ?? trouble) === trouble);

const catalog = await indexedCatalog();
const syllables = "ba ko ri mu ten sol var lin dra pex ho qui".split(" ");
/** Different words for different numbers, of no language. */
const word = (number: number): string =>
  [number % 12, Math.floor(number / 12) % 12, Math.floor(number / 144) % 12]
    .map((place) => syllables[place])
    .join("");
await catalog.addMovies(
  Array.from({ length: 1_500 }, (_, number) => `${word(number)} ${word(7 * number + 3)}`),
);
catalog.startRelay({ check_ms: 15_000 });
await catalog.inSync();

/** Milliseconds of every search; throws at the first answer that is none. */
async function load(search: (query: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const start = performance.now();
  for (let count = 0; count < RATE * seconds; count += 1) {
    const due = start + (1_000 * count) / RATE;
    if (due > performance.now()) await sleep(due - performance.now());
    const asked = performance.now();
    // Words of an overview, which only Meilisearch finds.
    const query = `plot ${word(count % 1_500)}`;
    running.push(
      search(query).then(() => {
        times.push(performance.now() - asked);
      }),
    );
  }
  await Promise.all(running);
  return times.sort((a, b) => a - b);
}

const at = (times: number[], part: number) => times[Math.floor(part * (times.length - 1))] ?? 0;
const told = (times: number[]) =>
  `p50 ${at(times, 0.5).toFixed(1)}, p99 ${at(times, 0.99).toFixed(1)}, longest ${at(times, 1).toFixed(0)} ms`;

let failed = false;
for (const trouble of troubles) {
  const plain = await load(catalog.plainSearch);
  if (trouble === "refuse") await catalog.gate.close();
  else catalog.gate.meets(trouble);
  const troubled = await load((query) => catalog.search(query));
  if (trouble === "refuse") catalog.gate.open();
  catalog.gate.meets("open");
  const ratio = at(troubled, 0.99) / at(plain, 0.99);
  failed ||= ratio > 2;
  console.log(
    `${trouble}: ${told(troubled)}; without ${told(plain)}; p99 ratio ${ratio.toFixed(2)}`,
  );
  // The breaker closes again with the first question it lets through.
  await sleep(10_500);
  await catalog.search("plot of anything");
}
await catalog[Symbol.asyncDispose]();
// The database server of the tests would keep the process alive.
process.exit(failed ? 1 : 0);
