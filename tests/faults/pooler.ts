import { chmod, chown, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { databaseEnv, finished, providerEnv, serving, temporaryFolder } from "../service/program";
import { movieBody } from "../support/bodies/movie";
import { emptyDatabase } from "../support/database";
import { standIn } from "../support/provider";
import { check, finish, load, secondsUntil, told } from "./support";

/**
 * `bun tests/faults/pooler.ts`: PgBouncer between the service and PostgreSQL, in transaction mode, as
 * docs/operations.md sets it up: migrations, reads under load, and jobs, which wake by polling there.
 * From PgBouncer 1.21 on with prepared statements; before, DATABASE_URL ends in `?prepare=false`.
 */
const bouncer = Bun.which("pgbouncer", { PATH: `${process.env.PATH}:/usr/sbin` });
if (bouncer === null) {
  console.log("skipped: there is no pgbouncer on this machine");
  finish();
}
const [, major, minor] =
  /PgBouncer (\d+)\.(\d+)/.exec(await Bun.$`${bouncer} --version`.text()) ?? [];
const prepares = Number(major) > 1 || Number(minor) >= 21;

await using database = await emptyDatabase();
await using provider = standIn();
await using folder = await temporaryFolder();
for (let id = 1; id <= 50; id += 1) provider.serve(`/movie/${id}`, movieBody({ id }));
const { PGHOST = "" } = databaseEnv(database);
const settings = `[databases]
* = host=${PGHOST} user=catalog
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder.path}
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
${prepares ? "max_prepared_statements = 500" : ""}
`;
await writeFile(join(folder.path, "pgbouncer.ini"), settings);
// Whoever may enter the folder of the server's socket.
const { uid, gid } = await stat(PGHOST);
await chmod(folder.path, 0o755);
await chown(folder.path, uid, gid);
const pooler = Bun.spawn([bouncer ?? "", join(folder.path, "pgbouncer.ini")], {
  uid,
  gid,
  stdout: "ignore",
  stderr: "ignore",
});
console.log(
  `        PgBouncer ${major}.${minor}, ${prepares ? "with" : "without"} prepared statements`,
);
const env = {
  DATABASE_URL: `postgres:///${database.name}?host=${folder.path}${prepares ? "" : "&prepare=false"}`,
  PGPORT: "6432",
  PGUSER: "catalog",
};
const up = await secondsUntil(async () => (await finished(["migrate"], env)).code === 0, 20);
check(up < 20, "migrations run through it");
const [held] = await database.db.execute<{ n: number }>(
  sql`select count(*)::int as n from pg_locks where locktype = 'advisory'`,
);
check(held?.n === 0, "and leave no advisory lock behind");

await using service = await serving({
  ...env,
  ...providerEnv(provider),
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_ADMIN: "0",
  LOG_LEVEL: "error",
  TRENDING_CRON: "0 0 1 1 *",
});
const callers = load(`${service.url}/api/v1/movies`, 16);
for (let id = 1; id <= 50; id += 1) {
  await service.call("POST", "/api/v1/admin/ingest/movie", { external_id: id });
}
const done = await secondsUntil(async () => {
  const [row] = await database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from jobs where kind = 'movie' and status = 'succeeded'`,
  );
  return row?.n === 50;
});
check(done < 60, `50 jobs succeed within ${done.toFixed(1)} s`);
const { answers, slowest_ms } = await callers.stop();
check(
  answers.size === 1 && answers.has(200),
  `reads meanwhile: ${told(answers)}, the slowest ${slowest_ms.toFixed(0)} ms`,
);
const [servers] = await database.db.execute<{ n: number }>(sql`
  select count(*)::int as n from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`);
check((servers?.n ?? 99) <= 5, `PostgreSQL sees ${servers?.n} connections (pool of 5)`);
service.process.kill("SIGTERM");
check((await service.exited) === 0, "it stops with 0");
pooler.kill("SIGTERM");
await pooler.exited;
finish();
