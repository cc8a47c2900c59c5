import { cp, realpath, rename, rm } from "node:fs/promises";
import { $ } from "bun";
import { connect } from "~/db/client";
import { startEmbedded } from "~/db/postgres/embedded";
import { providerEnv, serving, temporaryFolder } from "../service/program";
import { movieBody } from "../support/bodies/movie";
import { standIn } from "../support/provider";
import { check, finish, secondsUntil } from "./support";

/**
 * `bun tests/faults/restore.ts`: the embedded database is copied while the service is killed in the
 * middle of jobs, wiped and put back. Everything is there, logins work, jobs go on (P22).
 */
await using folder = await temporaryFolder();
await using provider = standIn();
for (let id = 1; id <= 20; id += 1) provider.serve(`/movie/${id}`, movieBody({ id }));
const free = provider.hold("/movie/20");
const key = "a-secret-of-48-characters-0123456789-0123456789-";
const settings = {
  ...providerEnv(provider),
  DATA_DIR: folder.path,
  SERVICE_SECRET_KEY: key,
  LOG_LEVEL: "fatal",
  TRENDING_CRON: "0 0 1 1 *",
};
const account = { email: "mara@example.org", password: "a long passphrase", display_name: "M" };
const { display_name: _, ...login } = account;
let before: Facts | undefined;
{
  await using service = await serving(settings);
  await using database = await open();
  const { facts } = database;
  await service.call("POST", "/api/v1/auth/register", account);
  for (let id = 1; id <= 20; id += 1) {
    await service.call("POST", "/api/v1/admin/ingest/movie", { external_id: id });
  }
  await provider.arrived("/movie/20");
  await secondsUntil(async () => (await facts())?.movies === 19);
  before = await facts();
  service.process.kill("SIGKILL");
  await service.exited;
}
const home = await realpath(`${folder.path}/postgres`);
await secondsUntil(async () => !(await Bun.file(`${home}/data/postmaster.pid`).exists()), 10);
await cp(`${home}/data`, `${home}/backup`, { recursive: true, preserveTimestamps: true });
await $`chown -R --reference ${home}/data ${home}/backup`.quiet();
await rm(`${home}/data`, { recursive: true });
await rename(`${home}/backup`, `${home}/data`);
free();

await using service = await serving(settings);
await using database = await open();
const after = await database.facts();
check(
  Bun.deepEquals(before, after),
  `P22: rows before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`,
);
const answer = await service.call("POST", "/api/v1/auth/login", login);
check(answer.status === 200, "P22: a login works");
const resumed = await secondsUntil(async () => (await database.facts())?.movies === 20, 90);
check(
  resumed < 60,
  `P22: the job that was running succeeds ${resumed.toFixed(1)} s after the start`,
);
service.process.kill("SIGTERM");
check((await service.exited) === 0, "it stops with 0");
finish();

type Facts = { movies: number; users: number; jobs: number; titles: string };

/** Beside the service: its own server is taken, not started. */
async function open() {
  const { address } = await startEmbedded({ data_dir: folder.path });
  const driver = connect(address, { max: 1 });
  const facts = async (): Promise<Facts | undefined> => {
    const [row] = await driver<Facts[]>`
      select (select count(*)::int from movies) as movies, (select count(*)::int from users) as users,
        (select count(*)::int from jobs where kind = 'movie') as jobs,
        (select md5(string_agg(movies.title || external_id, ',' order by external_id))
          from movies join titles using (id)) as titles`;
    return row;
  };
  return { facts, [Symbol.asyncDispose]: () => driver.end({ timeout: 1 }) };
}
