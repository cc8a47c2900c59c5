import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { MovieDetail } from "~/catalog/movies/model";
import { type TestCatalog, testCatalog } from "../catalog";
import { moment, publicId } from "../ids";
import { givenFetched, givenMovie, offerings } from "../rows";
import { detail, givenHarborLight, id } from "./harbor-light";

describe("GET /movies/{id}", () => {
  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await testCatalog();
    await givenHarborLight(catalog.db);
    await givenMovie(catalog.db, 2);
    // The same external id as a series: only titles of its own kind are a movie's.
    await givenFetched(catalog.db, "series", 2);
  });
  afterAll(() => catalog[Symbol.asyncDispose]());

  test("M21 to M27, M39, M40, M91: the detail holds everything about a movie, read by one statement", async () => {
    expect(await catalog.get(`/movies/${id}`)).toEqual({
      status: 200,
      body: detail,
      statements: 1,
    });
  });

  test("M21: the fields of the summary come first and in order, and the attribution before offerings", async () => {
    const { body } = await catalog.get<MovieDetail>(`/movies/${id}`);

    expect(Object.keys(body)).toEqual(Object.keys(detail));
    expect(Object.keys(body.watch_providers)).toEqual(["attribution", "results"]);
  });

  test("M18: what is not known is null, no list is an empty one, and no key is missing", async () => {
    const bare = publicId("movie", 2);
    const { body } = await catalog.get<MovieDetail>(`/movies/${bare}`);

    const nothing = Object.fromEntries(Object.keys(detail).map((key) => [key, null]));
    const { facebook, instagram, twitter } = detail.external_ids;
    expect(body as object).toEqual({
      ...nothing,
      id: bare,
      kind: "movie",
      title: "Movie 2",
      genres: [],
      adult: false,
      updated_at: moment,
      removed_at: null,
      origin_countries: [],
      spoken_languages: [],
      keywords: [],
      alternate_titles: [],
      companies: [],
      release_dates: [],
      external_ids: { tmdb: 2, imdb: null, wikidata: null, facebook, instagram, twitter },
      watch_providers: { attribution: offerings.attribution, results: {} },
      created_at: moment,
      links: Object.fromEntries(
        Object.entries(detail.links).map(([key, link]) => [key, link.replace(id, bare)]),
      ),
    });
  });

  test("M27: every link of a movie leads somewhere", async () => {
    const links = Object.values(detail.links).map((link) => link.replace("/api/v1", ""));
    const answers = await Promise.all(links.map((link) => catalog.get(link)));

    expect(answers.map(({ status }) => status)).toEqual(links.map(() => 200));
  });
});
