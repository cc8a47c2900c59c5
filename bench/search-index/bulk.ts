import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { openDatabase } from "~/db/client";
import { openMeili } from "~/search/index/client";
import { runRelay } from "~/search/index/relay";
import { openSecondarySearch } from "~/search/index/secondary-search";
import { readIndexState, requestRebuild } from "~/search/index/state";
import { inScratch } from "../scratch";
import { bulkQueries, hasBulk, loadBulk } from "../search/bulk";
import { judge, percentile, success } from "../search/judged";
import { providerNames } from "../search/names";

/**
 * `MEILI_URL=… bun bench/search-index/bulk.ts [--keep]`: a real Meilisearch with the provider's bulk data
 * (330,000 entities). Measures a rebuild and a comparison, and compares the judged queries with and without
 * secondary search, alternately within one run.
 */
const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
const { MEILI_URL, MEILI_KEY } = process.env;
if (!hasBulk() || MEILI_URL === undefined) {
  console.log("This needs the bulk data beside this repository, and MEILI_URL.");
  process.exit(1);
}
const server = { url: MEILI_URL, key: MEILI_KEY, index: "bench_bulk" };
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const kinds = ["movie", "series", "person", "collection", "company"] as const;
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(0)} s`;

await inScratch("bench_search_index", values.keep, async ({ db, address, fresh }) => {
  if (fresh) await loadBulk(db);
  await db.execute(sql`delete from search_index`);
  await requestRebuild(db, "bench");
  const until = async (holds: (state: Awaited<ReturnType<typeof readIndexState>>) => boolean) => {
    while (!holds(await readIndexState(db))) await Bun.sleep(200);
  };
  const stop = new AbortController();
  const own = openDatabase(address, { max: 1, statement_timeout_ms: 20_000 });
  const meili = openMeili(server);
  const start = performance.now();
  const relay = runRelay({ ...own, ...server, meili, log: silent, signal: stop.signal });
  await until(({ state }) => state === "ready");
  console.log(`rebuilt in ${seconds(start)}`);
  const rebuilt = performance.now();
  await until(({ drift }) => drift !== null);
  const { drift, documents } = await readIndexState(db);
  console.log(`compared in ${seconds(rebuilt)}: drift ${drift}, ${documents} documents`);
  stop.abort();
  await relay;
  await own.close();

  const [queries, names] = [await bulkQueries(), await providerNames(db)];
  let requested = 0;
  let answered = 0;
  const secondary = openSecondarySearch(server, silent);
  const counted: typeof secondary = async (query) => {
    requested += 1;
    const hits = await secondary(query);
    if (hits !== undefined) answered += 1;
    return hits;
  };
  await judge(db, queries.slice(0, 50), names, kinds, counted);
  for (const [label, second] of [
    ["PostgreSQL alone", undefined],
    ["with Meilisearch", counted],
  ] as const) {
    [requested, answered] = [0, 0];
    const verdicts = await judge(db, queries, names, kinds, second);
    const [first, five, twenty] = [1, 5, 20].map((most) => success(verdicts, most).toFixed(1));
    const times = [0.5, 0.99].map((share) => percentile(verdicts, share).toFixed(1)).join(" / ");
    console.log(
      `${label}: s@1 ${first}, s@5 ${five}, s@20 ${twenty}; p50 / p99 ${times} ms; requested for ${requested} of ${verdicts.length}, ${answered} responses`,
    );
  }
  await meili.waitForTask(await meili.drop(server.index));
});
process.exit(0);
