import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as schema from "~/db/schema";
import { type TestCatalog, testCatalog } from "../catalog";
import { notFound, publicId, uuid } from "../ids";
import { givenMovie, givenSeries } from "../rows";
import { ada, ben, episodes, id, seasons } from "./tide-tables";
import { givenTideTables } from "./tide-tables-rows";

const [specials, first, second] = seasons;
const credits = {
  guest_stars: [
    { id: publicId("credit", 0x91), person: ben, character: "Pilot", order: 0 },
    { id: publicId("credit", 0x90), person: ada, character: null, order: 7 },
  ],
  crew: [{ id: publicId("credit", 0x92), person: ada, department: "Directing", job: "Director" }],
};

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
  const { db } = catalog;
  await givenTideTables(db);
  await givenSeries(db, 2);
  await givenMovie(db, 3);
  const credit = { episode_id: uuid(0x71), external_id: "g", position: 0 };
  const [adaId, benId] = [uuid(0x50), uuid(0x51)];
  await db.insert(schema.episode_credits).values([
    { ...credit, id: uuid(0x90), credit_type: "guest_star", person_id: adaId, position: 7 },
    {
      ...{ ...credit, id: uuid(0x91), credit_type: "guest_star", external_id: "h" },
      ...{ person_id: benId, character: "Pilot" },
    },
    {
      ...{ ...credit, id: uuid(0x92), credit_type: "crew", person_id: adaId },
      ...{ department: "Directing", job: "Director" },
    },
    {
      ...{ ...credit, id: uuid(0x93), credit_type: "crew", person_id: benId },
      episode_id: uuid(0x70),
    },
  ]);
});
afterAll(() => catalog[Symbol.asyncDispose]());

const answered = (body: unknown) => ({ status: 200, body, statements: 1 });

describe("seasons of a series", () => {
  test("M98: seasons stand by number, specials as 0 first", async () => {
    expect(await catalog.get(`/series/${id}/seasons`)).toEqual(answered({ results: seasons }));
  });

  test("M98: a series without seasons answers an empty list", async () => {
    const { body } = await catalog.get(`/series/${publicId("series", 2)}/seasons`);
    expect(body).toEqual({ results: [] });
  });

  test("M33, M105: a season holds its episodes by number, under its number and under its id", async () => {
    const body = { ...first, episodes };
    expect(await catalog.get(`/series/${id}/seasons/1`)).toEqual(answered(body));
    expect(await catalog.get(`/seasons/${publicId("season", 0x61)}`)).toEqual(answered(body));
  });

  test("M32: a season that is still a stub has no episodes; season 0 is a season", async () => {
    expect((await catalog.get(`/series/${id}/seasons/0`)).body).toEqual({
      ...specials,
      episodes: [],
    });
    expect((await catalog.get(`/series/${id}/seasons/2`)).body).toEqual({
      ...second,
      episodes: [],
    });
    const { body } = await catalog.get(`/series/${id}/seasons/2/episodes`);
    expect(body).toEqual({ results: [] });
  });

  const noSeason = ["3", "-1", "01", "1.0", "1e0", "x", "%201", "9999999999", "2147483648"];
  test.each(noSeason)("M17, M105: season %s is season_not_found", async (number) => {
    for (const rest of ["", "/episodes", "/episodes/1"]) {
      const { status, body } = await catalog.get(`/series/${id}/seasons/${number}${rest}`);
      expect({ status, body }).toEqual(notFound("season"));
    }
  });

  test("M105: seasons of an unknown series are series_not_found, whatever the numbers", async () => {
    const ids = [publicId("series", 9), publicId("series", 3), publicId("movie", 3), "1399"];
    const parts = ["", "/1", "/x", "/1/episodes", "/1/episodes/1", "/x/episodes/x"];
    for (const path of ids.flatMap((one) => parts.map((part) => `/series/${one}/seasons${part}`))) {
      const { status, body } = await catalog.get(path);
      expect({ status, body }).toEqual(notFound("series"));
    }
  });

  test("M17: an id that names no season is 404", async () => {
    for (const unknown of [publicId("season", 9), publicId("episode", 0x61), "1"]) {
      const { status, body } = await catalog.get(`/seasons/${unknown}`);
      expect({ status, body }).toEqual(notFound("season"));
    }
  });
});

describe("episodes of a season", () => {
  test("M33, M105: the episodes of a season stand by number", async () => {
    const answer = await catalog.get(`/series/${id}/seasons/1/episodes`);
    expect(answer).toEqual(answered({ results: episodes }));
  });

  test("M33, M104, M105: one episode adds its guests and crew, under its number and under its id", async () => {
    const body = { ...episodes[0], ...credits };
    expect(await catalog.get(`/series/${id}/seasons/1/episodes/1`)).toEqual(answered(body));
    expect(await catalog.get(`/episodes/${publicId("episode", 0x71)}`)).toEqual(answered(body));
  });

  test.each(["3", "0", "-1", "01", "x", "9999999999"])(
    "M17, M105: episode %s is episode_not_found",
    async (number) => {
      const { status, body } = await catalog.get(`/series/${id}/seasons/1/episodes/${number}`);
      expect({ status, body }).toEqual(notFound("episode"));
    },
  );

  test("M17: an id that names no episode is 404", async () => {
    for (const unknown of [publicId("episode", 9), publicId("season", 0x71), "1"]) {
      const { status, body } = await catalog.get(`/episodes/${unknown}`);
      expect({ status, body }).toEqual(notFound("episode"));
    }
  });
});
