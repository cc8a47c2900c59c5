import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { episodes, release_dates, seasons } from "~/db/schema";
import { rankPopular } from "~/refresh/rules";
import { uuid } from "../catalog/ids";
import { givenMovie, givenPerson, givenSeries } from "../catalog/rows";
import { testDatabase } from "../support/database";
import { dayFrom, expectAfter, givenFetch, givenMovies, planned } from "./records";

const database = await testDatabase({ max: 4 });
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(
    sql`truncate titles, people, collections, provenance, refresh_state, jobs cascade`,
  );
});

const day = 24;
const maxAge = 150 * day;
describe("the tier of a movie", () => {
  const movie = async (values: Parameters<typeof givenMovie>[2]) => {
    await givenMovie(db, 1, values);
    await givenFetch(db, { n: 1 });
    return planned(db, "movie", 1);
  };

  test.each([
    ["today", 0],
    ["90 days ago", -90],
    ["30 days ahead", 30],
  ])("N49: is current with a primary date %s", async (_, days) => {
    const { tier, after } = await movie({ status: "released", release_date: dayFrom(days) });
    expect(tier).toBe("current");
    expectAfter(after, day);
  });

  test.each(["rumored", "planned", "in_production", "post_production"] as const)(
    "N49: is current with status %s",
    async (status) => {
      expect((await movie({ status, release_date: null })).tier).toBe("current");
    },
  );

  test("N49: is current with any stored release in that time", async () => {
    await givenMovie(db, 1, { status: "released", release_date: dayFrom(-9_000) });
    await db.insert(release_dates).values({
      movie_id: uuid(1),
      region: "JP",
      position: 0,
      release_type: "digital",
      is_limited: false,
      release_date: dayFrom(-89),
    });
    await givenFetch(db, { n: 1 });
    expect((await planned(db, "movie", 1)).tier).toBe("current");
  });

  test.each([-91, -9_000])("N49: else is rest, %i days after its release", async (days) => {
    const { tier, after } = await movie({ status: "released", release_date: dayFrom(days) });
    expect(tier).toBe("rest");
    expect(after).toBeGreaterThan(0.899 * maxAge);
    expect(after).toBeLessThanOrEqual(maxAge);
  });

  test("N49: a movie of rest is due when a release comes near", async () => {
    const { tier, in: hours } = await movie({ status: "released", release_date: dayFrom(40) });
    expect(tier).toBe("rest");
    expect(hours).toBeGreaterThan(9 * day);
    expect(hours).toBeLessThanOrEqual(10 * day);
  });

  test("N49: what was fetched just before its release came near waits for the interval of current", async () => {
    await givenMovie(db, 1, { status: "released", release_date: dayFrom(31) });
    await givenFetch(db, { n: 1 });
    const { after } = await planned(db, "movie", 1);
    expectAfter(after, day);
  });
});

