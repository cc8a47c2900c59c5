import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { openDatabase } from "~/db/client";
import { enqueue } from "~/jobs/queue";
import { startPlanner } from "~/refresh/planner";
import { refreshSteps } from "~/refresh/steps";
import { jobPriorities } from "~/vocabulary";
import { ingestion } from "../ingest/support";
import { eventually, memoryLog } from "../jobs/observation";
import { claimed } from "../jobs/records";
import { changeLists } from "../support/change-lists";
import { testDatabase } from "../support/database";
import { serveMany } from "../support/many-records";
import { fetches, pass, rounds, settings } from "./planning";
import { dayFrom, givenMovies, listsRead, sleep } from "./records";

setDefaultTimeout(60_000);

const once = (...ids: number[]) => Object.fromEntries(ids.map((id) => [`/movie/${id}`, 1]));

describe("what the planner has fetched", () => {
  test("N58, N51: of 1,000 records exactly the three that the list of changes names", async () => {
    await using pipeline = await ingestion();
    const { db, provider } = pipeline;
    serveMany(provider, "movie", { upTo: 1_000 });
    changeLists(provider).name("movie", dayFrom(0), [7, 8, 8, null, { unknown: 2_000 }, 9]);
    await givenMovies(db, 1_000, "1 h");
    await rounds(pipeline);
    expect(fetches(pipeline)).toEqual(once(7, 8, 9));
    // The next reading names them again for the same day.
    await sleep(db, "1 h");
    await rounds(pipeline);
    expect(fetches(pipeline)).toEqual(once(7, 8, 9));
  });

  test("N51: what a list of changes names is fetched once, whatever the dates that the provider looks at", async () => {
    await using pipeline = await ingestion();
    const { db, provider } = pipeline;
    serveMany(provider, "movie", { upTo: 10 });
    for (const kind of ["movie", "tv", "person"]) {
      const results = kind === "movie" ? [{ id: 3, adult: null }] : [];
      provider.serve(`/${kind}/changes`, { results, page: 1, total_pages: 1, total_results: 1 });
    }
    await givenMovies(db, 10, "5 d");
    await rounds(pipeline);
    expect(fetches(pipeline)).toEqual(once(3));
  });

  test("N58: after ten days of sleep what is due is fetched once, also if the lists name it", async () => {
    await using pipeline = await ingestion({ loops: 4 });
    const { db, provider } = pipeline;
    serveMany(provider, "movie", { upTo: 60 });
    const lists = changeLists(provider);
    await givenMovies(db, 60, "0 s");
    await rounds(pipeline, 2);
    await sleep(db, "10 d");
    // Half of them are due by age; what the lists name is among both halves.
    await db.execute(sql`
      update refresh_state set next_refresh_at = now() - interval '9 d' where external_id::int > 30`);
    for (let day = -10; day <= 0; day += 1) lists.name("movie", dayFrom(day), [10, 20, 30, 40, 50]);
    await rounds(pipeline, 8);
    const due = Array.from({ length: 30 }, (_, index) => index + 31);
    expect(fetches(pipeline)).toEqual(once(10, 20, 30, ...due));
  });

  test("N58, N47: two replicas have each fetched once", async () => {
    await using pipeline = await ingestion({ loops: 4 });
    const { db, provider } = pipeline;
    serveMany(provider, "movie", { upTo: 100 });
    await givenMovies(db, 100, "200 d");
    await listsRead(db);
    const { log, lines } = memoryLog();
    const replicas = [1, 2].map(() => openDatabase(pipeline.database.address, { max: 2 }));
    const planners = replicas.map(({ db: own }) =>
      startPlanner({ db: own, log, steps: refreshSteps(settings()), every_ms: 20 }),
    );
    await eventually(async () => {
      expect(Object.keys(fetches(pipeline))).toHaveLength(100);
    }, 40_000);
    await Promise.all(planners.map(({ stop }) => stop()));
    await pipeline.drain();
    await Promise.all(replicas.map(({ close }) => close()));
    expect(Object.values(fetches(pipeline)).every((count) => count === 1)).toBe(true);
    expect(lines()).toEqual([]);
  });
});

