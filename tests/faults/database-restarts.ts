import { realpath } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { connect, openDatabase } from "~/db/client";
import { migrateDatabase } from "~/db/migrate";
import { startEmbedded } from "~/db/postgres/embedded";
import { runningServer } from "~/db/postgres/pid-file";
import { enqueue } from "~/jobs/queue";
import { serving, temporaryFolder } from "../service/program";
import { check, finish, load, secondsUntil, told } from "./support";

/**
 * `bun tests/faults/database-restarts.ts [rounds]`: PostgreSQL is stopped (fast), killed (kill -9) and
 * frozen (SIGSTOP, 15 s) under 16 callers and started again. Callers get 503 at once and never wait
 * long; the service lives and heals; every job that was accepted is there afterwards (F7, F8, P8, P14).
 */
const rounds = Number(process.argv[2] ?? 3);

await using folder = await temporaryFolder();
let server = await startEmbedded({ data_dir: folder.path });
const { address } = server;
if (!("path" in address)) throw new Error("the embedded server listens on a socket");
await migrateDatabase(address);
// Root keeps it elsewhere, behind a link.
const cluster = await realpath(`${folder.path}/postgres/data`);
await using service = await serving({
  DATABASE_URL: `postgres:///${address.database}`,
  PGHOST: address.path.replace(/\/[^/]+$/, ""),
  PGUSER: address.user,
  LOG_LEVEL: "fatal",
  RATE_LIMIT_PUBLIC: "0",
  WORKER_CONCURRENCY: "2",
});
const ready = async () => (await service.call("GET", "/health/ready")).status === 200;

const kinds = ["fast", "kill -9", "frozen"] as const;
let accepted = 0;
for (const kind of kinds) {
  const heal: number[] = [];
  let slowest = 0;
  let hung = 0;
  const all = new Map<number | string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const callers = load(`${service.url}/api/v1/genres`, 16);
    await Bun.sleep(300);
    const answer = await service.call("POST", "/api/v1/admin/ingest/movie", {
      external_id: accepted + 1,
    });
    if (answer.status === 202) accepted += 1;
    if (kind === "frozen") await freeze(15_000);
    else await restart(kind);
    heal.push(await secondsUntil(ready));
    await Bun.sleep(300);
    const end = await callers.stop();
    slowest = Math.max(slowest, end.slowest_ms);
    hung += end.hung;
    for (const [what, n] of end.answers) all.set(what, (all.get(what) ?? 0) + n);
  }
  const limit = kind === "frozen" ? 5_500 : 3_500;
  check(hung === 0, `${kind}: no caller hung in ${rounds} rounds (${told(all)})`);
  check(slowest < limit, `${kind}: the slowest answer took ${slowest.toFixed(0)} ms (< ${limit})`);
  const worst = Math.max(...heal);
  check(worst < 3, `${kind}: ready ${worst.toFixed(2)} s after the database was (< 3)`);
  const strange = [...all.keys()].filter((what) => what !== 200 && what !== 503);
  check(strange.length === 0, `${kind}: every answer was 200 or 503`);
}
check(service.process.exitCode === null, "P14: the service lives");

const { db, close } = openDatabase(address);
const [found] = await db.execute<{ n: number }>(sql`
  select count(*)::int as n from jobs where kind = 'movie'`);
check(found?.n === accepted, `P8: ${found?.n} of ${accepted} accepted jobs are there`);
await enqueue(db, { kind: "movie", external_id: "1" });
await close();
service.process.kill("SIGTERM");
check((await service.exited) === 0, "P4: it stops with 0");
await server.stop();
finish();

async function restart(kind: "fast" | "kill -9"): Promise<void> {
  if (kind === "fast") await server.stop();
  else process.kill(postmaster(), "SIGKILL");
  await Bun.sleep(1_000);
  server = await startEmbedded({ data_dir: folder.path });
}

function postmaster(): number {
  const running = runningServer(cluster);
  if (running === undefined) throw new Error("the server does not run");
  return running.pid;
}

/** The kernel still accepts what is sent; nobody answers. */
async function freeze(ms: number): Promise<void> {
  const backends = await pids();
  for (const pid of backends) process.kill(pid, "SIGSTOP");
  await Bun.sleep(ms);
  for (const pid of backends) process.kill(pid, "SIGCONT");
}

async function pids(): Promise<number[]> {
  const driver = connect(address, { max: 1 });
  const rows = await driver<{ pid: number }[]>`
    select pid from pg_stat_activity where pid <> pg_backend_pid()`;
  await driver.end();
  return [postmaster(), ...rows.map(({ pid }) => pid)];
}
