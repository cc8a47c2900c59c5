import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { groupsOf } from "~/changes/groups";
import * as schema from "~/db/schema";
import { changeGroups } from "~/vocabulary";
import { hotService } from "../../http/hot-answers/hot-service";
import { type TestCatalog, testCatalog } from "../catalog";
import { moment, publicId, stamps, uuid } from "../ids";
import { givenFetched, givenMovie, givenPerson, givenSeries } from "../rows";

const created = "2026-11-01T00:00:00.000Z";
const changed = "2026-11-19T00:00:00.000Z";
const due = "2026-12-01T00:00:00.000Z";

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
  const { db } = catalog;
  await givenMovie(db, 603);
  await givenFetched(db, "movie", 603);
  await givenSeries(db, 1399);
  await givenPerson(db, 7, "Stub");
  await db
    .insert(schema.seasons)
    .values({ id: uuid(21), series_id: uuid(1399), season_number: 2, ...stamps });
  await db.insert(schema.episodes).values({
    id: uuid(31),
    series_id: uuid(1399),
    season_id: uuid(21),
    episode_number: 1,
    ...stamps,
  });
  await db.insert(schema.collections).values({ id: uuid(41), external_id: 41, name: "Stub" });
  await db.insert(schema.provenance).values({
    kind: "season",
    external_id: "1399:2",
    entity_id: uuid(21),
    endpoint: "/tv/1399/season/2",
    payload_hash: "2",
    reading: 1,
    fetched_at: moment,
    job_id: uuid(1),
    run: 1,
    missing_at: changed,
  });
  // Whatever was planned when the fetches were recorded.
  await db.delete(schema.refresh_state);
  await db.insert(schema.refresh_state).values({
    kind: "season",
    external_id: "1399:2",
    tier: "airing",
    next_refresh_at: due,
    last_fetched_at: moment,
  });
  const { release_dates } = Object.fromEntries(changeGroups.map((group, i) => [group, i]));
  const sparse = <T>(value: T) =>
    Array.from({ length: (release_dates ?? 0) + 1 }, (_, i) =>
      i === release_dates ? value : null,
    );
  await db.insert(schema.changes).values([
    {
      kind: "movie",
      entity_id: uuid(603),
      sequence: 90,
      created_sequence: 5,
      state: "live",
      changed_at: changed,
      created_at: created,
      groups: sparse(90) as number[],
      group_times: sparse(changed) as string[],
    },
    {
      kind: "episode",
      entity_id: uuid(31),
      sequence: 6,
      created_sequence: 6,
      state: "live",
      changed_at: created,
      created_at: created,
      groups: [],
      group_times: [],
    },
  ]);
});
afterAll(() => catalog[Symbol.asyncDispose]());

const allOf = (kind: keyof typeof groupsOf, value: unknown) =>
  Object.fromEntries(groupsOf[kind].map((group) => [group, value]));
const nothing = {
  source: null,
  external_id: null,
  endpoint: null,
  payload_hash: null,
  last_fetched_at: null,
  next_refresh_at: null,
  tier: null,
  missing_since: null,
};

describe("GET /{kinds}/{id}/provenance", () => {
  test("N70: where the data came from, and the latest change of every group, in one statement", async () => {
    const path = `/movies/${publicId("movie", 603)}/provenance`;
    expect(await catalog.get(path)).toMatchObject({
      status: 200,
      statements: 1,
      body: {
        id: publicId("movie", 603),
        source: "tmdb",
        external_id: "603",
        endpoint: "/movie/603",
        payload_hash: "0",
        last_fetched_at: moment,
        next_refresh_at: null,
        tier: null,
        missing_since: null,
        groups: {
          ...allOf("movie", { sequence: 5, changed_at: created }),
          release_dates: { sequence: 90, changed_at: changed },
        },
      },
    });
  });

  test("N55 N70: a season has a fetch of its own with its plan, an episode that of its season", async () => {
    const fetched = {
      source: "tmdb",
      external_id: "1399:2",
      endpoint: "/tv/1399/season/2",
      payload_hash: "2",
      last_fetched_at: moment,
      next_refresh_at: due,
      tier: "airing",
      missing_since: changed,
    };
    const season = await catalog.get(`/seasons/${publicId("season", 21)}/provenance`);
    expect(season.body).toEqual({
      id: publicId("season", 21),
      ...fetched,
      groups: allOf("season", null),
    });
    const episode = await catalog.get(`/episodes/${publicId("episode", 31)}/provenance`);
    expect(episode.body).toEqual({
      id: publicId("episode", 31),
      ...fetched,
      groups: allOf("episode", { sequence: 6, changed_at: created }),
    });
  });

  test("N70: what was never fetched itself has nulls", async () => {
    const stubs = [
      ["series", "series", 1399],
      ["people", "person", 7],
      ["collections", "collection", 41],
    ] as const;
    for (const [path, kind, n] of stubs) {
      const { body, statements } = await catalog.get(`/${path}/${publicId(kind, n)}/provenance`);
      const groups = allOf(kind, null);
      expect({ body, statements }).toEqual({
        body: { id: publicId(kind, n), ...nothing, groups },
        statements: 1,
      });
    }
  });

  test("N70: an id that is malformed, of another kind or unknown is 404", async () => {
    for (const [path, kind] of [
      ["movies", "movie"],
      ["series", "series"],
      ["seasons", "season"],
      ["episodes", "episode"],
      ["people", "person"],
      ["collections", "collection"],
    ] as const) {
      for (const id of [publicId(kind, 999), publicId("company", 603), uuid(603), "603", "%20"]) {
        const { status, body } = await catalog.get(`/${path}/${id}/provenance`);
        expect([status, body]).toMatchObject([404, { error: { code: `${kind}_not_found` } }]);
      }
    }
  });

  test("N55: a fetch that changed nothing shows at once", async () => {
    const path = `/movies/${publicId("movie", 603)}/provenance`;
    await catalog.db.execute(sql`update provenance set fetched_at = ${due} where kind = 'movie'`);
    expect((await catalog.get(path)).body).toMatchObject({ last_fetched_at: due });
  });
});

test("N55: an answer is computed anew also where others are kept", async () => {
  await using service = await hotService();
  const id = await service.addMovie("Harbor Light");
  const path = `/movies/${id}/provenance`;
  const before = await service.get(path);
  await service.db.execute(sql`
    insert into refresh_state (kind, external_id, tier, next_refresh_at) values ('movie', '603', 'rest', ${due})`);
  expect([before.body, (await service.get(path)).body]).toMatchObject([
    { tier: null, next_refresh_at: null },
    { tier: "rest", next_refresh_at: due },
  ]);
  expect(service.hot.entries).toBe(0);
});
