import { join } from "node:path";
import { sql } from "drizzle-orm";
import { loadConfig } from "~/config";
import type { DatabaseAddress } from "~/db/address";
import type { Db } from "~/db/client";
import { openDeps } from "~/deps";
import { enqueueAll } from "~/jobs/queue";
import { openMeili } from "~/search/meilisearch/client";
import { indexState } from "~/search/meilisearch/state";
import { startWorkers } from "~/worker";
import { inScratch } from "../scratch";

/**
 * `bun bench/search-index/upserts.ts [rounds] [titles] [threads]`: titles a second through the whole
 * pipeline with the relay on beside the same with it off, in turns within one run (aim: 0.95), and how
 * soon after the last title the index is in step. The Meilisearch is that of MEILI_URL and MEILI_KEY,
 * else the double in a process of its own; one on this machine takes part of its cores, too.
 */
const rounds = Number(process.argv[2] ?? 5);
const titles = Number(process.argv[3] ?? 600);
const threads = Number(process.argv[4] ?? 2);

/** Starts a script that prints one line of JSON and ends with its standard input. */
async function started<T>(script: string): Promise<T> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script)], {
    stdin: "pipe",
    stdout: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  return JSON.parse(new TextDecoder().decode(value)) as T;
}

type Server = { url: string; key: string };
const { MEILI_URL, MEILI_KEY = "" } = process.env;
const meilisearch: Server =
  MEILI_URL === undefined ? await started<Server>("double.ts") : { url: MEILI_URL, key: MEILI_KEY };
const { port } = await started<{ port: number }>("../stand-in.ts");
const index = `bench_${crypto.randomUUID()}`;
const meili = openMeili(meilisearch);

const configOf = (relayed: boolean) =>
  loadConfig({
    LOG_LEVEL: "warn",
    TMDB_BASE_URL: `http://127.0.0.1:${port}/3`,
    TMDB_API_TOKEN: "token",
    PROVIDER_RPS: "100000",
    WORKER_CONCURRENCY: String(threads),
    ...(relayed && { MEILI_URL: meilisearch.url, MEILI_KEY: meilisearch.key, MEILI_INDEX: index }),
  });

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(20);
}

const isIdle = async (db: Db): Promise<boolean> => {
  const open = await db.execute(sql`
    select from jobs where status in ('queued', 'running') limit 1`);
  return open.length === 0;
};

const isInStep = async (db: Db): Promise<boolean> => {
  const { state, pending } = await indexState(db);
  return state === "ready" && pending === 0;
};

/** Titles a second, and seconds until the index has heard of all of them. */
async function measure(address: DatabaseAddress, relayed: boolean) {
  const deps = openDeps(configOf(relayed), address, "http");
  const workers = startWorkers(deps, address, { schedule: false });
  await workers.ready;
  const { db } = deps;
  if (relayed) await until(() => isInStep(db));
  const start = performance.now();
  await enqueueAll(
    db,
    Array.from({ length: titles }, (_, number) => ({
      kind: "movie" as const,
      external_id: String(1_000_000 + number),
    })),
  );
  await until(() => isIdle(db));
  const rate = (1_000 * titles) / (performance.now() - start);
  const idle = performance.now();
  if (relayed) await until(() => isInStep(db));
  const lag = (performance.now() - idle) / 1_000;
  await workers.stop(10_000);
  await deps.close();
  return { rate, lag };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const ratios: number[] = [];
const lags: number[] = [];
console.log(
  `${titles} movies a round, ${threads} threads, ${MEILI_URL ? "a real server" : "the double"}`,
);
for (let round = 1; round <= rounds; round += 1) {
  const run = (relayed: boolean) =>
    inScratch(`search_index_${relayed ? "on" : "off"}`, false, ({ address }) =>
      measure(address, relayed),
    );
  // Each goes first in every other round, so that neither profits from its place.
  const first = await run(round % 2 === 0);
  const second = await run(round % 2 !== 0);
  const [off, on] = round % 2 === 0 ? [second, first] : [first, second];
  ratios.push(on.rate / off.rate);
  lags.push(on.lag);
  console.log(
    `round ${round}: off ${off.rate.toFixed(1)}, on ${on.rate.toFixed(1)} titles/s, ratio ${(on.rate / off.rate).toFixed(3)}; in step ${on.lag.toFixed(1)} s after the last`,
  );
  if ((await meili.count(index)) !== undefined) await meili.finished(await meili.drop(index));
}
console.log(
  `median ratio ${median(ratios).toFixed(3)} (aim: 0.95), lag ${median(lags).toFixed(1)} s`,
);
process.exit(0);
