import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { databaseEnv, finished, providerEnv, type Serving, serving } from "../service/program";
import { changeLists } from "../support/change-lists";
import { type TestDatabase, testDatabase } from "../support/database";
import { serveMany } from "../support/many-records";
import { type StandIn, standIn } from "../support/provider";
import { check, finish, secondsUntil } from "./support";

/**
 * `bun tests/faults/fills-itself.ts [ids]`: a catalog that fills itself and stays fresh. A gzip file of ids is
 * imported while an operator asks for one movie and the service is killed twice (N94, N97); then the provider's
 * change list names three movies (N51, N58), and a reader that waits on the feed is told of them (N61, N65).
 */
const titles = Number(process.argv[2] ?? 20_000);
/** Less than the machine could do, so that the pace is what holds it back. */
const RPS = 60;
const today = new Date().toISOString().slice(0, 10);

await using database = await testDatabase();
await using provider = standIn();
serveMany(provider, "movie", { upTo: titles + 1 });
const lists = changeLists(provider);
const env = {
  ...databaseEnv(database),
  ...providerEnv(provider),
  PROVIDER_RPS: String(RPS),
  REFRESH: "off",
  RATE_LIMIT_ADMIN: "0",
  RATE_LIMIT_PUBLIC: "0",
  LOG_LEVEL: "fatal",
  WORKER_CONCURRENCY: "8",
  TRENDING_CRON: "0 0 1 1 *",
};

await importAll(database, provider);
await refreshThree(database, provider);
finish();

async function importAll({ db }: TestDatabase, from: StandIn): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "ids-"));
  const file = join(folder, `movie_ids_${today}.json.gz`);
  await Bun.write(file, Bun.gzipSync(new TextEncoder().encode(idFile(titles))));
  const start = performance.now();
  const imported = await finished(["import", "--from", file], env);
  console.log(imported.stdout.trim().split("\n").at(-1));
  check(imported.code === 0, `the import of ${titles} ids is taken (exit ${imported.code})`);
  await rm(folder, { recursive: true });

  let service = await serving(env);
  for (const part of [0.25, 0.5]) {
    await secondsUntil(async () => (await succeeded(db)) > titles * part, 600);
    service.process.kill("SIGKILL");
    await service.exited;
    service = await serving(env);
  }
  const asked = from.calls();
  const { started_after } = await operatorsJob(service, from);
  check(started_after <= 8 + RPS, `an operator's movie was asked for ${started_after} calls later`);
  console.log(`(${asked} calls before it, ${titles - (await succeeded(db))} movies still to come)`);
  await secondsUntil(async () => (await unfinished(service)) === 0, 900);
  console.log(`all ended after ${((performance.now() - start) / 1_000).toFixed(0)} s`);
  const stored = await succeeded(db);
  check(stored === titles + 1, `${stored} of ${titles + 1} movies are there`);
  const calls = new Map<string, number>();
  const movies = from.requests.filter(({ path }) => path.startsWith("/movie/"));
  for (const { path } of movies) calls.set(path, (calls.get(path) ?? 0) + 1);
  const twice = [...calls.values()].filter((count) => count > 1).length;
  check(twice <= 16, `${twice} movies were asked for again: at most those that ran at a kill`);
  check(busiest(from) <= RPS + 8, `${busiest(from)} calls in the busiest second, ${RPS} allowed`);
  await service[Symbol.asyncDispose]();
}

/** The provider's daily file: the most popular first only by their numbers, not by their place. */
function idFile(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => ({
    adult: false,
    id: index + 1,
    original_title: `Movie ${index + 1}`,
    popularity: (index * 7_919) % 1_000,
    video: false,
  }));
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

async function operatorsJob(service: Serving, from: StandIn): Promise<{ started_after: number }> {
  const before = from.calls();
  const external_id = titles + 1;
  await service.call("POST", "/api/v1/admin/ingest/movie", { external_id });
  await from.arrived(`/movie/${external_id}`);
  const paths = from.requests.slice(before).map(({ path }) => path);
  return { started_after: paths.indexOf(`/movie/${external_id}`) };
}

async function refreshThree({ db }: TestDatabase, from: StandIn): Promise<void> {
  await using service = await serving({ ...env, REFRESH: "on", REFRESH_CHANGES_HOURS: "0.001" });
  // Nothing is due by its age; what the first start reads of the lists names nothing.
  await secondsUntil(async () => from.calls("/movie/changes") > 0);
  await Bun.sleep(3_000);
  const named = [11, 222, 3_333];
  for (const id of named) {
    const body = { id, title: `Movie ${id}`, overview: "Changed at the provider." };
    from.serve(`/movie/${id}`, { ...body, popularity: 1, vote_count: 1, vote_average: 1 });
  }
  const { cursor } = await feed(service, "");
  const before = from.requests.length;
  lists.name("movie", today, named);
  const told = new Map<string, number>();
  let since = cursor;
  while (told.size < named.length) {
    const page = await feed(service, `?since=${since}&wait=30&kinds=movie`);
    for (const entry of page.results) told.set(entry.id, await lateness(db, entry.id));
    since = page.cursor;
  }
  await Bun.sleep(3_000);
  const asked = from.requests.slice(before).filter(({ path }) => /^\/movie\/\d+$/.test(path));
  const ids = asked.map(({ path }) => Number(path.slice(7))).toSorted((a, b) => a - b);
  check(ids.join() === named.join(), `a change list that names ${named} leads to calls for ${ids}`);
  const latest = Math.max(...told.values());
  check(
    latest <= 1,
    `the feed told of the three ${latest.toFixed(2)} s after their commit at most`,
  );
}

type Page = { results: { id: string }[]; cursor: string };
async function feed(service: Serving, query: string): Promise<Page> {
  const answer = await service.call("GET", `/api/v1/changes${query}`);
  return (await answer.json()) as Page;
}

/** Seconds since the movie was written, by the database's clock. */
async function lateness(db: TestDatabase["db"], id: string): Promise<number> {
  const uuid = id.replace("movie_", "");
  const [row] = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from clock_timestamp() - updated_at)::float8 as seconds
    from movies where id = ${uuid}::uuid`);
  return row?.seconds ?? Number.POSITIVE_INFINITY;
}

async function succeeded(db: TestDatabase["db"]): Promise<number> {
  const rows = await db.execute<{ n: number }>(sql`select count(*)::int as n from movies`);
  return rows[0]?.n ?? 0;
}

async function unfinished(service: Serving): Promise<number> {
  const answer = await service.call("GET", "/api/v1/admin/imports");
  const { results } = (await answer.json()) as { results: { pending: number; enqueued: number }[] };
  return results.reduce((sum, { pending, enqueued }) => sum + pending + enqueued, 0);
}

/** The most calls that began within any second. */
function busiest({ requests }: StandIn): number {
  const times = requests.map(({ at }) => at).toSorted((a, b) => a - b);
  let most = 0;
  for (let first = 0, last = 0; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
