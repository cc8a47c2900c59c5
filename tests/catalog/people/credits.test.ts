import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { PersonCredits } from "~/catalog/people/credits";
import * as schema from "~/db/schema";
import { type TestCatalog, testCatalog } from "../catalog";
import { publicId, uuid } from "../ids";
import { givenMovie, givenSeries } from "../rows";

describe("GET /people/{id}/credits", () => {
  let catalog: TestCatalog;
  const path = `/people/${publicId("person", 1)}/credits`;

  beforeAll(async () => {
    catalog = await testCatalog();
    const { db } = catalog;
    await db.insert(schema.people).values([
      { id: uuid(1), external_id: 1, name: "Ada Quill" },
      { id: uuid(2), external_id: 2, name: "Ben Oar" },
    ]);
    await givenMovie(db, 11, { release_date: "1999-03-31", popularity: 4.5, vote_count: 3 });
    await givenSeries(db, 12, { first_air_date: "2011-04-17", vote_average: 8.4 });
    await givenMovie(db, 13);
    await givenMovie(db, 14, { release_date: "2015-01-01", adult: true });
    const credit = (n: number, person: number, title: number) => ({
      id: uuid(n),
      external_id: `c${n}`,
      person_id: uuid(person),
      title_id: uuid(title),
      position: n,
    });
    await db.insert(schema.credits).values([
      { ...credit(1, 1, 11), credit_type: "cast", character: "Mara" },
      { ...credit(2, 1, 12), credit_type: "cast", character: "Neve", episode_count: 9 },
      { ...credit(3, 1, 13), credit_type: "cast" },
      { ...credit(4, 1, 14), credit_type: "cast", character: "Hidden" },
      { ...credit(5, 1, 12), credit_type: "crew", department: "Writing", job: "Writer" },
      { ...credit(6, 1, 12), credit_type: "creator" },
      { ...credit(7, 2, 11), credit_type: "cast", character: "Other" },
    ]);
  });
  afterAll(() => catalog[Symbol.asyncDispose]());

  const movie = (n: number) => ({
    id: publicId("movie", n),
    kind: "movie",
    title: `Movie ${n}`,
    original_title: null,
    release_date: null,
    year: null,
    popularity: null,
    vote_average: null,
    vote_count: null,
    poster_path: null,
    adult: false,
  });
  const series = {
    id: publicId("series", 12),
    kind: "series",
    title: "Series 12",
    original_title: null,
    first_air_date: "2011-04-17",
    year: 2011,
    popularity: null,
    vote_average: 8.4,
    vote_count: null,
    poster_path: null,
    adult: false,
  };
  const cast = (n: number, title: object, character: string | null) => ({
    id: publicId("credit", n),
    title,
    character,
    order: n,
    episode_count: null,
  });

  test("M104 M105: cast, crew and creators of movies and series alike, newest first, undated last", async () => {
    expect(await catalog.get(path)).toEqual({
      status: 200,
      statements: 1,
      body: {
        cast: [
          { ...cast(2, series, "Neve"), episode_count: 9 },
          cast(
            1,
            {
              ...movie(11),
              release_date: "1999-03-31",
              year: 1999,
              popularity: 4.5,
              vote_count: 3,
            },
            "Mara",
          ),
          cast(3, movie(13), null),
        ],
        crew: [
          {
            id: publicId("credit", 5),
            title: series,
            department: "Writing",
            job: "Writer",
            episode_count: null,
          },
        ],
        creators: [{ id: publicId("credit", 6), title: series }],
      },
    });
  });

  test("M90: adult titles show only when asked for", async () => {
    const { body } = await catalog.get<PersonCredits>(`${path}?include_adult=true`);
    expect(body.cast.map(({ title }) => title.title)).toEqual([
      "Movie 14",
      "Series 12",
      "Movie 11",
      "Movie 13",
    ]);
  });

  test("M105: a person without credits has three empty lists", async () => {
    await catalog.db.insert(schema.people).values({ id: uuid(3), external_id: 3, name: "Cy Pine" });
    const { body } = await catalog.get(`/people/${publicId("person", 3)}/credits`);
    expect(body).toEqual({ cast: [], crew: [], creators: [] });
  });
});
