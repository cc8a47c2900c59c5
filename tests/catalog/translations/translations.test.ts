import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import * as schema from "~/db/schema";
import type { TranslatedKind } from "~/vocabulary/translated-kinds";
import { type TestCatalog, testCatalog } from "../catalog";
import { notFound, publicId, unknownIds, uuid } from "../ids";
import { givenMovie, givenPerson, givenSeries } from "../rows";

setDefaultTimeout(30_000);

const collections = {
  movie: "movies",
  series: "series",
  season: "seasons",
  episode: "episodes",
  person: "people",
  collection: "collections",
} as const satisfies Record<TranslatedKind, string>;
const kinds = Object.keys(collections) as TranslatedKind[];
const number = { movie: 1, series: 2, season: 3, episode: 4, person: 5, collection: 6 };

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
  const { db } = catalog;
  await givenMovie(db, 1);
  await givenSeries(db, 2);
  await db.insert(schema.seasons).values({ id: uuid(3), series_id: uuid(2), season_number: 1 });
  await db
    .insert(schema.episodes)
    .values({ id: uuid(4), series_id: uuid(2), season_id: uuid(3), episode_number: 1 });
  await givenPerson(db, 5, "Five");
  await db.insert(schema.collections).values({ id: uuid(6), external_id: 6, name: "Six" });
  for (const owner_kind of kinds) {
    const owner = { owner_kind, owner_id: uuid(number[owner_kind]) };
    await db.insert(schema.translations).values([
      { ...owner, language: "pt", country: "BR", title: "Seis", overview: "Texto." },
      { ...owner, language: "fr", country: "CA", title: "Le six", runtime: 90 },
      { ...owner, language: "fr", country: "", tagline: "Six.", homepage: "https://six.example" },
      { ...owner, language: "de", country: "DE", overview: "Ein Text." },
    ]);
  }
});
afterAll(() => catalog[Symbol.asyncDispose]());

const read = (kind: TranslatedKind) =>
  catalog.get(`/${collections[kind]}/${publicId(kind, number[kind])}/translations`);

const none = { title: null, overview: null, tagline: null, homepage: null, runtime: null };

describe("GET /{kinds}/{id}/translations", () => {
  test.each(["movie", "series"] as const)(
    "N38: the translations of a %s come by language, with every text that it has there",
    async (kind) => {
      expect((await read(kind)).body).toEqual({
        id: publicId(kind, number[kind]),
        results: [
          { language: "de-DE", ...none, overview: "Ein Text." },
          { language: "fr", ...none, tagline: "Six.", homepage: "https://six.example" },
          { language: "fr-CA", ...none, title: "Le six", runtime: 90 },
          { language: "pt-BR", ...none, title: "Seis", overview: "Texto." },
        ],
      });
    },
  );

  test("N38: seasons and episodes have titles and overviews, people biographies, collections names", async () => {
    const part = [
      { language: "de-DE", title: null, overview: "Ein Text." },
      { language: "fr", title: null, overview: null },
      { language: "fr-CA", title: "Le six", overview: null },
      { language: "pt-BR", title: "Seis", overview: "Texto." },
    ];
    const results = async (kind: TranslatedKind) =>
      ((await read(kind)).body as { results: object[] }).results;
    expect(await results("season")).toEqual(part);
    expect(await results("episode")).toEqual(part);
    expect(await results("person")).toEqual(
      part.map(({ language, overview }) => ({ language, biography: overview })),
    );
    expect(await results("collection")).toEqual(
      part.map(({ language, title, overview }) => ({
        language,
        name: title,
        overview,
        homepage: language === "fr" ? "https://six.example" : null,
      })),
    );
  });

  test("N38: one statement reads them, and a record without any has an empty list", async () => {
    await givenMovie(catalog.db, 9);
    const path = `/movies/${publicId("movie", 9)}/translations`;
    expect((await catalog.get(path)).body).toEqual({ id: publicId("movie", 9), results: [] });
    expect((await read("movie")).statements).toBe(1);
  });

  test.each(kinds)("N38 M17: an id of no %s is answered with 404", async (kind) => {
    for (const id of unknownIds(kind)) {
      expect(await catalog.get(`/${collections[kind]}/${id}/translations`)).toMatchObject(
        notFound(kind),
      );
    }
  });
});

test("N38: translations go with their record, whatever deletes it", async () => {
  const { db } = catalog;
  const left = async () =>
    (
      await db.execute<{ kind: string }>(
        sql`select distinct owner_kind as kind from translations order by owner_kind`,
      )
    ).map(({ kind }) => kind);
  expect(await left()).toEqual(kinds);
  await db.execute(sql`delete from people where id = ${uuid(5)}`);
  await db.execute(sql`delete from collections where id = ${uuid(6)}`);
  await db.execute(sql`delete from titles where id = ${uuid(1)}`);
  expect(await left()).toEqual(["series", "season", "episode"]);
  await db.execute(sql`delete from episodes where id = ${uuid(4)}`);
  expect(await left()).toEqual(["series", "season"]);
  await db.execute(sql`delete from titles where id = ${uuid(2)}`);
  expect(await left()).toEqual([]);
});
