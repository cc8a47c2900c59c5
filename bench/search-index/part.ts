import { join } from "node:path";
import { sql } from "drizzle-orm";
import { loadConfig } from "~/config";
import type { DatabaseAddress, Db } from "~/db/client";
import { openDeps } from "~/deps";
import { enqueueAll } from "~/jobs/queue";
import { readIndexState } from "~/search/index/state";
import { startWorkers } from "~/worker";
import { recorded } from "../../tests/support/recorded";
import { cpuOf, sessions } from "../cpu";
import { type Provider, startProvider } from "../ingest/provider";
import { lineProcess } from "../lines";
import { type Bench, type Column, type Part, type Row, spread } from "../part";
import { openScratch } from "../scratch";

/**
 * The part `index`: what it costs to keep a Meilisearch in step. Two services run side by side, one with the
 * relay, and get blocks of titles alternately, so that other load on the machine affects both. Meilisearch is
 * the one of MEILI_URL and MEILI_KEY, else a test double in a process of its own, which uses the cores too.
 * The goal is 0.95 of the titles per second.
 */
const THREADS = 2;

const columns: Record<string, Column> = {
  rate: { unit: "titles/s", better: "more" },
  cpu_ms: { unit: "ms", better: "less" },
  times: { unit: "times", better: "more" },
  in_step_s: { unit: "s", better: "less" },
};

type Server = { url: string; key: string };

async function openMeilisearch(opened: AsyncDisposableStack): Promise<Server> {
  const { MEILI_URL, MEILI_KEY = "" } = process.env;
  if (MEILI_URL !== undefined) return { url: MEILI_URL, key: MEILI_KEY };
  const double = opened.use(lineProcess(join(import.meta.dir, "double.ts")));
  return JSON.parse(await double.ask("where")) as Server;
}

const configOf = (provider: Provider, meilisearch?: Server) =>
  loadConfig({
    LOG_LEVEL: "warn",
    TMDB_BASE_URL: provider.base_url,
    TMDB_API_TOKEN: "token",
    PROVIDER_RPS: "100000",
    WORKER_CONCURRENCY: String(THREADS),
    ...(meilisearch && {
      MEILI_URL: meilisearch.url,
      MEILI_KEY: meilisearch.key,
      MEILI_INDEX: `bench_${crypto.randomUUID()}`,
    }),
  });

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(100);
}

const isIdle = async (db: Db): Promise<boolean> => {
  const open = await db.execute(sql`
    select from jobs where status in ('queued', 'running') limit 1`);
  return open.length === 0;
};

const isInStep = async (db: Db): Promise<boolean> => {
  const { state, pending } = await readIndexState(db);
  return state === "ready" && pending === 0;
};

type Service = { db: Db; relayed: boolean };

async function open(
  name: string,
  provider: Provider,
  meilisearch: Server | undefined,
  opened: AsyncDisposableStack,
): Promise<Service> {
  const relayed = meilisearch !== undefined;
  const { address }: { address: DatabaseAddress } = opened.use(await openScratch(name));
  const deps = openDeps(configOf(provider, meilisearch), address, "http");
  opened.defer(() => deps.close());
  const workers = startWorkers(deps, address, { schedule: false });
  opened.defer(() => workers.stop(10_000));
  await workers.ready;
  if (relayed) await until(() => isInStep(deps.db));
  return { db: deps.db, relayed };
}

type Block = { rate: number; cpu_ms: number; in_step_s: number };

/** Ingests a block of titles; CPU is that of this process and of the sessions of the database, per title. */
async function measureBlock({ db, relayed }: Service, block: number, titles: number) {
  const pids = await sessions(db);
  const spent = () => {
    const { user, system } = process.cpuUsage();
    return pids.reduce((sum, pid) => sum + cpuOf(pid), user + system);
  };
  const [before, start] = [spent(), performance.now()];
  const requests = Array.from({ length: titles }, (_, number) => ({
    kind: "movie" as const,
    external_id: String(1_000_000 + block * titles + number),
  }));
  await enqueueAll(db, requests);
  await until(() => isIdle(db));
  const idle = performance.now();
  const rate = (1_000 * titles) / (idle - start);
  if (relayed) await until(() => isInStep(db));
  const in_step_s = (performance.now() - idle) / 1_000;
  return { rate, cpu_ms: (spent() - before) / 1_000 / titles, in_step_s } satisfies Block;
}

type Pair = { off: Block; on: Block };

/** Gives each block to both, alternating which is first. The first blocks do not count. */
async function measurePairs(
  { rounds, smoke, say }: Bench,
  off: Service,
  on: Service,
): Promise<Pair[]> {
  const titles = smoke ? 4 : 60;
  const warmups = smoke ? 0 : 3;
  const last = warmups + 2 * rounds;
  const pairs: Pair[] = [];
  for (let block = 0; block < last; block += 1) {
    // Until then plans were made for empty tables.
    if (block === warmups) for (const { db } of [off, on]) await db.execute(sql`analyze`);
    say(`block ${block + 1} of ${last}`);
    const first = block % 2 === 0 ? await measureBlock(off, block, titles) : undefined;
    const relayed = await measureBlock(on, block, titles);
    pairs.push({ off: first ?? (await measureBlock(off, block, titles)), on: relayed });
  }
  return pairs.slice(warmups);
}

async function run(bench: Bench): Promise<Row[]> {
  if (recorded === undefined) {
    bench.say("there are no recorded movies beside this repository");
    return [];
  }
  await using opened = new AsyncDisposableStack();
  const provider = await startProvider();
  opened.defer(() => provider.stop());
  const meilisearch = await openMeilisearch(opened);
  const off = await open("bench_index_off", provider, undefined, opened);
  const on = await open("bench_index_on", provider, meilisearch, opened);
  const pairs = await measurePairs(bench, off, on);
  const figures = (of: "off" | "on") => ({
    rate: spread(pairs.map((pair) => pair[of].rate)),
    cpu_ms: spread(pairs.map((pair) => pair[of].cpu_ms)),
  });
  const times = spread(pairs.map(({ off, on }) => on.rate / off.rate));
  const in_step_s = spread(pairs.map(({ on }) => on.in_step_s));
  return [
    { name: "without the relay", figures: figures("off") },
    { name: "with the relay", figures: { ...figures("on"), times, in_step_s } },
  ];
}

export const index: Part = {
  name: "index",
  about: "ingestion with and without a Meilisearch to keep in step",
  sized: false,
  columns,
  run,
};
