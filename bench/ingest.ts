import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { loadConfig } from "~/config";
import { connect, type DatabaseAddress, type Db } from "~/db/client";
import { migrateDatabase } from "~/db/migrate";
import { startEmbedded } from "~/db/postgres/embedded";
import { openDeps } from "~/deps";
import { enqueueAll } from "~/jobs/queue";
import { startWorkers } from "~/worker";

/**
 * `bun run bench:ingest [rounds] [threads]`: the throughput of recorded movies through the whole pipeline
 * (jobs, worker threads, provider over HTTP, normalize, one transaction each), compared with a plain loop
 * that only fetches and parses the same payloads; the cost of an unchanged payload; and memory over 5,000
 * jobs. PostgreSQL is the embedded one, with its durable settings.
 */
const rounds = Number(process.argv[2] ?? 3);
const threads = Number(process.argv[3] ?? 4);
const JOBS_FOR_MEMORY = 5_000;

/** Elapsed seconds, and milliseconds of CPU per title of this process with its threads. */
async function measure(titles: number, work: () => Promise<unknown>) {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - start) / 1_000;
  return { rate: titles / seconds, cpu_ms: (user + system) / 1_000 / titles };
}
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const whole = (value: number) => value.toFixed(0);

const standIn = Bun.spawn([process.execPath, join(import.meta.dir, "stand-in.ts")], {
  stdin: "pipe",
  stdout: "pipe",
});
const reader = standIn.stdout.getReader();
const { port, movies, bytes } = JSON.parse(new TextDecoder().decode((await reader.read()).value));
const base = `http://127.0.0.1:${port}/3`;
const calls = async (): Promise<number> => {
  const { calls } = (await (await fetch(base)).json()) as { calls: number };
  return calls;
};

const data_dir = await mkdtemp(join(tmpdir(), "catalog-bench-"));
const server = await startEmbedded({ data_dir });
if (!("path" in server.address)) throw new Error("the embedded server has a socket");
const socket = server.address;

const config = loadConfig({
  LOG_LEVEL: "warn",
  TMDB_BASE_URL: base,
  TMDB_API_TOKEN: "token",
  PROVIDER_RPS: "100000",
  WORKER_CONCURRENCY: String(threads),
});

async function emptyDatabase(name: string): Promise<DatabaseAddress> {
  const driver = connect({ ...socket, database: "postgres" }, { max: 1, fetch_types: false });
  await driver.unsafe(`create database ${name}`);
  await driver.end();
  const address = { ...socket, database: name };
  await migrateDatabase(address);
  return address;
}

type Bench = { db: Db; close: () => Promise<void> };

async function open(name: string): Promise<Bench> {
  const address = await emptyDatabase(name);
  const deps = openDeps(config, address, "http");
  const workers = startWorkers(deps, address, { schedule: false });
  await workers.ready;
  const close = async () => {
    await workers.stop(5_000);
    await deps.close();
  };
  return { db: deps.db, close };
}

/** Enqueues the movies and resolves when all of them have succeeded. */
async function ingestAll(db: Db, ids: readonly number[]): Promise<void> {
  await enqueueAll(
    db,
    ids.map((id) => ({ kind: "movie" as const, external_id: String(id) })),
  );
  await ended(db);
}

async function ended(db: Db): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ open: number; failed: number }>(sql`
      select count(*) filter (where status in ('queued', 'running'))::int as open,
        count(*) filter (where status = 'failed' or error is not null)::int as failed from jobs`);
    if (row?.failed) throw new Error(`${row.failed} jobs went wrong`);
    if (row?.open === 0) return;
    await Bun.sleep(20);
  }
}

async function plainLoop(ids: readonly number[]): Promise<void> {
  for (const id of ids) await (await fetch(`${base}/movie/${id}`)).json();
}

const ids = Array.from({ length: movies }, (_, index) => 1_000_000 + index);
console.log(`${movies} recorded movies, ${(bytes / movies / 1024).toFixed(0)} KiB each on average`);
console.log(`${rounds} rounds, ${threads} worker threads, a new database each round`);
await plainLoop(ids);
type Measured = Awaited<ReturnType<typeof measure>>;
const results: { plain: Measured; first: Measured; unchanged: Measured; calls: number }[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const plain = await measure(movies, () => plainLoop(ids));
  const bench = await open(`round_${round}`);
  const before = await calls();
  const first = await measure(movies, () => ingestAll(bench.db, ids));
  const made = (await calls()) - before;
  const unchanged = await measure(movies, () => ingestAll(bench.db, ids));
  await bench.close();
  results.push({ plain, first, unchanged, calls: made / movies });
  const [a, b, c] = [plain, first, unchanged].map(({ rate }) => whole(rate));
  console.log(`round ${round}: plain loop ${a}, pipeline ${b}, unchanged ${c} titles/s`);
}
const middle = (value: (result: (typeof results)[number]) => number) => median(results.map(value));
const line = (label: string, value: string, note: string) =>
  console.log(`${label.padEnd(16)} ${value.padStart(8)}  ${note}`);
const cpu = (of: "plain" | "first" | "unchanged") =>
  `titles/s, ${middle((r) => r[of].cpu_ms).toFixed(1)} ms of this process's CPU each`;
console.log("medians");
line("plain loop", whole(middle((r) => r.plain.rate)), `${cpu("plain")} (fetch and parse only)`);
line("whole pipeline", whole(middle((r) => r.first.rate)), `${cpu("first")} (aim: 40 titles/s)`);
line("ratio", middle((r) => r.first.rate / r.plain.rate).toFixed(2), "(aim: 0.50)");
line("unchanged again", whole(middle((r) => r.unchanged.rate)), cpu("unchanged"));
line("faster by", middle((r) => r.unchanged.rate / r.first.rate).toFixed(1), "times (aim: 5)");
line("provider calls", middle((r) => r.calls).toFixed(2), "a title (at most 1)");

if (process.argv[4] !== "--no-memory") await memory();
standIn.kill();
await server.stop();
await rm(data_dir, { recursive: true, force: true });
process.exit(0);

async function memory(): Promise<void> {
  const { db, close } = await open("memory");
  console.log(`memory of the process over ${JOBS_FOR_MEMORY} jobs`);
  for (let done = 0; done < JOBS_FOR_MEMORY; done += 500) {
    await ingestAll(
      db,
      Array.from({ length: 500 }, (_, index) => 2_000_000 + done + index),
    );
    console.log(`${done + 500} jobs: ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB`);
  }
  await close();
}
