import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CollectionDetail, CollectionSummary } from "~/catalog/collections/model";
import * as schema from "~/db/schema";
import { type TestCatalog, testCatalog, walk } from "../catalog";
import { moment, notFound, publicId, stamps, unknownIds, uuid } from "../ids";
import { givenMoment, givenMovie } from "../rows";
import { movieSummary } from "../summaries";

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
});
afterAll(() => catalog[Symbol.asyncDispose]());

describe("GET /collections/{id}", () => {
  beforeAll(async () => {
    const { db } = catalog;
    await db.insert(schema.collections).values([
      {
        id: uuid(1),
        external_id: 10,
        name: "Harbor Saga",
        overview: "Ships.",
        poster_path: "/p.jpg",
        backdrop_path: "/b.jpg",
        parts_total: 9,
        ...stamps,
      },
      { id: uuid(2), external_id: 20, name: "Stub", ...stamps },
    ]);
    const collection_id = uuid(1);
    await givenMovie(db, 11, { collection_id, release_date: "1999-05-19" });
    await givenMovie(db, 12, { collection_id, release_date: "1977-05-25" });
    await givenMovie(db, 13, { collection_id });
    await givenMovie(db, 14, { collection_id, release_date: "2001-01-01" });
    await givenMovie(db, 15, { collection_id, release_date: "1960-01-01" });
    await givenMovie(db, 16, { collection_id, release_date: "1950-01-01", adult: true });
    await givenMovie(db, 17, { release_date: "1940-01-01" });
    const part = (external_id: number, position: number) => ({
      collection_id,
      external_id,
      position,
    });
    await db
      .insert(schema.collection_parts)
      .values([part(12, 1), part(11, 2), part(16, 3), part(17, 4), part(999, 5)]);
    await givenMoment(db);
    await db.insert(schema.provenance).values({
      kind: "collection",
      external_id: "10",
      endpoint: "/collection/10",
      payload_hash: "0",
      reading: 1,
      fetched_at: moment,
      job_id: uuid(9),
      run: 1,
    });
  });

  const path = `/collections/${publicId("collection", 1)}`;

  test("M36 M103: its movies come by position, then those without one by date, undated last", async () => {
    const at = (n: number, release_date: string | null, position: number | null) => ({
      ...movieSummary(n),
      release_date,
      year: release_date === null ? null : Number(release_date.slice(0, 4)),
      position,
    });
    expect(await catalog.get(path)).toEqual({
      status: 200,
      statements: 1,
      body: {
        id: publicId("collection", 1),
        kind: "collection",
        name: "Harbor Saga",
        poster_path: "/p.jpg",
        backdrop_path: "/b.jpg",
        movie_count: 5,
        parts_total: 9,
        overview: "Ships.",
        movies: [
          at(12, "1977-05-25", 1),
          at(11, "1999-05-19", 2),
          at(15, "1960-01-01", null),
          at(14, "2001-01-01", null),
          at(13, null, null),
        ],
        external_ids: { tmdb: 10 },
        created_at: moment,
        updated_at: moment,
        removed_at: null,
        last_ingested_at: moment,
      },
    });
  });

  test("M90: adult parts are counted and shown only when asked for", async () => {
    const { body } = await catalog.get<CollectionDetail>(`${path}?include_adult=true`);
    const titles = body.movies.map(({ title }) => title);
    expect({ titles, movie_count: body.movie_count }).toEqual({
      titles: ["Movie 12", "Movie 11", "Movie 16", "Movie 15", "Movie 14", "Movie 13"],
      movie_count: 6,
    });
  });

  test("M37: a stub has a name alone", async () => {
    expect((await catalog.get(`/collections/${publicId("collection", 2)}`)).body).toEqual({
      id: publicId("collection", 2),
      kind: "collection",
      name: "Stub",
      poster_path: null,
      backdrop_path: null,
      movie_count: 0,
      parts_total: null,
      overview: null,
      movies: [],
      external_ids: { tmdb: 20 },
      created_at: moment,
      updated_at: moment,
      removed_at: null,
      last_ingested_at: null,
    });
  });

  test("M17: an id that is malformed, of another kind or unknown is a collection not found", async () => {
    for (const id of unknownIds("collection")) {
      expect(await catalog.get(`/collections/${id}`)).toMatchObject(notFound("collection"));
    }
  });
});

describe("GET /collections", () => {
  test("M67 M80: all pages hold each collection exactly once, by name, with poster and movie count", async () => {
    const listing = await testCatalog();
    const names = ["Zorro", "alien", "Élite", "elite", "Zebra", "alien"];
    await listing.db
      .insert(schema.collections)
      .values(names.map((name, n) => ({ id: uuid(n + 1), external_id: n, name })));
    await givenMovie(listing.db, 11, { collection_id: uuid(2) });
    const item = (n: number, name: string) => ({
      id: publicId("collection", n),
      kind: "collection" as const,
      name,
      poster_path: null,
      backdrop_path: null,
      movie_count: 0,
      parts_total: null,
      removed_at: null,
    });
    for (const page_size of [1, 4, 50]) {
      expect(await walk<CollectionSummary>(listing, "/collections", page_size)).toEqual([
        { ...item(2, "alien"), movie_count: 1 },
        item(6, "alien"),
        item(4, "elite"),
        item(3, "Élite"),
        item(5, "Zebra"),
        item(1, "Zorro"),
      ]);
    }
    const past = await listing.get("/collections?page=3");
    expect(past).toEqual({
      status: 200,
      statements: 1,
      body: { page: 3, page_size: 20, total_results: 6, total_pages: 1, results: [] },
    });
    await listing[Symbol.asyncDispose]();
  });
});