describe("the tier of a series and its seasons", () => {
  const season = (n: number, season_number: number, series = 1) =>
    db.insert(seasons).values({ id: uuid(n), series_id: uuid(series), season_number });
  const episode = (n: number, season_n: number, air_date: string | null) =>
    db.insert(episodes).values({
      id: uuid(n),
      series_id: uuid(1),
      season_id: uuid(season_n),
      episode_number: n,
      air_date,
    });

  test.each([
    ["returning_series", "current"],
    ["in_production", "current"],
    ["ended", "rest"],
    ["canceled", "rest"],
  ] as const)("N49: a series that is %s is %s", async (status, tier) => {
    await givenSeries(db, 1, { status });
    await givenFetch(db, { kind: "series", n: 1 });
    expect((await planned(db, "series", 1)).tier).toBe(tier);
  });

  test.each([
    [-8, "rest"],
    [-7, "airing"],
    [0, "airing"],
    [7, "airing"],
  ] as const)("N49: a season with an episode %i days from today is %s", async (days, tier) => {
    await givenSeries(db, 1);
    await season(2, 1);
    await episode(3, 2, null);
    await episode(4, 2, dayFrom(days));
    await givenFetch(db, { kind: "season", n: 2, external_id: "1:1" });
    expect((await planned(db, "season", "1:1")).tier).toBe(tier);
  });

  test("N49: a season is due when its next episode comes near", async () => {
    await givenSeries(db, 1);
    await season(2, 1);
    await episode(3, 2, dayFrom(20));
    await givenFetch(db, { kind: "season", n: 2, external_id: "1:1" });
    const { tier, in: hours } = await planned(db, "season", "1:1");
    expect(tier).toBe("rest");
    expect(Math.abs(hours - 12.5 * day)).toBeLessThanOrEqual(0.5 * day);
  });

  test("N49: the newest season airs when the series knows of an episode near, as soon as it does", async () => {
    await givenSeries(db, 1);
    await season(2, 1);
    await season(3, 2);
    await givenFetch(db, { kind: "season", n: 2, external_id: "1:1", ago: "1 d" });
    await givenFetch(db, { kind: "season", n: 3, external_id: "1:2", ago: "1 d" });
    expect((await planned(db, "season", "1:2")).tier).toBe("rest");
    const next_episode = JSON.stringify({ air_date: dayFrom(3), season_number: 2 });
    await db.execute(sql`update series set next_episode = ${next_episode}::text::jsonb`);
    await givenFetch(db, { kind: "series", n: 1 });
    const newest = await planned(db, "season", "1:2");
    expect(newest.tier).toBe("airing");
    expect(newest.in).toBeLessThan(0);
    expect((await planned(db, "season", "1:1")).tier).toBe("rest");
  });
});

describe("popular titles", () => {
  test("N49: are the 1,000 most popular of their kind and those that trend", async () => {
    await givenMovies(db, 1_003, "0 s");
    await db.execute(
      sql`update movies set popularity = 2000 - external_id from titles where titles.id = movies.id`,
    );
    await db.execute(sql`
      insert into trending_entries (kind, "window", rank, title_id) values ('movie', 'week', 1, ${uuid(1_003)})`);
    await rankPopular.act(db);
    const rest = await db.execute<{ id: string }>(
      sql`select external_id as id from refresh_state where tier = 'rest' order by external_id::int`,
    );
    expect(rest.map(({ id }) => id)).toEqual(["1001", "1002"]);
    expectAfter((await planned(db, "movie", 1)).after, 72);
    // Who comes in pushes somebody out.
    await db.execute(sql`update movies set popularity = 3000 where id = ${uuid(1_002)}`);
    await db.execute(sql`delete from trending_entries`);
    await rankPopular.act(db);
    const now = await db.execute<{ id: string }>(
      sql`select external_id as id from refresh_state where tier = 'rest' order by external_id::int`,
    );
    expect(now.map(({ id }) => id)).toEqual(["1000", "1001", "1003"]);
    await givenFetch(db, { n: 1_001 });
    expect((await planned(db, "movie", 1_001)).tier).toBe("rest");
  });
});

describe("people and collections", () => {
  test("N53: a person is fetched again at the maximum age, a collection each 30 days", async () => {
    await givenPerson(db, 1, "Ada");
    await db.execute(
      sql`insert into collections (id, external_id, name) values (${uuid(2)}, 2, 'Two')`,
    );
    await givenPerson(db, 3, "A stub");
    await givenFetch(db, { kind: "person", n: 1 });
    for (const ago of ["60 d", "30 d", "0 d"])
      await givenFetch(db, { kind: "collection", n: 2, ago });
    expect((await planned(db, "person", 1)).tier).toBe("rest");
    expectAfter((await planned(db, "collection", 2)).after, 30 * day);
    expect(await db.execute(sql`select from refresh_state`)).toHaveLength(2);
  });
});

test("N49: while there are fewer than 1,000 titles, each is popular from its first fetch on", async () => {
  await db.execute(sql`truncate popular_titles`);
  await rankPopular.act(db);
  await givenMovie(db, 1, { status: "released", release_date: dayFrom(-900), popularity: 3 });
  await givenMovie(db, 2, { status: "released", release_date: dayFrom(-900) });
  await givenFetch(db, { n: 1 });
  await givenFetch(db, { n: 2 });
  expect((await planned(db, "movie", 1)).tier).toBe("popular");
  expect((await planned(db, "movie", 2)).tier).toBe("rest");
});
