import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { MovieDetail } from "~/catalog/movies/model";
import * as schema from "~/db/schema";
import { type TestCatalog, testCatalog } from "../catalog";
import { publicId, uuid } from "../ids";
import { givenHarborLight, id } from "../movies/harbor-light";
import { givenMovie } from "../rows";

setDefaultTimeout(30_000);

let catalog: TestCatalog;
let plain: MovieDetail;
beforeAll(async () => {
  catalog = await testCatalog();
  const { db } = catalog;
  await givenHarborLight(db);
  const movie = { owner_kind: "movie", owner_id: uuid(603) } as const;
  await db.insert(schema.translations).values([
    { ...movie, language: "fr", country: "CA", title: "La lumière du havre" },
    {
      ...movie,
      language: "fr",
      country: "FR",
      title: "Feu du port",
      overview: "Un gardien reste.",
    },
    {
      ...movie,
      language: "es",
      country: "MX",
      tagline: "Quédate.",
      homepage: "https://faro.example",
    },
    { ...movie, language: "en", country: "US", overview: "A keeper stays on." },
  ]);
  await db.insert(schema.translations).values({
    owner_kind: "collection",
    owner_id: uuid(0x10),
    language: "fr",
    country: "FR",
    title: "La saga du port",
  });
  const poster = { owner_kind: "movie", owner_id: uuid(603), type: "poster" } as const;
  await db.insert(schema.artwork).values([
    {
      ...poster,
      id: uuid(0xd1),
      file_path: "/fr-c.jpg",
      language: "fr",
      vote_average: 5,
      vote_count: 9,
      position: 0,
    },
    {
      ...poster,
      id: uuid(0xd2),
      file_path: "/fr-b.jpg",
      language: "fr",
      vote_average: 6,
      vote_count: 3,
      position: 1,
    },
    {
      ...poster,
      id: uuid(0xd3),
      file_path: "/fr-a.jpg",
      language: "fr",
      vote_average: 6,
      vote_count: 3,
      position: 2,
    },
    {
      ...poster,
      id: uuid(0xd4),
      file_path: "/fr-0.jpg",
      language: "fr",
      vote_average: 6,
      vote_count: 2,
      position: 3,
    },
    { ...poster, id: uuid(0xd5), file_path: "/fr-1.jpg", language: "fr", position: 4 },
    {
      ...poster,
      id: uuid(0xd6),
      type: "logo",
      file_path: "/a.jpg",
      language: "fr",
      vote_average: 9,
      position: 5,
    },
    {
      ...poster,
      id: uuid(0xd7),
      file_path: "/en.jpg",
      language: "en",
      vote_average: 9,
      vote_count: 9,
      position: 6,
    },
  ]);
  plain = (await catalog.get<MovieDetail>(`/movies/${id}`)).body;
});
afterAll(() => catalog[Symbol.asyncDispose]());

const inLanguage = (language: string) =>
  catalog.get<MovieDetail>(`/movies/${id}?language=${language}`);

test("N40 N41 N42: every field of a movie and of its collection falls back on its own, and says which language it is in", async () => {
  const { body, statements } = await inLanguage("fr-CA,es");

  expect(body).toEqual({
    ...plain,
    title: "La lumière du havre",
    overview: "Un gardien reste.",
    tagline: "Quédate.",
    homepage: "https://faro.example",
    poster_path: "/fr-a.jpg",
    collection: {
      ...(plain.collection as NonNullable<MovieDetail["collection"]>),
      name: "La saga du port",
      localized: { name: "fr-FR", poster_path: "en" },
    },
    localized: {
      title: "fr-CA",
      overview: "fr-FR",
      tagline: "es-MX",
      homepage: "es-MX",
      poster_path: "fr",
    },
  });
  expect(Object.keys(body).at(-1)).toBe("localized");
  expect(statements).toBe(1);
});

test("N41: English is what is stored, a country's own English goes first, and a title's original language is its original title", async () => {
  const english = (await inLanguage("en")).body;
  expect(english).toMatchObject({ title: "Harbor Light", poster_path: "/a1.jpg" });
  expect(english.localized).toMatchObject({ title: "en", overview: "en", poster_path: "en" });

  const american = (await inLanguage("en-us")).body;
  expect(american).toMatchObject({ title: "Harbor Light", overview: "A keeper stays on." });
  expect(american.localized).toMatchObject({ title: "en", overview: "en-US" });

  const german = (await inLanguage("de-AT")).body;
  expect(german).toMatchObject({ title: "Hafenlicht", original_title: "Hafenlicht" });
  expect(german.localized).toMatchObject({ title: "de", overview: "en", tagline: "en" });
});

test("N42: a null field has null for its language", async () => {
  await givenMovie(catalog.db, 1);
  const { body } = await catalog.get<MovieDetail>(`/movies/${publicId("movie", 1)}?language=it`);

  expect(body.localized).toEqual({
    title: "en",
    overview: null,
    tagline: null,
    homepage: null,
    poster_path: null,
  });
});

test("N42: Content-Language names the languages of the movie in order of first use, without those of its poster and collection", async () => {
  const { headers } = await catalog.request("GET", `/movies/${id}?language=fr-CA,es`);
  expect(headers.get("content-language")).toBe("fr-CA, fr-FR, es-MX");

  const again = await catalog.request("GET", `/movies/${id}`);
  expect(again.headers.get("content-language")).toBeNull();
});

test("N16 N40: what is included is in the same languages, and `localized` still comes last", async () => {
  const { body, statements } = await catalog.get<MovieDetail>(
    `/movies/${id}?include=credits&language=fr`,
  );

  expect(Object.keys(body).slice(-2)).toEqual(["credits", "localized"]);
  expect(body.title).toBe("Feu du port");
  expect(statements).toBe(1);
});

test("N40 N43: auto takes what the header accepts, and says that the answer varies by it", async () => {
  const accepting = (header: string, query = "?language=auto") =>
    catalog.request<MovieDetail>("GET", `/movies/${id}${query}`, {
      headers: { "accept-language": header },
    });

  const { body, headers } = await accepting("fr;q=0.5, fr-CA, *;q=0.1");
  expect(body.localized?.title).toBe("fr-CA");
  expect(headers.get("vary")).toContain("accept-language");

  const garbage = await accepting("ü,".repeat(2_700));
  expect(garbage.status).toBe(200);
  expect(garbage.body).toMatchObject({ title: "Harbor Light", localized: { title: "en" } });

  const silent = await accepting("fr-CA", "");
  expect(silent.body).toEqual(plain);
  expect(silent.headers.get("vary") ?? "").not.toContain("accept-language");
});
