import { readdir, readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "~/db/client";
import { migrateDatabase } from "~/db/migrate";
import { startEmbedded } from "~/db/postgres/embedded";
import { enqueueAll } from "~/jobs/queue";
import { adminToken, program, providerEnv, serving, temporaryFolder } from "../service/program";
import { standIn } from "../support/provider";
import { check, finish, secondsUntil } from "./support";
import { MixedLoad, serveTitles, TITLES } from "./support-mixed-load";

/**
 * `bun run faults soak [minutes]`: a service and a worker beside it under mixed load, half an hour unless
 * told otherwise. On the way PostgreSQL restarts once and the worker is killed (kill -9) once. Each minute
 * prints what must not grow. Nothing is answered wrongly, no 5xx but the 503 of the restart, no job is
 * left behind, and memory, descriptors and connections stay as they were after five minutes (P25).
 */
const minutes = Number(process.argv[2] ?? 30);

await using folder = await temporaryFolder();
await using provider = standIn();
serveTitles(provider);
let server = await startEmbedded({ data_dir: folder.path });
const { address } = server;
if (!("path" in address)) throw new Error("the embedded server listens on a socket");
await migrateDatabase(address);
const env = {
  ...providerEnv(provider),
  DATABASE_URL: `postgres:///${address.database}`,
  PGHOST: address.path.replace(/\/[^/]+$/, ""),
  PGUSER: address.user,
  SERVICE_ADMIN_TOKEN: adminToken,
  LOG_LEVEL: "fatal",
  TRENDING_CRON: "0 0 1 1 *",
  ...Object.fromEntries(
    ["AUTH", "PUBLIC", "SEARCH", "ADMIN"].map((each) => [`RATE_LIMIT_${each}`, "0"]),
  ),
};
const work = () => program(["worker"], { ...env, WORKER_CONCURRENCY: "2" });
await using service = await serving(env);
let worker = work();
let database: Database = openDatabase(address, { max: 2, name: "soak" });
const ids = Array.from({ length: TITLES }, (_, index) => String(index + 1));
await enqueueAll(
  database.db,
  ids.map((external_id) => ({ kind: "movie" as const, external_id })),
);
await secondsUntil(async () => (await jobs("status in ('queued', 'running')")) === 0);

type Sample = {
  minute: number;
  rss_mb: number;
  descriptors: number;
  connections: number;
  /** The largest private memory of a backend: its caches and prepared statements. */
  backend_mb: number;
  orphans: number;
};
const samples: Sample[] = [];
const load = new MixedLoad(service);
load.start();
for (let minute = 1; minute <= minutes; minute += 1) {
  const end = performance.now() + 60_000;
  if (minute === Math.ceil(minutes / 2)) await restartDatabase();
  if (minute === Math.ceil((minutes * 2) / 3)) await killWorker();
  await Bun.sleep(Math.max(0, end - performance.now()));
  const sample = await sampled(minute);
  samples.push(sample);
  const { counts } = load.told;
  const statuses = [...counts].sort().map(([what, n]) => `${what} ${n}`);
  console.log(JSON.stringify(sample), statuses.join(", "));
  provider.requests.length = 0;
}
await load.stop();
// Leases of 30 s and a sweep every 5 s bring back what the killed worker held.
const drained = await secondsUntil(
  async () => (await jobs("status in ('queued', 'running')")) === 0,
  90,
);

const before = samples[Math.min(5, Math.ceil(samples.length / 2)) - 1];
const after = samples.at(-1);
if (before === undefined || after === undefined) throw new Error("give at least one minute");
const growth = after.rss_mb / before.rss_mb;
check(growth <= 1.2, `P25: memory ${before.rss_mb} -> ${after.rss_mb} MB (x ${growth.toFixed(2)})`);
for (const what of ["descriptors", "connections"] as const) {
  const flat = after[what] <= before[what] + 8;
  check(flat, `P25: ${what} ${before[what]} -> ${after[what]}`);
}
const orphans = samples.reduce((sum, sample) => sum + sample.orphans, 0);
check(orphans === 0, `P25: ${orphans} jobs ran longer than their lease and a sweep`);
check(drained < 90, `P8: the last job ended ${drained.toFixed(1)} s after the load`);
const failed = await database.db.execute<{ external_id: string; error: object }>(sql`
  select external_id, error from jobs where kind = 'movie' and status = 'failed'`);
check(
  failed.length === 0,
  `P2: ${failed.length} jobs failed ${JSON.stringify(failed.slice(0, 3))}`,
);
const { wrong } = load.told;
check(wrong.length === 0, `P14: ${wrong.length} wrong answers or failures ${wrong.join("; ")}`);
check(service.process.exitCode === null, "the service lives");
for (const each of [service, worker]) {
  each.process.kill("SIGTERM");
  check((await each.exited) === 0, "P4: it stops with 0");
}
await database.close();
await server.stop();
finish();

async function jobs(which: string): Promise<number> {
  const [row] = await database.db.execute<{ n: number }>(
    sql.raw(`select count(*)::int as n from jobs where ${which}`),
  );
  return row?.n ?? 0;
}

/** A fast stop and a start; excused from the stop until it is ready again, and what began before is answered. */
async function restartDatabase(): Promise<void> {
  load.excused = true;
  await database.close();
  await server.stop();
  server = await startEmbedded({ data_dir: folder.path });
  database = openDatabase(address, { max: 2, name: "soak" });
  const ready = await secondsUntil(
    async () => (await service.call("GET", "/health/ready")).status === 200,
  );
  await Bun.sleep(3_000);
  load.excused = false;
  check(ready < 3, `P14: ready ${ready.toFixed(2)} s after PostgreSQL was`);
}

async function killWorker(): Promise<void> {
  worker.process.kill("SIGKILL");
  await worker.exited;
  console.log("the worker was killed");
  worker = work();
}

async function sampled(minute: number): Promise<Sample> {
  const { pid } = service.process;
  const backends = await database.db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity
    where backend_type = 'client backend' and application_name like 'media-catalog%'`);
  const memory = await Promise.all(backends.map((backend) => kilobytes(backend.pid)));
  return {
    minute,
    rss_mb: Math.round((await kilobytes(pid, "status", "VmRSS")) / 1024),
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    connections: backends.length,
    backend_mb: Math.round(Math.max(0, ...memory) / 102.4) / 10,
    orphans: await jobs("status = 'running' and lease_until < now() - interval '10 s'"),
  };
}

/** 0 where the process is gone, or the machine does not tell. */
async function kilobytes(
  pid: number,
  file = "smaps_rollup",
  field = "Private_Dirty",
): Promise<number> {
  const text = await readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0);
}
