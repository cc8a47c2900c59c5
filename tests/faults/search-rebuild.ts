import { readIndexState } from "~/search/index/state";
import { indexedCatalog, until } from "../search/index/indexed-catalog";

/**
 * `bun tests/faults/search-rebuild.ts [seconds]`: P12 in true time. Rebuilds follow one another for so
 * long (300 s) under 20 upserts and 50 searches a second. No search is empty or fails, neither through
 * the service nor in the index itself; drift is 0 at the end and no shadow is left. The server is that of
 * MEILI_URL and MEILI_KEY, else the double.
 */
const seconds = Number(process.argv[2] ?? 300);
const catalog = await indexedCatalog();
const ids = await catalog.addMovies(
  Array.from({ length: 2_000 }, (_, number) => `Story ${number}`),
);
await catalog.addMovies(["Harbor Light"]);
catalog.startRelay({ idle_ms: 500, check_ms: 15_000, retry_ms: 5_000, page: 500 });
await catalog.inSync();

const end = performance.now() + 1_000 * seconds;
const counts = { upserts: 0, searches: 0, rebuilds: 0, empty: 0 };

/** So many times a second, never waiting for the one before. */
async function often(rate: number, work: (count: number) => Promise<void>): Promise<void> {
  const running: Promise<void>[] = [];
  for (let count = 0; performance.now() < end; count += 1) {
    running.push(work(count));
    await Bun.sleep(1_000 / rate);
  }
  await Promise.all(running);
}

async function searchBoth(): Promise<void> {
  const [titles, held] = await Promise.all([
    catalog.titles("harbor light"),
    catalog.searchIndex("harbor light"),
  ]);
  counts.searches += 1;
  if (titles.length === 0 || held.length === 0) counts.empty += 1;
}

async function rebuilding(): Promise<void> {
  while (performance.now() < end) {
    await catalog.requestRebuild();
    await until(
      async () => (await readIndexState(catalog.db)).state === "ready",
      "it is rebuilt",
      end + 60_000,
    );
    counts.rebuilds += 1;
  }
}

await Promise.all([
  rebuilding(),
  often(50, searchBoth),
  often(20, async (count) => {
    await catalog.rename(ids[count % ids.length] ?? "", `Tale ${count}`);
    counts.upserts += 1;
  }),
]);
await until(async () => (await readIndexState(catalog.db)).state === "ready", "the last is over");
await catalog.inSync();
const shadow = await catalog.meili.count(`${catalog.index}_new`);
console.log({ ...counts, drift: (await catalog.drift()).length, shadow: shadow ?? "none" });
await catalog[Symbol.asyncDispose]();
// The database server of the tests would keep the process alive.
process.exit(counts.empty > 0 ? 1 : 0);
