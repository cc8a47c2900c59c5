import { readIndexState } from "~/search/index/state";
import { indexedCatalog, until } from "../search/index/indexed-catalog";

/**
 * `bun tests/faults/search-outage.ts [seconds]`: F13 in true time. Meilisearch cannot be reached for so
 * long (300 s) while 500 upserts are made, evenly spread; all succeed, every search is answered, and drift
 * is 0 at most 60 s after the return. With the relay's own times. The server is that of MEILI_URL and
 * MEILI_KEY, else the double.
 */
const seconds = Number(process.argv[2] ?? 300);
const UPSERTS = 500;

const catalog = await indexedCatalog();
const own = { idle_ms: 500, standby_ms: 2_000, check_ms: 15_000, retry_ms: 5_000 };
await catalog.addMovies(Array.from({ length: 200 }, (_, number) => `Story ${number}`));
catalog.startRelay(own);
await catalog.inSync();
await catalog.gate.close();
for (let count = 0; count < UPSERTS; count += 1) {
  const [id = ""] = await catalog.addMovies([`Tale ${count}`]);
  if (count % 5 === 0) await catalog.rename(id, `Tale ${count} again`);
  if (count % 7 === 0) await catalog.remove(id);
  await catalog.search(`tale ${count}`);
  await Bun.sleep((1_000 * seconds) / UPSERTS);
}
console.log(await readIndexState(catalog.db));
catalog.gate.open();
const back = performance.now();
await catalog.inSync();
console.log(
  `in sync ${((performance.now() - back) / 1_000).toFixed(1)} s after the return (aim: 60)`,
);
await until(async () => (await readIndexState(catalog.db)).state === "ready", "the state is ready");
await catalog[Symbol.asyncDispose]();
// The database server of the tests would keep the process alive.
process.exit(0);
