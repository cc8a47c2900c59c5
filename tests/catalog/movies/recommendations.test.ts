import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "elysia";
import type { MoviePage } from "~/catalog/titles/pages";
import * as schema from "~/db/schema";
import { type TestCatalog, testCatalog } from "../catalog";
import { moment, notFound, publicId, uuid } from "../ids";
import { givenMovie, givenSeries } from "../rows";

type Page = Static<typeof MoviePage>;

describe("GET /movies/{id}/recommendations", () => {
  let catalog: TestCatalog;
  const path = `/movies/${publicId("movie", 1)}/recommendations`;

  beforeAll(async () => {
    catalog = await testCatalog();
    const { db } = catalog;
    for (const n of [1, 2, 3, 4]) await givenMovie(db, n);
    await givenMovie(db, 5, { adult: true });
    await givenSeries(db, 6);
    const ranked = [77, 4, 5, 2, 6, 4, 3];
    await db
      .insert(schema.recommendations)
      .values(
        ranked.map((external_id, position) => ({ title_id: uuid(1), position, external_id })),
      );
  });
  afterAll(() => catalog[Symbol.asyncDispose]());

  const pageOf = async (query: string) => {
    const { body, statements } = await catalog.get<Page>(`${path}${query}`);
    const { results, ...envelope } = body;
    return { ...envelope, titles: results.map(({ title }) => title), statements };
  };

  test("M28 M90 M95: movies of the catalog alone, each once, in the provider's order, none of them adult", async () => {
    expect(await pageOf("")).toEqual({
      page: 1,
      page_size: 20,
      total_results: 3,
      total_pages: 1,
      titles: ["Movie 4", "Movie 2", "Movie 3"],
      statements: 1,
    });
  });

  test("M95: an item is the summary of a movie", async () => {
    const { body } = await catalog.get<Page>(`${path}?page_size=1`);
    expect(body.results as object[]).toEqual([
      {
        id: publicId("movie", 4),
        kind: "movie",
        title: "Movie 4",
        original_title: null,
        original_language: null,
        overview: null,
        release_date: null,
        year: null,
        status: null,
        runtime: null,
        popularity: null,
        vote_average: null,
        vote_count: null,
        poster_path: null,
        backdrop_path: null,
        genres: [],
        adult: false,
        updated_at: moment,
        removed_at: null,
      },
    ]);
  });

  test("M66 M67: pages hold each movie once, and the total is right past the end", async () => {
    const pages = await Promise.all([1, 2, 3].map((n) => pageOf(`?page=${n}&page_size=2`)));

    expect(pages.map(({ titles, total_results }) => ({ titles, total_results }))).toEqual([
      { titles: ["Movie 4", "Movie 2"], total_results: 3 },
      { titles: ["Movie 3"], total_results: 3 },
      { titles: [], total_results: 3 },
    ]);
  });

  test("M28: a movie that arrives later completes the edge to it", async () => {
    await givenMovie(catalog.db, 77);

    expect((await pageOf("")).titles).toEqual(["Movie 77", "Movie 4", "Movie 2", "Movie 3"]);
  });

  test("M48: a movie without recommendations answers an empty page", async () => {
    const { body } = await catalog.get(`/movies/${publicId("movie", 2)}/recommendations`);

    expect(body).toEqual({
      page: 1,
      page_size: 20,
      total_results: 0,
      total_pages: 0,
      results: [],
    });
  });

  test.each(["page=0", "page_size=51", "page=x", "page=1&page=2", "page=1000001"])(
    "M64 M69: ?%s is refused",
    async (query) => {
      const { status, body } = await catalog.get<{ error: { code: string } }>(`${path}?${query}`);

      expect({ status, code: body.error.code }).toEqual({ status: 422, code: "validation_error" });
    },
  );

  test("M17 M95: recommendations of no movie are 404", async () => {
    for (const id of [publicId("movie", 6), publicId("series", 6), "movie_1"]) {
      const { status, body } = await catalog.get(`/movies/${id}/recommendations`);
      expect({ status, body }).toEqual(notFound("movie"));
    }
  });
});
