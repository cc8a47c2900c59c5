import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as schema from "~/db/schema";
import { type TestCatalog, testCatalog } from "../catalog";
import { moment, notFound, publicId, stamps, unknownIds, uuid } from "../ids";

const nobody = {
  imdb: null,
  wikidata: null,
  facebook: null,
  instagram: null,
  twitter: null,
  tiktok: null,
  youtube: null,
};

describe("GET /people/{id}", () => {
  let catalog: TestCatalog;

  beforeAll(async () => {
    catalog = await testCatalog();
    const { db } = catalog;
    await db.insert(schema.people).values([
      {
        id: uuid(1),
        external_id: 6384,
        name: "Ada Quill",
        known_for_department: "Acting",
        popularity: 12.5,
        gender: "female",
        also_known_as: ["A. Quill", "Ада"],
        biography: "Acts.",
        birthday: "1964-09-02",
        deathday: "2020-01-31",
        place_of_birth: "Bergen",
        profile_path: "/ada.jpg",
        homepage: "https://ada.example",
        adult: true,
        external_ids: { imdb: "nm0000206", tiktok: "ada", youtube: "adaquill" },
        ...stamps,
      },
      { id: uuid(2), external_id: 7, name: "Stub", ...stamps },
    ]);
    const source = {
      external_id: "6384",
      endpoint: "/person/6384",
      payload_hash: "0",
      reading: 1,
      fetched_at: "2026-11-19T18:00:00Z",
      job_id: uuid(9),
      run: 1,
    };
    await db.insert(schema.provenance).values([
      { ...source, kind: "person" },
      { ...source, kind: "movie", fetched_at: "2020-01-01T00:00:00Z" },
    ]);
  });
  afterAll(() => catalog[Symbol.asyncDispose]());

  test("M18 M34: an ingested person comes whole, in one statement", async () => {
    expect(await catalog.get(`/people/${publicId("person", 1)}`)).toEqual({
      status: 200,
      statements: 1,
      body: {
        id: publicId("person", 1),
        kind: "person",
        name: "Ada Quill",
        known_for_department: "Acting",
        popularity: 12.5,
        gender: "female",
        profile_path: "/ada.jpg",
        adult: true,
        updated_at: moment,
        removed_at: null,
        also_known_as: ["A. Quill", "Ада"],
        biography: "Acts.",
        birthday: "1964-09-02",
        deathday: "2020-01-31",
        place_of_birth: "Bergen",
        homepage: "https://ada.example",
        external_ids: {
          ...nobody,
          tmdb: 6384,
          imdb: "nm0000206",
          tiktok: "ada",
          youtube: "adaquill",
        },
        created_at: moment,
        last_ingested_at: "2026-11-19T18:00:00.000Z",
        links: { credits: `/api/v1/people/${publicId("person", 1)}/credits` },
      },
    });
  });

  test("M18 M34: a stub known from credits has every key, null or an empty list", async () => {
    const { body } = await catalog.get(`/people/${publicId("person", 2)}`);
    expect(body).toEqual({
      id: publicId("person", 2),
      kind: "person",
      name: "Stub",
      known_for_department: null,
      popularity: null,
      gender: null,
      profile_path: null,
      adult: false,
      updated_at: moment,
      removed_at: null,
      also_known_as: [],
      biography: null,
      birthday: null,
      deathday: null,
      place_of_birth: null,
      homepage: null,
      external_ids: { ...nobody, tmdb: 7 },
      created_at: moment,
      last_ingested_at: null,
      links: { credits: `/api/v1/people/${publicId("person", 2)}/credits` },
    });
  });

  test("M17: an id that is malformed, of another kind or unknown is a person not found", async () => {
    for (const id of unknownIds("person")) {
      expect(await catalog.get(`/people/${id}`)).toMatchObject(notFound("person"));
      expect(await catalog.get(`/people/${id}/credits`)).toMatchObject(notFound("person"));
    }
  });
});
