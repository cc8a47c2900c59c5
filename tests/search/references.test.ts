import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { referenceIn } from "~/search/references";
import { type SearchedCatalog, searchedCatalog } from "./searched-catalog";

let catalog: SearchedCatalog;
beforeAll(async () => {
  catalog = await searchedCatalog();
  const { db, addMovie, addSeries, addPerson } = catalog;
  await addMovie({ title: "Harbor Light", year: 2020 });
  await addMovie({ title: "Harbor Lust", year: 2020, adult: true });
  await addMovie({ title: "tt0133093", popularity: 90 });
  await addMovie({ title: "tt7777777" });
  await addSeries({ title: "Harbor", year: 2021 });
  await addPerson({ name: "Anna Harbor" });
  const ids = (table: string, name: string, value: object) =>
    db.execute(sql`update ${sql.identifier(table)} set external_ids = ${JSON.stringify(value)}::jsonb
      where ${sql.identifier(table === "people" ? "name" : "title")} = ${name}`);
  await ids("movies", "Harbor Light", { imdb: "tt0133093", wikidata: "Q83495", twitter: "Harbor" });
  await ids("movies", "Harbor Lust", { imdb: "tt0133094" });
  await ids("series", "Harbor", { wikidata: "Q83495", tvdb: 121_361 });
  await ids("people", "Anna Harbor", { imdb: "nm0000206" });
});
afterAll(() => catalog[Symbol.asyncDispose]());

describe("an id of another database as the text of a search", () => {
  test("N4: finds what carries it first, with score 1, and other hits after it", async () => {
    const { names, search } = catalog;
    expect(await names("tt0133093")).toEqual(["Harbor Light", "tt0133093"]);
    expect(await names(" imdb:tt0133093 ")).toEqual(["Harbor Light"]);
    expect(await names("nm0000206")).toEqual(["Anna Harbor"]);
    expect(await names("wikidata:Q83495")).toEqual(["Harbor Light", "Harbor"]);
    expect(await names("tvdb:121361")).toEqual(["Harbor"]);
    expect((await names("twitter:harbor"))[0]).toBe("Harbor Light");
    const { results, total_results } = await search("tt0133093");
    expect(total_results).toBe(2);
    expect(results[0]?.score).toBe(1);
  });

  test("N4: pages agree with each other", async () => {
    const page = async (n: number) =>
      (await catalog.names("tt0133093", { page: String(n), page_size: "1" })).join();
    expect([await page(1), await page(2), await page(3)]).toEqual([
      "Harbor Light",
      "tt0133093",
      "",
    ]);
  });

  test("N4: keeps to the filters", async () => {
    const { names } = catalog;
    expect(await names("wikidata:Q83495", { type: "series" })).toEqual(["Harbor"]);
    expect(await names("wikidata:Q83495", { year: "2020" })).toEqual(["Harbor Light"]);
    expect(await names("imdb:tt0133094")).toEqual([]);
    expect(await names("imdb:tt0133094", { include_adult: "true" })).toEqual(["Harbor Lust"]);
  });

  test.each([
    "harbor",
    "Q83495",
    "603",
    "imdb:tt1",
    "tmdb 603",
    "Harbor: Light",
    "tt01330933333",
    "",
  ])("N4: %j is none", (text) => {
    expect(referenceIn(text)).toBeUndefined();
  });

  test("N4: one that nothing carries is searched for as a text", async () => {
    const { names } = catalog;
    expect(await names("tt7777777")).toEqual(["tt7777777"]);
    expect(await names("tt9999999")).toEqual([]);
  });
});
