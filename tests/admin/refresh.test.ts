import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { collections, episodes, seasons } from "~/db/schema";
import { publicId, uuid } from "../catalog/ids";
import { givenMovie, givenPerson, givenSeries } from "../catalog/rows";
import { givenFetch, givenMovies, listsRead } from "../refresh/records";
import { type TestService, testService } from "../support/service";

let service: TestService;
beforeAll(async () => {
  service = await testService({ settings: { TMDB_API_TOKEN: "token" } });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await service.db.execute(sql`
    truncate titles, people, collections, provenance, refresh_state, planned_calls cascade`);
});

const none = { records: 0, due: 0, oldest_due_at: null };
const tiersOf = (counts: Record<string, object>) => [
  { tier: "airing", interval_hours: 6, ...none, ...counts.airing },
  { tier: "current", interval_hours: 24, ...none, ...counts.current },
  { tier: "popular", interval_hours: 72, ...none, ...counts.popular },
  { tier: "rest", interval_hours: 3_600, ...none, ...counts.rest },
];
const makeDue = (body: object) => service.operator.post("/refresh", body);
const dueRecords = async () => {
  const rows = await service.db.execute<{ key: string }>(sql`
    select kind || ' ' || external_id as key from refresh_state where next_refresh_at <= now() order by 1`);
  return rows.map(({ key }) => key);
};

describe("GET /admin/refresh", () => {
  test("N54: tells of an empty catalog whose lists were never read", async () => {
    const unread = { through_day: null, read_at: null, named: 0, enqueued: 0 };

    expect(await service.operator.get("/refresh")).toMatchObject({
      status: 200,
      body: {
        enabled: true,
        tiers: tiersOf({}),
        change_lists: ["movie", "series", "person"].map((kind) => ({ kind, ...unread })),
        calls_last_hour: 0,
        budget_per_hour: 36_000,
      },
    });
  });

  test("N54: counts records and due ones by tier, calls of an hour, and what the lists named", async () => {
    const { db } = service;
    await givenMovies(db, 3, "1 h");
    await givenMovie(db, 9, { status: "planned" });
    await givenFetch(db, { n: 9, ago: "9 d" });
    await listsRead(db);
    await db.execute(sql`
      update refresh_state set next_refresh_at = '2026-11-20T06:00:04.120Z' where external_id = '9'`);
    await db.execute(sql`update change_lists set named = 5, enqueued = 2 where kind = 'movie'`);
    await db.execute(sql`
      insert into planned_calls (second, calls) values (now() - interval '59 min', 4), (now(), 3),
        (now() - interval '61 min', 100)`);

    const { body } = await service.operator.get("/refresh");

    expect(body).toMatchObject({
      tiers: tiersOf({
        current: { records: 1, due: 1, oldest_due_at: "2026-11-20T06:00:04.120Z" },
        rest: { records: 3 },
      }),
      calls_last_hour: 7,
    });
    const [list] = (body as { change_lists: object[] }).change_lists;
    expect(list).toEqual({
      kind: "movie",
      through_day: new Date().toISOString().slice(0, 10),
      read_at: expect.stringMatching(/Z$/),
      named: 5,
      enqueued: 2,
    });
  });

  test.each([
    [{ TMDB_API_TOKEN: "" }, "without a token"],
    [{ TMDB_API_TOKEN: "token", REFRESH: "off" }, "with REFRESH=off"],
  ])("N54, N47: says that nothing is refreshed %p", async (settings) => {
    await using other = await testService({ settings, database: service });
    expect((await other.operator.get("/refresh")).body).toMatchObject({ enabled: false });
  });
});

describe("POST /admin/refresh", () => {
  beforeEach(async () => {
    const { db } = service;
    await givenMovie(db, 1);
    await givenMovie(db, 2, { status: "planned" });
    await givenSeries(db, 3);
    await db.insert(seasons).values({ id: uuid(4), series_id: uuid(3), season_number: 1 });
    await db
      .insert(episodes)
      .values({ id: uuid(5), series_id: uuid(3), season_id: uuid(4), episode_number: 1 });
    await givenPerson(db, 6, "Ada");
    await db.insert(collections).values({ id: uuid(7), external_id: 7, name: "Seven" });
    await givenFetch(db, { n: 1 });
    await givenFetch(db, { n: 2 });
    await givenFetch(db, { kind: "series", n: 3 });
    await givenFetch(db, { kind: "season", n: 4, external_id: "3:1" });
    await givenFetch(db, { kind: "collection", n: 7 });
  });

  test.each([
    [{}, ["collection 7", "movie 1", "movie 2", "season 3:1", "series 3"]],
    [{ kinds: ["movie"] }, ["movie 1", "movie 2"]],
    [{ kinds: ["series", "season"] }, ["season 3:1", "series 3"]],
    [{ tier: "current" }, ["movie 2"]],
    [{ kinds: ["movie"], tier: "rest" }, ["movie 1"]],
    [{ tier: "airing" }, []],
    [{ refs: [publicId("movie", 1), "series/tmdb:3", "movie/tmdb:404"] }, ["movie 1", "series 3"]],
    [{ refs: [publicId("episode", 5), publicId("season", 4)] }, ["season 3:1"]],
    [{ refs: [publicId("collection", 7), publicId("person", 6)] }, ["collection 7"]],
    [{ refs: [publicId("movie", 1), "series/tmdb:3"], kinds: ["series"] }, ["series 3"]],
  ])(
    "N54: %j makes due what matches, and what is known from others only does not",
    async (body, due) => {
      expect(await makeDue(body)).toMatchObject({ status: 202, body: { due: due.length } });
      expect(await dueRecords()).toEqual(due);
      expect(await makeDue(body)).toMatchObject({ body: { due: due.length } });
    },
  );

  test.each([
    [{ tier: "x" }, "tier"],
    [{ kinds: ["user"] }, "kinds.0"],
    [{ kinds: [] }, "kinds"],
    [{ refs: Array.from({ length: 501 }, () => "movie/tmdb:1") }, "refs"],
    [{ refs: [] }, "refs"],
    [{ refs: ["movie/tmdb:1", "tmdb:1"] }, "refs.1"],
    [{ since: 1 }, "since"],
  ])("N54: refuses what is wrong, names it, and makes nothing due", async (body, field) => {
    const { status, body: answer } = await makeDue(body);
    expect(status).toBe(422);
    expect(answer).toMatchObject({ error: { code: "validation_error", details: [{ field }] } });
    expect(await dueRecords()).toEqual([]);
  });

  test("N54: without a body every record is due", async () => {
    expect(await service.operator.post("/refresh")).toMatchObject({
      status: 202,
      body: { due: 5 },
    });
  });

  test("N54: both need the operator token", async () => {
    expect((await service.get("/admin/refresh")).status).toBe(401);
    expect((await service.post("/admin/refresh", {})).status).toBe(401);
  });
});
