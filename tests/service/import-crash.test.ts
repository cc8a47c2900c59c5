import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { list } from "../imports/catalog";
import { eventually } from "../jobs/observation";
import { makeDue } from "../jobs/records";
import { testDatabase } from "../support/database";
import { serveMany } from "../support/many-records";
import { type StandIn, standIn } from "../support/provider";
import { adminToken, databaseEnv, providerEnv, type Serving, serving } from "./program";

setDefaultTimeout(120_000);

const IDS = 400;
const RPS = 100;
const WORKERS = 4;

type Import = { id: string; succeeded: number; failed: number; status: string };

async function upload(service: Serving): Promise<string> {
  const headers = { authorization: `Bearer ${adminToken}`, "content-type": "text/plain" };
  const init = { method: "POST", headers, body: list(IDS) };
  const response = await fetch(`${service.url}/api/v1/admin/imports`, init);
  expect(response.status).toBe(202);
  return ((await response.json()) as Import).id;
}

const stateOf = async (service: Serving, id: string): Promise<Import> =>
  (await (await service.call("GET", `/api/v1/admin/imports/${id}`)).json()) as Import;

/** What 30 s and the sweep do for the jobs of a process that is gone, without waiting for them. */
async function endLeases(db: Db): Promise<void> {
  await eventually(async () => {
    const sessions = await db.execute(sql`
      select from pg_stat_activity
      where datname = current_database() and application_name like 'media-catalog %'`);
    expect(sessions).toHaveLength(0);
  });
  await db.execute(sql`update jobs set lease_until = now() where status = 'running'`);
}

/** The most calls that reached the provider within one second. */
function busiest({ requests }: StandIn): number {
  const times = requests.map(({ at }) => at).toSorted((a, b) => a - b);
  const within = (at: number) => times.filter((time) => time >= at && time < at + 1_000).length;
  return Math.max(...times.map(within));
}

/** How many jobs were claimed between the request for a job and its own start. */
async function startedBefore(db: Db, external_id: number): Promise<number> {
  const [row] = await db.execute<{ jobs: number }>(sql`
    select count(*)::int as jobs from jobs, jobs asked
    where asked.external_id = ${String(external_id)}
      and jobs.started_at > asked.created_at and jobs.started_at < asked.started_at`);
  return row?.jobs ?? 0;
}

describe("an import while the service is killed twice", () => {
  test("N97, N94: every id ends, none twice, within the pace, and an operator's job starts next", async () => {
    await using provider = standIn();
    serveMany(provider, "movie", { upTo: IDS + 1 });
    await using database = await testDatabase();
    const { db } = database;
    const settings = {
      ...databaseEnv(database),
      ...providerEnv(provider),
      PROVIDER_RPS: String(RPS),
      WORKER_CONCURRENCY: String(WORKERS),
      RATE_LIMIT_ADMIN: "0",
    };
    let id = "";
    for (const part of [0.2, 0.4]) {
      await using service = await serving(settings);
      id ||= await upload(service);
      await eventually(async () => expect(provider.calls()).toBeGreaterThan(IDS * part), 30_000);
      service.process.kill("SIGKILL");
      await service.exited;
      await endLeases(db);
    }
    await using service = await serving(settings);
    await eventually(async () => expect(provider.calls()).toBeGreaterThan(IDS * 0.5), 30_000);
    await service.call("POST", "/api/v1/admin/ingest/movie", { external_id: IDS + 1 });
    await eventually(async () => {
      await makeDue(db);
      await Bun.sleep(100);
      expect(await stateOf(service, id)).toMatchObject({ status: "finished", succeeded: IDS });
    }, 60_000);

    expect(await startedBefore(db, IDS + 1)).toBeLessThanOrEqual(WORKERS);
    const [movies] = await db.execute(sql`select count(*)::int as movies from movies`);
    expect(movies).toEqual({ movies: IDS + 1 });
    const runs = await db.execute(sql`select distinct run, status from jobs where kind = 'movie'`);
    expect([...runs]).toEqual([{ run: 1, status: "succeeded" }]);
    const calls = Map.groupBy(provider.requests, ({ path }) => path);
    const again = [...calls].filter(([path, all]) => path.startsWith("/movie/") && all.length > 1);
    // Only what ran when the service was killed is fetched anew.
    expect(again.length).toBeLessThanOrEqual(2 * WORKERS);
    expect(busiest(provider)).toBeLessThanOrEqual(RPS + WORKERS);
  });
});
