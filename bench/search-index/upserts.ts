import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { loadConfig } from "~/config";
import type { DatabaseAddress, Db } from "~/db/client";
import { openDeps } from "~/deps";
import { enqueueAll } from "~/jobs/queue";
import { readIndexState } from "~/search/index/state";
import { startWorkers } from "~/worker";
import { inScratch } from "../scratch";

/**
 * `bun bench/search-index/upserts.ts [pairs] [titles] [threads]`: titles per second through the whole
 * pipeline with the relay, compared with the same without it (target: 0.95), and the time from the last title
 * until the index is in sync. Two services run side by side and get titles alternately, so that other load on
 * the machine affects both. On Linux it also prints the CPU time per title of this process and the database
 * together, which other load affects least. Meilisearch is the one of MEILI_URL and MEILI_KEY, else a test
 * double in a process of its own; on this machine it uses part of the cores too.
 */
const pairs = Number(process.argv[2] ?? 12);
const titles = Number(process.argv[3] ?? 60);
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

async function open(address: DatabaseAddress, relayed: boolean) {
  const deps = openDeps(configOf(relayed), address, "http");
  const workers = startWorkers(deps, address, { schedule: false });
  await workers.ready;
  if (relayed) await until(() => isInStep(deps.db));
  const stop = async () => {
    await workers.stop(10_000);
    await deps.close();
  };
  return { db: deps.db, stop };
}

/** Seconds of CPU of this process and the sessions of both services; 100 ticks per second. */
async function cpuSeconds(db: Db): Promise<number> {
  const { user, system } = process.cpuUsage();
  const sessions = await db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname in ('search_index_on', 'search_index_off')`);
  const ticks = sessions.map(({ pid }) => {
    if (!existsSync(`/proc/${pid}/stat`)) return 0;
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return Number(fields[11]) + Number(fields[12]);
  });
  return (user + system) / 1e6 + ticks.reduce((sum, each) => sum + each, 0) / 100;
}

type Block = { rate: number; cpu: number; lag: number };

/** Ingests a block of titles: titles per second, CPU seconds per title, and seconds until the index is in sync. */
async function measure(db: Db, block: number, relayed: boolean): Promise<Block> {
  const before = await cpuSeconds(db);
  const start = performance.now();
  await enqueueAll(
    db,
    Array.from({ length: titles }, (_, number) => ({
      kind: "movie" as const,
      external_id: String(1_000_000 + block * titles + number),
    })),
  );
  await until(() => isIdle(db));
  const rate = (1_000 * titles) / (performance.now() - start);
  const idle = performance.now();
  if (relayed) await until(() => isInStep(db));
  const lag = (performance.now() - idle) / 1_000;
  return { rate, cpu: ((await cpuSeconds(db)) - before) / titles, lag };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const formatted = (values: number[]) => {
  const at = (part: number) =>
    (values.toSorted((a, b) => a - b)[Math.floor(part * values.length)] ?? 0).toFixed(3);
  return `${at(0.5)}, quartiles ${at(0.25)} and ${at(0.75)}`;
};

type Services = { off: Db; on: Db };

/** Fills both databases and analyses them, so that plans made for empty tables do not distort the comparison. */
async function warmUp({ off, on }: Services): Promise<void> {
  for (let block = 0; block < 3; block += 1) {
    await measure(off, block, false);
    await measure(on, block, true);
  }
  for (const db of [off, on]) await db.execute(sql`analyze`);
}

/** Gives a block to each, alternating which is first; the first pair is a warm-up. */
async function measurePairs(services: Services): Promise<{ off: Block; on: Block }[]> {
  const measured: { off: Block; on: Block }[] = [];
  await warmUp(services);
  for (let pair = 0; pair <= pairs; pair += 1) {
    const block = 3 + pair;
    const first = pair % 2 === 0 ? await measure(services.off, block, false) : undefined;
    const on = await measure(services.on, block, true);
    const off = first ?? (await measure(services.off, block, false));
    if (pair > 0) measured.push({ off, on });
  }
  return measured;
}

const place = MEILI_URL ? "a real server" : "the double";
console.log(`${pairs} pairs of ${titles} movies, ${threads} threads each, ${place}`);
await inScratch("search_index_off", false, ({ address: off }) =>
  inScratch("search_index_on", false, async ({ address: on }) => {
    const [plain, relayed] = [await open(off, false), await open(on, true)];
    const measured = await measurePairs({ off: plain.db, on: relayed.db });
    await Promise.all([plain.stop(), relayed.stop()]);
    for (const which of ["off", "on"] as const) {
      const rate = median(measured.map((pair) => pair[which].rate)).toFixed(1);
      const cpu = (1_000 * median(measured.map((pair) => pair[which].cpu))).toFixed(1);
      console.log(`relay ${which}: ${rate} titles/s, ${cpu} ms of CPU each`);
    }
    console.log(
      `ratio of rates ${formatted(measured.map(({ off, on }) => on.rate / off.rate))} (aim: 0.95)`,
    );
    console.log(`ratio by CPU ${formatted(measured.map(({ off, on }) => off.cpu / on.cpu))}`);
    console.log(
      `in sync ${median(measured.map(({ on }) => on.lag)).toFixed(1)} s after the last of a block`,
    );
  }),
);
process.exit(0);
