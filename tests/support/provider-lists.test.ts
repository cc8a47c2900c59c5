import { describe, expect, test } from "bun:test";
import { changeLists } from "./change-lists";
import { serveFind } from "./find";
import { serveMany } from "./many-records";
import { type StandIn, standIn } from "./provider";
import { recorded } from "./recorded";
import { serveReferenceLists } from "./reference-lists";

type Row = { id: number | null; adult: boolean | null };
type Page = { page: number; total_pages: number; total_results: number; results: Row[] };

async function ask(provider: StandIn, path: string): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${provider.token}` };
  const response = await fetch(provider.url + path, { headers });
  return { status: response.status, body: await response.json() };
}

async function page(provider: StandIn, path: string): Promise<Page> {
  return (await ask(provider, path)).body as Page;
}

/** The keys of an object, or of its first row. */
const keys = (value: unknown) =>
  Object.keys(Object(Array.isArray(value) ? value[0] : value)).sort();

describe("change lists", () => {
  test("a range of days is paged by 100 with null ids, repeats and ids the provider lost", async () => {
    await using provider = standIn();
    const many = Array.from({ length: 205 }, (_, index) => index + 1);
    changeLists(provider)
      .name("movie", "2026-11-20", many)
      .name("movie", "2026-11-21", [7, 7, null, { unknown: 9 }])
      .name("tv", "2026-11-21", [8]);
    const range = "/movie/changes?start_date=2026-11-20&end_date=2026-11-21";
    const first = await page(provider, range);
    expect(first).toMatchObject({ page: 1, total_pages: 3, total_results: 209 });
    expect(first.results).toHaveLength(100);
    const last = await page(provider, `${range}&page=3`);
    expect(last.results.slice(-4)).toMatchObject([
      { id: 7, adult: false },
      { id: 7 },
      { id: null, adult: null },
      { id: 9, adult: null },
    ]);
    expect((await page(provider, `${range}&page=4`)).results).toEqual([]);
    const day = await page(provider, "/tv/changes?start_date=2026-11-21&end_date=2026-11-21");
    expect(day.results.map(({ id }) => id)).toEqual([8]);
    expect((await page(provider, "/person/changes")).results).toEqual([]);
  });

  test("without dates it is the last 24 hours; wrong dates, long ranges and pages are refused", async () => {
    await using provider = standIn();
    changeLists(provider).name("movie", new Date().toISOString().slice(0, 10), [603]);
    expect((await page(provider, "/movie/changes")).results).toMatchObject([{ id: 603 }]);
    const statuses = [
      "start_date=yesterday",
      "start_date=2020-01-01&end_date=2020-02-01",
      "page=501",
    ];
    const refused = statuses.map(
      async (query) => (await ask(provider, `/movie/changes?${query}`)).status,
    );
    expect(await Promise.all(refused)).toEqual([400, 422, 400]);
  });
});

describe("find", () => {
  test("five lists are always there, with what was named or what a generated body carries", async () => {
    await using provider = standIn();
    serveFind(provider).name("imdb_id", "tt0133093", { movie: [603], tv_episode: [5] });
    const find = async (value: string, source: string) =>
      (await ask(provider, `/find/${value}?external_source=${source}`)).body;
    expect(await find("tt0133093", "imdb_id")).toMatchObject({
      movie_results: [{ id: 603, media_type: "movie" }],
      person_results: [],
      tv_results: [],
      tv_episode_results: [{ id: 5 }],
      tv_season_results: [],
    });
    expect(await find("tt20001399", "imdb_id")).toMatchObject({ tv_results: [{ id: 1399 }] });
    expect(await find("121361", "tvdb_id")).toMatchObject({ tv_results: [{ id: 121_361 }] });
    expect(await find("nm0000007", "imdb_id")).toMatchObject({ person_results: [{ id: 7 }] });
    expect(keys(await find("Q1", "wikidata_id"))).toHaveLength(5);
    expect((await ask(provider, "/find/tt1?external_source=x")).status).toBe(400);
  });
});

describe("many records", () => {
  test("every id up to a number exists, of its own names and ids, and the next one does not", async () => {
    await using provider = standIn();
    for (const kind of ["movie", "tv", "person", "collection"] as const) {
      serveMany(provider, kind, { upTo: 20_000 });
      expect(await ask(provider, `/${kind}/20000`)).toMatchObject({ body: { id: 20_000 } });
      expect((await ask(provider, `/${kind}/20001`)).status).toBe(404);
    }
    expect(await ask(provider, "/tv/7/season/2")).toMatchObject({ body: { season_number: 2 } });
    serveMany(provider, "movie", { upTo: 10, full: true });
    const parts = "append_to_response=credits,images,videos,watch/providers";
    expect(JSON.stringify(await ask(provider, `/movie/3?${parts}`)).length).toBeGreaterThan(80_000);
    provider.serve("/movie/4", { id: 4, title: "Its own" });
    expect(await ask(provider, "/movie/4")).toMatchObject({ body: { title: "Its own" } });
  });

  test("a title that goes away is 404 until it comes back", async () => {
    await using provider = standIn();
    serveMany(provider, "movie", { upTo: 10 });
    provider.serve("/movie/603", { id: 603 });
    const paths = ["/movie/3", "/movie/603"];
    const statuses = () =>
      Promise.all(paths.map(async (path) => (await ask(provider, path)).status));
    expect(await statuses()).toEqual([200, 200]);
    for (const path of paths) provider.remove(path);
    expect(await statuses()).toEqual([404, 404]);
    for (const path of paths) provider.restore(path);
    expect(await statuses()).toEqual([200, 200]);
  });
});

describe.skipIf(recorded === undefined)("beside what was recorded", () => {
  test("lists have the keys of the provider's own", async () => {
    await using provider = standIn();
    serveReferenceLists(provider);
    changeLists(provider).name("movie", "2026-11-21", [1]);
    serveFind(provider);
    const own = async (path: string) => (await ask(provider, path)).body;
    const theirs = (kind: string, path: string) => recorded?.best(kind, path)?.body();
    const lists = {
      "/certification/movie/list": "certification_list",
      "/certification/tv/list": "certification_list",
      "/configuration/countries": "configuration",
      "/configuration/languages": "configuration",
      "/watch/providers/regions": "watch_provider_list",
      "/watch/providers/movie": "watch_provider_list",
      "/watch/providers/tv": "watch_provider_list",
    };
    for (const [path, kind] of Object.entries(lists)) {
      const [ours, real] = [await own(path), theirs(kind, path)];
      expect([path, keys(ours)]).toEqual([path, keys(real)]);
      const rows = [ours, real].map((body) => keys(Object(body).results));
      expect(rows[0]).toEqual(rows[1] ?? []);
    }
    const range = "?start_date=2026-11-21&end_date=2026-11-21";
    const [changes, real] = [
      await page(provider, `/movie/changes${range}`),
      recorded
        ?.bodies("changes_list")
        .find(({ file }) => file.includes("2026-05-24"))
        ?.body(),
    ];
    expect(keys(changes)).toEqual(keys(real));
    expect(keys(changes.results)).toEqual(keys(Object(real).results));
    const found = await own("/find/tt10000603?external_source=imdb_id");
    expect(keys(found)).toEqual(keys(theirs("find", "/find/tt0088247")));
    expect(keys(Object(found).movie_results)).toEqual(
      keys(Object(theirs("find", "/find/tt0088247")).movie_results),
    );
  });
});
