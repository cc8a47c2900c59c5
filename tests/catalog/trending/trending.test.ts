import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as schema from "~/db/schema";
import { refusal, type TestCatalog, testCatalog } from "../catalog";
import { uuid } from "../ids";
import { givenMovie, givenSeries } from "../rows";
import { movieSummary, seriesSummary } from "../summaries";

let catalog: TestCatalog;
const refreshed_at = "2026-11-21T06:00:04.120Z";
beforeAll(async () => {
  catalog = await testCatalog();
  const { db } = catalog;
  for (const n of [1, 2, 3]) await givenMovie(db, n);
  await givenMovie(db, 4, { adult: true, popularity: 99 });
  for (const n of [11, 12]) await givenSeries(db, n);
  await db.insert(schema.trending_lists).values([
    { kind: "movie", window: "day", refreshed_at },
    { kind: "movie", window: "week", refreshed_at: "2026-11-20T18:00:00Z" },
    { kind: "series", window: "week", refreshed_at },
  ]);
  const list = (kind: "movie" | "series", window: "day" | "week", titles: number[]) =>
    titles.map((n, i) => ({ kind, window, rank: i + 1, title_id: uuid(n) }));
  await db
    .insert(schema.trending_entries)
    .values([
      ...list("movie", "day", [3, 4, 1]),
      ...list("movie", "week", [2]),
      ...list("series", "week", [12, 11]),
    ]);
});
afterAll(() => catalog[Symbol.asyncDispose]());

describe("GET /movies/trending", () => {
  const about = { window: "day", refreshed_at, source: "tmdb" };

  test("M43 M86 M90 X9: the day's ranking as the provider has it; a hidden title leaves a gap", async () => {
    expect(await catalog.get("/movies/trending")).toEqual({
      status: 200,
      statements: 1,
      ignored: undefined,
      body: {
        page: 1,
        page_size: 20,
        total_results: 2,
        total_pages: 1,
        ...about,
        results: [
          { ...movieSummary(3), rank: 1 },
          { ...movieSummary(1), rank: 3 },
        ],
      },
    });
  });

  test("M90: adult titles take their place when asked for", async () => {
    const { body } = await catalog.get("/movies/trending?include_adult=true&page_size=2&page=1");
    expect(body).toMatchObject({
      total_results: 3,
      total_pages: 2,
      results: [{ rank: 1 }, { rank: 2, adult: true }],
    });
  });

  test("M66: a page past the end keeps the totals and what is said of the list", async () => {
    const { body } = await catalog.get("/movies/trending?page=9");
    expect(body).toEqual({
      page: 9,
      page_size: 20,
      total_results: 2,
      total_pages: 1,
      ...about,
      results: [],
    });
  });

  test("M87: the week has a ranking and a moment of its own", async () => {
    const { body } = await catalog.get("/movies/trending?window=week");
    expect(body).toMatchObject({
      window: "week",
      refreshed_at: "2026-11-20T18:00:00.000Z",
      results: [{ ...movieSummary(2), rank: 1 }],
    });
  });
});

describe("GET /series/trending", () => {
  test("M87 X9: the series of the week by rank", async () => {
    const { body } = await catalog.get("/series/trending?window=week");
    expect(body).toMatchObject({
      total_results: 2,
      refreshed_at,
      results: [
        { ...seriesSummary(12), rank: 1 },
        { ...seriesSummary(11), rank: 2 },
      ],
    });
  });

  test("M87: a list never refreshed is empty and says so", async () => {
    expect(await catalog.get("/series/trending")).toMatchObject({
      status: 200,
      body: {
        page: 1,
        page_size: 20,
        total_results: 0,
        total_pages: 0,
        window: "day",
        refreshed_at: null,
        source: "tmdb",
        results: [],
      },
    });
  });
});

test("M87 M149 B87 B88 B89: another window is refused without a statement", async () => {
  for (const kind of ["movies", "series"]) {
    for (const query of ["window=month", "window=DAY%20", "window=DAY", "window=day&window=week"]) {
      expect(await refusal(catalog, `/${kind}/trending?${query}`)).toEqual({
        status: 422,
        code: "invalid_filter",
        fields: ["window"],
        statements: 0,
      });
    }
  }
});
