import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { referenceKinds } from "~/vocabulary";
import { type TestService, testService } from "../../support/service";
import { publicId } from "../ids";
import { givenOneOfEach, named } from "../references/one-of-each";
import { givenMovie, givenPerson, givenSeries } from "../rows";

setDefaultTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await testService();
  const { db } = service;
  await givenOneOfEach(db);
  await givenSeries(db, 7, { external_ids: { wikidata: "Q9", imdb: "tt0133093" } });
  await givenMovie(db, 9, { external_ids: { wikidata: "Q9", facebook: "x.y" } });
  await givenMovie(db, 8, { external_ids: { wikidata: "Q9" }, adult: true });
  await givenMovie(db, 10, {
    external_ids: { wikidata: "Q9" },
    adult: null,
    removed_adult: false,
    removed_at: "2026-01-01T00:00:00Z",
  });
  await givenPerson(db, 9, "Nine");
});
afterAll(() => service[Symbol.asyncDispose]());

type Found = {
  source?: string;
  value?: string;
  results?: { id: string; kind: string }[];
  error?: { code: string };
};

async function find(path: string) {
  const before = service.statements();
  const { status, body, headers } = await service.get<Found>(`/find/${path}`);
  const statements = service.statements() - before;
  return { status, body, headers, code: body.error?.code, statements };
}
const idsOf = async (path: string) => (await find(path)).body.results?.map(({ id }) => id);

describe("GET /find/{source}/{value}", () => {
  test("N4, N5: shows all that carry the id, by kind and id, adult and removed ones too, in one statement", async () => {
    const { status, body, statements } = await find("wikidata/Q9");
    expect([status, statements]).toEqual([200, 1]);
    expect(body.results?.map(({ id }) => id)).toEqual([
      publicId("movie", 8),
      publicId("movie", 9),
      publicId("movie", 10),
      publicId("series", 7),
    ]);
    expect(body).toMatchObject({ source: "wikidata", value: "Q9" });
  });

  test("N4: finds every kind by the provider's number, in the order of kinds", async () => {
    for (const { id, references } of Object.values(named)) {
      for (const reference of references) {
        const ids = await idsOf(reference.replace(":", "/"));
        expect(ids).toContain(id);
      }
    }
    const kinds = (await find("tmdb/9")).body.results?.map(({ kind }) => kind);
    expect(kinds).toEqual(["movie", "person"]);
    expect(await idsOf("tmdb_network/174")).toEqual([publicId("company", 0x5006)]);
  });

  test("N4: a result is what the list of its kind shows", async () => {
    for (const [segment, { references }] of Object.entries(named)) {
      const path = references[0]?.replace(":", "/") ?? "";
      const summary = (await find(`${path}?kind=${kindOf(segment)}`)).body.results?.[0];
      expect(summary as { id: string } | undefined).toEqual(await listed(segment));
    }
  });

  const kindOf = (segment: string) => named[segment]?.id.split("_")[0] ?? "";

  /** The record of a segment in a list that has it. */
  async function listed(segment: string): Promise<{ id: string } | undefined> {
    const id = named[segment]?.id;
    const { series, seasons } = named;
    const lists: Record<string, string> = {
      seasons: `/series/${series?.id}/seasons`,
      episodes: `/series/${series?.id}/seasons/1/episodes`,
    };
    const path = lists[segment] ?? `/${segment}?page_size=50`;
    const { body } = await service.get<{ results: { id: string }[] }>(path);
    expect(seasons).toBeDefined();
    return body.results.find((each) => each.id === id);
  }

  test("N4: only the kinds that are asked for", async () => {
    expect(await idsOf("imdb/tt0133093")).toEqual([publicId("movie", 603), publicId("series", 7)]);
    expect(await idsOf("imdb/tt0133093?kind=series")).toEqual([publicId("series", 7)]);
    expect(await idsOf("imdb/tt0133093?kind=series,movie,person")).toHaveLength(2);
    for (const kind of ["movies", "movie,", "genre", "x"]) {
      const refused = await find(`imdb/tt0133093?kind=${kind}`);
      expect(refused).toMatchObject({ status: 422, code: "validation_error", statements: 0 });
    }
    for (const kind of referenceKinds) {
      expect((await find(`wikidata/Q9?kind=${kind}`)).status).toBe(
        kind === "movie" || kind === "series" ? 200 : 404,
      );
    }
  });

  test("N4: names of accounts in any case, and said as they were sent", async () => {
    const { body } = await find("twitter/TheMATRIX");
    expect(body).toMatchObject({ source: "twitter", value: "TheMATRIX" });
    expect(body.results).toHaveLength(1);
    expect(await idsOf("facebook/x.y")).toEqual([publicId("movie", 9)]);
  });

  test.each([
    ..."x/1 imdb/1 imdb/TT0133093 imdb/tt12 IMDB/tt0133093 tmdb/0 tmdb/0603 tmdb/2147483648".split(
      " ",
    ),
    ..."tmdb/603%00 tmdb/603:1 tmdb:603/1 imdb/tt0133093%20 wikidata/q9 wikidata/9 tvdb/-1".split(
      " ",
    ),
    ..."imdb/tt0133093?kind=person tvdb/121361?kind=movie __proto__/1 twitter/a%2Fb".split(" "),
  ])("N4: %s carries nothing, which takes no query to know", async (path) => {
    const answer = await find(path);
    expect(answer).toMatchObject({ status: 404, code: "external_id_not_found", statements: 0 });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("N4: an id that nothing carries is not found", async () => {
    const unknown = await find("imdb/tt9999999");
    expect(unknown).toMatchObject({ status: 404, code: "external_id_not_found", statements: 1 });
  });

  test("N4: may be kept by any cache, like every read", async () => {
    const { headers } = await find("imdb/tt0133093");
    expect(headers.get("cache-control")).toStartWith("public");
    const tag = headers.get("etag") ?? "";
    const again = await service.get("/find/imdb/tt0133093", { "if-none-match": tag });
    expect(again.status).toBe(304);
  });
});
