import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { SeriesDetail } from "~/catalog/series/model";
import { type TestCatalog, testCatalog } from "../catalog";
import { moment, publicId } from "../ids";
import { givenFetched, givenSeries, offerings } from "../rows";
import { credits, detail, id } from "./tide-tables";
import { givenTideTables } from "./tide-tables-rows";

describe("GET /series/{id}", () => {
  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await testCatalog();
    await givenTideTables(catalog.db);
    await givenSeries(catalog.db, 2);
    // A movie with the same external id: when it was fetched says nothing about the series.
    await givenFetched(catalog.db, "movie", 2);
  });
  afterAll(() => catalog[Symbol.asyncDispose]());

  test("M29, M32, M97, X12: the detail holds everything about a series, read by one statement", async () => {
    expect(await catalog.get(`/series/${id}`)).toEqual({
      status: 200,
      body: detail,
      statements: 1,
    });
  });

  test("M29, M110: the fields of the summary come first and in order, and the attribution before offerings", async () => {
    const { body } = await catalog.get<SeriesDetail>(`/series/${id}`);

    expect(Object.keys(body)).toEqual(Object.keys(detail));
    expect(Object.keys(body.watch_providers)).toEqual(["attribution", "results"]);
  });

  test("M18: what is not known is null, no list is an empty one, and no key is missing", async () => {
    const bare = publicId("series", 2);
    const { body } = await catalog.get<SeriesDetail>(`/series/${bare}`);

    const nothing = Object.fromEntries(Object.keys(detail).map((key) => [key, null]));
    const noIds = Object.fromEntries(Object.keys(detail.external_ids).map((key) => [key, null]));
    expect(body as object).toEqual({
      ...nothing,
      id: bare,
      kind: "series",
      title: "Series 2",
      genres: [],
      adult: false,
      updated_at: moment,
      removed_at: null,
      origin_countries: [],
      spoken_languages: [],
      networks: [],
      companies: [],
      creators: [],
      keywords: [],
      alternate_titles: [],
      content_ratings: [],
      external_ids: { ...noIds, tmdb: 2 },
      seasons: [],
      credits: { cast: [], crew: [], creators: [] },
      watch_providers: { attribution: offerings.attribution, results: {} },
      created_at: moment,
      links: Object.fromEntries(
        Object.entries(detail.links).map(([key, link]) => [key, link.replace(id, bare)]),
      ),
    });
  });

  test("M29: every link of a series leads somewhere", async () => {
    const links = Object.values(detail.links).map((link) => link.replace("/api/v1", ""));
    const answers = await Promise.all(links.map((link) => catalog.get(link)));

    expect(answers.map(({ status }) => status)).toEqual(links.map(() => 200));
  });

  test("M30, M99, M104: credits come as cast, crew and creators; a creator need not be in the crew, nor a crew member a creator", async () => {
    expect(await catalog.get(`/series/${id}/credits`)).toEqual({
      status: 200,
      body: credits,
      statements: 1,
    });
  });
});
