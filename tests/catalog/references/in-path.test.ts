import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { documentedRoutes } from "~/app";
import { openApiDocument } from "~/http/openapi/document";
import { exampleId } from "~/http/request/public-id";
import type { IdKind } from "~/vocabulary";
import { type TestService, testService } from "../../support/service";
import { publicId, uuid } from "../ids";
import { givenMovie, givenSeries } from "../rows";
import { givenOneOfEach, named } from "./one-of-each";

setDefaultTimeout(60_000);

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await testService();
  await givenOneOfEach(service.db);
  token = await service.addAccount("owner@example.org");
});
afterAll(() => service[Symbol.asyncDispose]());

type Parameter = { name: string; in: string; schema: { examples?: string[]; pattern?: string } };
type Operations = Record<string, { parameters?: Parameter[]; responses: object }>;

/** Every documented path below /api/v1 with the id of a record of a kind in {@link named}. */
async function places(): Promise<[string, Operations][]> {
  const text = await openApiDocument(documentedRoutes(service));
  const { paths } = JSON.parse(text) as { paths: Record<string, Operations> };
  return Object.entries(paths)
    .map(([path, operations]): [string, Operations] => [path.slice("/api/v1".length), operations])
    .filter(([path]) => path.split("/")[2] === "{id}" && path.split("/")[1] !== "genres");
}

const namedAt = (path: string) => named[path.split("/")[1] ?? ""] ?? { id: "", references: [] };
const kindOf = (id: string) => id.split("_")[0] as IdKind;

const numbered = (path: string) =>
  path.replace("{season_number}", "1").replace("{episode_number}", "2");

const read = async (path: string, headers = {}) => {
  const before = service.statements();
  const { status, text, headers: given, body } = await service.get<Refusal>(path, headers);
  const code = body?.error?.code;
  return { status, text, code, body, headers: given, statements: service.statements() - before };
};
type Refusal = { error?: { code: string; details?: { allowed?: string[] }[] } };