describe.concurrent("the jobs that the planner requests", () => {
  test("N47: a record whose job waits or runs is left to it", async () => {
    await using database = await testDatabase();
    const { db } = database;
    await givenMovies(db, 3, "200 d");
    await listsRead(db);
    await enqueue(db, { kind: "movie", external_id: "1" });
    await claimed(db);
    await enqueue(db, { kind: "movie", external_id: "2" });
    await db.execute(sql`
      update jobs set next_attempt_at = now() + interval '1 h' where status = 'queued'`);
    await pass(db);
    const jobs = await db.execute(sql`
      select external_id, status, priority, next_params, next_attempt_at > now() as waits
      from jobs order by external_id`);
    expect([...jobs]).toEqual([
      { external_id: "1", status: "running", priority: 0, next_params: null, waits: null },
      { external_id: "2", status: "queued", priority: 0, next_params: null, waits: true },
      { external_id: "3", status: "queued", priority: 10, next_params: null, waits: false },
    ]);
    expect(await pass(db)).toEqual([]);
  });

  test("N48: a job that waits for an import is taken over", async () => {
    await using database = await testDatabase();
    const { db } = database;
    await givenMovies(db, 1, "200 d");
    await listsRead(db);
    await enqueue(db, { kind: "movie", external_id: "1", priority: jobPriorities.import });
    await pass(db);
    expect((await claimed(db)).priority).toBe(jobPriorities.planner);
  });

  test("N58, N48: an operator's job starts before any of 200 planned ones that has not started", async () => {
    await using database = await testDatabase();
    const { db } = database;
    await givenMovies(db, 250, "200 d");
    await listsRead(db);
    for (let round = 0; round < 12; round += 1) await pass(db);
    const waiting = await db.execute(
      sql`select from jobs where priority = ${jobPriorities.planner}`,
    );
    expect(waiting).toHaveLength(200);
    await enqueue(db, { kind: "movie", external_id: "9000" });
    expect((await claimed(db)).external_id).toBe("9000");
    expect((await claimed(db)).priority).toBe(jobPriorities.planner);
  });

  test("N48: higher tiers go first, and some of those that have waited longest", async () => {
    await using database = await testDatabase();
    const { db } = database;
    await givenMovies(db, 40, "200 d");
    await listsRead(db);
    await db.execute(sql`
      update refresh_state set tier = 'airing', next_refresh_at = now() - interval '1 s'
      where external_id::int > 20`);
    await pass(db, { PROVIDER_RPS: "24" });
    const jobs = await db.execute<{ n: number }>(sql`select external_id::int as n from jobs`);
    expect(jobs).toHaveLength(8);
    expect(jobs.filter(({ n }) => n > 20)).toHaveLength(6);
  });

  test("N47, N94: with REFRESH=off, or without a token, no record is planned", () => {
    expect(refreshSteps(settings({ REFRESH: "off" }))).toEqual([]);
    expect(refreshSteps(settings({ TMDB_API_TOKEN: "" }))).toEqual([]);
    expect(refreshSteps(settings({ SERVICE_PROVIDER: "fixture" }))).toEqual([]);
    expect(refreshSteps(settings())).not.toEqual([]);
  });

  test("N57: an idle pass is one statement", async () => {
    await using database = await testDatabase();
    const { db } = database;
    await pass(db);
    let statements = 0;
    const counting = new Proxy(db, {
      get: (target, property) => {
        if (property === "execute" || property === "transaction") statements += 1;
        return Reflect.get(target, property);
      },
    });
    expect(await pass(counting)).toEqual([]);
    expect(statements).toBe(1);
  });
});
