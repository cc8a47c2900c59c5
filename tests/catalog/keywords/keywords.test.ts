import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Keyword } from "~/catalog/keywords/model";
import * as schema from "~/db/schema";
import { type Page, type TestCatalog, testCatalog, walk } from "../catalog";
import { notFound, publicId, unknownIds, uuid } from "../ids";
import { givenMovie, givenSeries } from "../rows";

const names = [
  "space station",
  "Outer Space",
  "élan",
  "elan",
  "100% true",
  "100 years",
  "time travel",
  "time_loop",
  "timer",
];
const alphabet = [
  "100 years",
  "100% true",
  "elan",
  "élan",
  "Outer Space",
  "space station",
  "time travel",
  "time_loop",
  "timer",
];
const byName = (some: string[]) => alphabet.filter((name) => some.includes(name));

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
  const { db } = catalog;
  await db
    .insert(schema.keywords)
    .values(names.map((name, n) => ({ id: uuid(n + 1), external_id: n, name })));
  await givenMovie(db, 101);
  await givenMovie(db, 102, { adult: true });
  await givenSeries(db, 103);
  await givenSeries(db, 104);
  await db
    .insert(schema.title_keywords)
    .values([101, 102, 103, 104].map((n) => ({ title_id: uuid(n), keyword_id: uuid(1) })));
});
afterAll(() => catalog[Symbol.asyncDispose]());

const spaceStation: Keyword = {
  id: publicId("keyword", 1),
  kind: "keyword",
  name: "space station",
  movie_count: 1,
  series_count: 2,
};

describe("GET /keywords", () => {
  const find = async (query: string) => {
    const path = `/keywords?query=${encodeURIComponent(query)}`;
    const { body, statements } = await catalog.get<Page<Keyword>>(path);
    expect({ statements, total: body.total_results }).toEqual({
      statements: 1,
      total: body.results.length,
    });
    return body.results.map(({ name }) => name).sort();
  };

  test("M65 M82: keywords come by name on one page of 50, in one statement", async () => {
    const { body, statements } = await catalog.get<Page<Keyword>>("/keywords");
    const { results, ...envelope } = body;
    expect({ ...envelope, statements, names: results.map(({ name }) => name).sort() }).toEqual({
      statements: 1,
      page: 1,
      page_size: 50,
      total_results: names.length,
      total_pages: 1,
      names: [...names].sort(),
    });
  });

  test("M67: all pages hold each keyword exactly once, whatever their size", async () => {
    const whole = await walk<Keyword>(catalog, "/keywords", 200);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(names.length);
    for (const page_size of [1, 4])
      expect(await walk<Keyword>(catalog, "/keywords", page_size)).toEqual(whole);
    expect(whole.map(({ name }) => name).filter((name) => /lan|pace/.test(name))).toEqual(
      byName(["elan", "élan", "Outer Space", "space station"]),
    );
  });

  test("M38: an item tells how many movies and series have it, adult ones left out", async () => {
    const { body } = await catalog.get<Page<Keyword>>("/keywords?query=space%20sta");
    expect(body.results).toContainEqual(spaceStation);
  });

  test("M82: query finds by prefix in either case, by a word inside and past a slip", async () => {
    expect(await find("TIME")).toEqual(["time travel", "time_loop", "timer"]);
    expect(await find("space")).toEqual(["Outer Space", "space station"]);
    expect(await find("spase station")).toEqual(["space station"]);
    expect(await find("  timer ")).toContain("timer");
    expect(await find("zzz")).toEqual([]);
  });

  test("M82: signs of patterns stand for themselves", async () => {
    expect(await find("100%")).toContain("100% true");
    for (const signs of ["%", "_", "\\", "'", '"', "\\%", "(", "x".repeat(200)])
      expect(await find(signs)).toEqual([]);
  });

  test("M82: a blank or overlong query is refused without a statement", async () => {
    for (const query of ["%20%20", "x".repeat(201)]) {
      const { status, statements, body } = await catalog.get<{ error: object }>(
        `/keywords?query=${query}`,
      );
      expect({ status, statements, error: body.error }).toMatchObject({
        status: 422,
        statements: 0,
        error: {
          code: "validation_error",
          details: [
            {
              in: "query",
              field: "query",
              message: "must be 1 to 200 characters, not all of them spaces",
            },
          ],
        },
      });
    }
  });

  test("M66: a page past the end is empty and keeps the total", async () => {
    expect((await catalog.get("/keywords?page=2")).body).toEqual({
      page: 2,
      page_size: 50,
      total_results: names.length,
      total_pages: 1,
      results: [],
    });
  });
});

describe("GET /keywords/{id}", () => {
  test("M38 M105: a keyword and its counts, in one statement", async () => {
    expect(await catalog.get(`/keywords/${publicId("keyword", 1)}`)).toEqual({
      status: 200,
      statements: 1,
      body: spaceStation,
    });
  });

  test("M17: an id that is malformed, of another kind or unknown is a keyword not found", async () => {
    for (const id of unknownIds("keyword")) {
      expect(await catalog.get(`/keywords/${id}`)).toMatchObject(notFound("keyword"));
    }
  });
});