describe("a reference in a path", () => {
  test("N12: is documented at every place of a record, beside its public id", async () => {
    const all = await places();
    expect(all.length).toBeGreaterThan(25);
    for (const [path, operations] of all) {
      const { id, references } = namedAt(path);
      for (const { parameters = [], responses } of Object.values(operations)) {
        const { pattern = "", examples } =
          parameters.find(({ name }) => name === "id")?.schema ?? {};
        const spelling = new RegExp(pattern);
        expect([id, ...references].filter((text) => !spelling.test(text))).toEqual([]);
        expect(examples?.slice(0, 2)).toEqual([exampleId(kindOf(id)), "tmdb:603"]);
        expect(Object.keys(responses)).toContain("409");
      }
    }
  });

  test("N2, N13, N14: answers at every path of a record like the public id, by one statement more, and says where that is", async () => {
    const all = (await places()).filter(([, { get }]) => get !== undefined);
    for (const [path] of all) {
      const { id, references } = namedAt(path);
      const at = (text: string) => numbered(path.replace("{id}", text));
      const own = await read(at(id));
      expect([path, own.status, own.headers.get("content-location")]).toEqual([path, 200, null]);
      const encoded = references.map((reference) => reference.replace(":", "%3A"));
      for (const reference of [...references, ...encoded]) {
        const { status, text, headers, statements } = await read(at(reference));
        expect([path, status, text]).toEqual([path, 200, own.text]);
        expect(headers.get("etag")).toBe(own.headers.get("etag"));
        expect(headers.get("content-location")).toBe(`/api/v1${at(id)}`);
        expect(statements).toBe(own.statements + 1);
      }
    }
  });

  test("N1, N2: a network has a source of its own, and names of accounts any case", async () => {
    expect((await read("/companies/tmdb_network:174")).text).toContain(publicId("company", 0x5006));
    expect((await read("/movies/twitter:THEMATRIX")).status).toBe(200);
  });

  test("N14: is not sent again to who has it, also with the public id's tag", async () => {
    const own = await read(`/movies/${named.movies?.id}`);
    const tag = { "if-none-match": own.headers.get("etag") ?? "" };
    const { status, headers } = await read("/movies/imdb:tt0133093", tag);
    expect(status).toBe(304);
    expect(headers.get("content-location")).toBe(`/api/v1/movies/${named.movies?.id}`);
  });

  test.each([
    ..."imdb: imdb:tt12 imdb:TT0133093 tmdb:0 tmdb:0603 tmdb:2147483648 tvdb:-1".split(" "),
    ..."IMDB:tt0133093 x:1 :1 : tmdb:603:1 tmdb%3A603%00 imdb:nm0000206 tvdb:121361".split(" "),
    ..."tmdb_network:174 movie/tmdb:603 tmdb:%20603 tmdb:603%20 __proto__:1".split(" "),
    `twitter:${"x".repeat(101)}`,
    `imdb:tt${"1".repeat(4_000)}`,
  ])("N3: %p names no movie, which takes no query to know", async (reference) => {
    const { status, code, statements } = await read(`/movies/${reference.replace("/", "%2F")}`);
    expect([status, code, statements]).toEqual([404, "movie_not_found", 0]);
  });

  test("N3: an unknown one, or one of another kind, is not found as the kind of its place", async () => {
    for (const path of ["/movies/tmdb:1399", "/movies/imdb:tt9999999/credits"]) {
      expect(await read(path)).toMatchObject({ status: 404, code: "movie_not_found" });
    }
    expect(await read("/series/tmdb:603")).toMatchObject({ code: "series_not_found" });
    expect(await read("/people/imdb:tt0133093")).toMatchObject({ code: "person_not_found" });
    const season = await read("/series/tvdb:121361/seasons/7");
    expect(season).toMatchObject({ status: 404, code: "season_not_found" });
    expect(season.headers.get("content-location")).toBeNull();
  });

  test("N3: places that no reference names are as before", async () => {
    for (const path of ["/genres/tmdb:18", "/genres/wikidata:Q1"]) {
      expect(await read(path)).toMatchObject({ code: "genre_not_found", statements: 0 });
    }
    const { status, body } = await service.operator.get<Refusal>("/ingest/jobs/tmdb:603");
    expect([status, body.error?.code]).toEqual([404, "job_not_found"]);
  });

  test("N3: several live records are refused by name, and a live one goes before removed ones", async () => {
    const { db } = service;
    for (const n of [11, 12, 13]) await givenMovie(db, n, { external_ids: { facebook: "shared" } });
    await givenSeries(db, 14, { external_ids: { facebook: "shared" } });
    const { status, code, body, headers } = await read("/movies/facebook:Shared/credits");
    expect([status, code]).toEqual([409, "ambiguous_external_id"]);
    expect(body.error?.details?.[0]?.allowed).toEqual(
      [11, 12, 13].map((n) => publicId("movie", n)),
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await read("/series/facebook:shared")).text).toContain(publicId("series", 14));
    const remove = (n: number, at: string) =>
      db.execute(sql`update movies set removed_at = ${at} where id = ${uuid(n)}`);
    const means = async () => (await read("/movies/facebook:shared")).text.slice(7, 45);
    await remove(11, "2026-01-02");
    await remove(12, "2026-01-03");
    expect(await means()).toBe(publicId("movie", 13).slice(0, 38));
    await remove(13, "2026-01-01");
    expect(await means()).toBe(publicId("movie", 12).slice(0, 38));
  });

  test("N2: 1,000 records with one id are refused by a hundred names", async () => {
    await service.db.execute(sql`
      insert into titles (id, kind, external_id)
      select ('01990000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 'movie', 100000 + n from generate_series(1, 1000) n`);
    await service.db.execute(sql`
      insert into movies (id, title, external_ids) select id, 'T', '{"wikidata": "Q1"}' from titles where external_id > 100000`);
    const { code, body } = await read("/movies/wikidata:Q1");
    expect(code).toBe("ambiguous_external_id");
    expect(body.error?.details?.[0]?.allowed).toHaveLength(100);
  });
});

describe("a reference in a path of an account", () => {
  const send = async (method: string, path: string, body?: unknown, as?: string) => {
    const before = service.statements();
    const answer = await service.send<Refusal & Record<string, unknown>>(method, path, body, as);
    return { ...answer, statements: service.statements() - before };
  };

  test("N2: rates and watches what it names", async () => {
    const { id } = named.series ?? {};
    const rated = await send("PUT", "/series/tvdb:121361/rating", { value: 8 }, token);
    expect(rated).toMatchObject({ status: 200, body: { entity_id: id, value: 8 } });
    expect(rated.headers.get("content-location")).toBe(`/api/v1/series/${id}/rating`);
    expect(rated.headers.get("cache-control")).toBe("no-store");
    const watched = await send("PUT", "/movies/imdb:tt0133093/watchlist", undefined, token);
    expect(watched.text).toContain(named.movies?.id ?? "none");
    expect(await send("DELETE", "/series/tmdb:1399/rating", undefined, token)).toMatchObject({
      status: 204,
    });
    expect((await send("GET", "/account/ratings/series", undefined, token)).text).toContain(
      '"total_results":0',
    );
  });

  test("N2, N3: is looked up after the token and the body were", async () => {
    const path = "/movies/tmdb:77777/rating";
    expect(await send("PUT", path, { value: 8 })).toMatchObject({ status: 401, statements: 0 });
    const wrong = await send("PUT", path, { value: 11 }, token);
    expect(wrong).toMatchObject({ status: 422, statements: 1 });
    const unknown = await send("PUT", path, { value: 8 }, token);
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: "movie_not_found" } } });
  });
});
