import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "drizzle-orm";
import { connect, openDatabase } from "~/db/client";
import { migrateDatabase } from "~/db/migrate";
import { startEmbedded } from "~/db/postgres/embedded";
import { openReplica } from "~/db/replica";
import { serving, temporaryFolder } from "../service/program";
import { standbyOf } from "../support/standby";
import { check, finish, load, secondsUntil, told } from "./support";

/**
 * `bun tests/faults/standby.ts`: a real hot standby of the embedded server. The catalog is read from it
 * while it is well; killed, frozen or behind, it costs no request; accounts read what they wrote.
 */
await using folder = await temporaryFolder();
const server = await startEmbedded({ data_dir: folder.path });
const { address } = server;
if (!("path" in address)) throw new Error("the embedded server listens on a socket");
await migrateDatabase(address);
await using standby = await standbyOf({
  address,
  // Root keeps it elsewhere, behind a link.
  home: await realpath(`${folder.path}/postgres`),
});
if (!("path" in standby.address)) throw new Error("the standby listens on a socket");

await routing();
await serviceBesideIt();
await server.stop();
finish();

/** Where statements go, seen from the room of the database. */
async function routing(): Promise<void> {
  const [first, second] = [openDatabase(address), openDatabase(standby.address)];
  const replica = openReplica(first, second, {
    onChange: () => {},
    interval_ms: 100,
    max_lag_ms: 500,
  });
  const where = async () => {
    const [row] = await replica.reads.execute<{ on: boolean }>(
      sql`select pg_is_in_recovery() as on`,
    );
    return row?.on === true ? "standby" : "primary";
  };
  const found = await secondsUntil(async () => (await where()) === "standby");
  check(found < 5, `reads go to the standby ${found.toFixed(1)} s after the start`);
  await second.db.execute(sql`select pg_wal_replay_pause()`);
  const write = setInterval(
    () => void first.db.execute(sql`select pg_logical_emit_message(false, 'a', 'b', true)`),
    50,
  );
  const late = await secondsUntil(async () => (await where()) === "primary");
  check(
    late < 3,
    `a standby that falls behind is left after ${late.toFixed(1)} s (allowed: 0.5 + looks)`,
  );
  await second.db.execute(sql`select pg_wal_replay_resume()`);
  const back = await secondsUntil(async () => (await where()) === "standby");
  check(back < 5, `and read again ${back.toFixed(1)} s after it goes on`);
  clearInterval(write);
  await replica.close();
  await first.close();
}

/** The whole service, with callers at it. */
async function serviceBesideIt(): Promise<void> {
  if (!("path" in address && "path" in standby.address)) return;
  const url = (socket: string) => `postgres:///${address.database}?host=${dirname(socket)}`;
  await using service = await serving({
    DATABASE_URL: url(address.path),
    PGUSER: address.user,
    DATABASE_REPLICA_URL: url(standby.address.path),
    LOG_LEVEL: "fatal",
    RATE_LIMIT_PUBLIC: "0",
    RATE_LIMIT_AUTH: "0",
    WORKER_CONCURRENCY: "1",
  });
  const health = async () =>
    (await service.call("GET", "/health/ready")).json() as Promise<{ replica: string }>;
  const is = (state: string) => secondsUntil(async () => (await health()).replica === state);
  check((await is("ok")) < 10, "/health/ready says replica: ok");
  check(await connected("media-catalog replica"), "the service has connections to the standby");

  const callers = load(`${service.url}/api/v1/genres`, 16);
  await Bun.sleep(500);
  process.kill(standby.pid(), "SIGKILL");
  check((await is("away")) < 5, "killed: /health/ready says replica: away");
  await Bun.sleep(500);
  await standby.start();
  const again = await is("ok");
  check(again < 10, `started again: read from ${again.toFixed(1)} s later`);
  const pid = standby.pid();
  const frozen = await backends();
  for (const each of [pid, ...frozen]) process.kill(each, "SIGSTOP");
  const silent = await is("away");
  check(silent < 5, `frozen: given up after ${silent.toFixed(1)} s`);
  for (const each of [pid, ...frozen]) process.kill(each, "SIGCONT");
  check((await is("ok")) < 10, "thawed: read again");
  const { answers, slowest_ms } = await callers.stop();
  const only200 = answers.size === 1 && answers.has(200);
  check(
    only200,
    `no caller noticed: ${told(answers)}; the slowest waited ${slowest_ms.toFixed(0)} ms`,
  );

  await ownWrites(service.call);
  service.process.kill("SIGTERM");
  check((await service.exited) === 0, "it stops with 0");
}

type Call = Awaited<ReturnType<typeof serving>>["call"];

/** With replay halted an account still sees at once what it did: it reads the primary. */
async function ownWrites(call: Call): Promise<void> {
  const { db, close } = openDatabase(standby.address);
  await db.execute(sql`select pg_wal_replay_pause()`);
  const account = { email: "mara@example.org", password: "a long passphrase", display_name: "M" };
  await call("POST", "/api/v1/auth/register", account);
  const { display_name: _, ...login } = account;
  const answer = await call("POST", "/api/v1/auth/login", login);
  const behind = await db.execute<{ n: number }>(sql`select count(*)::int as n from users`);
  check(
    answer.status === 200 && behind[0]?.n === 0,
    "an account reads what it wrote before the standby has it",
  );
  await db.execute(sql`select pg_wal_replay_resume()`);
  await close();
}

async function connected(name: string): Promise<boolean> {
  const driver = connect(standby.address, { max: 1 });
  const rows = await driver`select from pg_stat_activity where application_name = ${name}`;
  await driver.end();
  return rows.length > 0;
}

async function backends(): Promise<number[]> {
  const driver = connect(standby.address, { max: 1 });
  const rows = await driver<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await driver.end();
  return rows.map(({ pid }) => pid);
}
