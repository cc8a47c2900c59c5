import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { GenreSummary } from "~/catalog/genres/model";
import * as schema from "~/db/schema";
import { genres } from "~/vocabulary";
import { type TestCatalog, testCatalog, walk } from "../catalog";
import { notFound, unknownIds, uuid } from "../ids";
import { givenMovie, givenSeries } from "../rows";

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
});
afterAll(() => catalog[Symbol.asyncDispose]());

const all = genres.map(({ id, name }) => ({
  id: `genre_${id.replaceAll("-", "")}`,
  kind: "genre" as const,
  name: name as string,
}));

describe("GET /genres", () => {
  test("M31 M65 M81: the fixed genres come by name on one page of 50, in one statement", async () => {
    expect(await catalog.get("/genres")).toEqual({
      status: 200,
      statements: 1,
      body: { page: 1, page_size: 50, total_results: 20, total_pages: 1, results: all },
    });
  });

  test("M67: all pages hold each genre exactly once", async () => {
    expect(await walk<GenreSummary>(catalog, "/genres", 3)).toEqual(all);
  });

  test("M65 M66: 200 fit on a page and 201 are refused; past the end the total stays", async () => {
    const past = await catalog.get("/genres?page=2&page_size=200");
    expect(past.body).toEqual({
      page: 2,
      page_size: 200,
      total_results: 20,
      total_pages: 1,
      results: [],
    });
    expect((await catalog.get("/genres?page_size=201")).status).toBe(422);
  });
});

describe("GET /genres/{id}", () => {
  const drama = all[6];

  test("M31 M105: a genre and its counts without adult titles, in one statement", async () => {
    const { db } = catalog;
    await givenMovie(db, 1);
    await givenMovie(db, 2);
    await givenMovie(db, 3, { adult: true });
    await givenSeries(db, 4);
    const genre_id = genres[6].id;
    await db
      .insert(schema.title_genres)
      .values([1, 2, 3, 4].map((n) => ({ title_id: uuid(n), genre_id, position: 0 })));
    expect(await catalog.get(`/genres/${drama?.id}`)).toEqual({
      status: 200,
      statements: 1,
      body: {
        id: "genre_01980000000070008000000000000007",
        kind: "genre",
        name: "Drama",
        movie_count: 2,
        series_count: 1,
      },
    });
  });

  test("M17: an id that is malformed, of another kind or unknown is a genre not found", async () => {
    for (const id of unknownIds("genre")) {
      expect(await catalog.get(`/genres/${id}`)).toMatchObject(notFound("genre"));
    }
  });
});
