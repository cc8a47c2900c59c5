import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { demoTitles } from "~/demo/catalog";
import { demoProvider } from "~/demo/provider";
import { appends, type Json, object, objects, today } from "./ask";

setDefaultTimeout(30_000);

const since = Date.parse("2026-11-21T09:00:30Z");

/** What the provider answers so many minutes after its start. */
async function at(minute: number, path: string): Promise<{ status: number; text: string }> {
  const clock = { since, now: since + minute * 60_000 };
  const request = new Request(`http://demo.invalid/3${path}`);
  const response = await demoProvider({ today, clock })(request);
  return { status: response.status, text: await response.text() };
}

const json = async (minute: number, path: string): Promise<Json> =>
  JSON.parse((await at(minute, path)).text);

const paths = [
  ...demoTitles.movies.map((id) => `/movie/${id}?append_to_response=${appends.movie}`),
  ...demoTitles.series.map((id) => `/tv/${id}?append_to_response=${appends.tv}`),
  ...demoTitles.people.map((id) => `/person/${id}`),
  ...demoTitles.collections.map((id) => `/collection/${id}`),
];

const idOf = (path: string) => Number(/\d+/.exec(path)?.[0]);
const bodies = (minute: number) => Promise.all(paths.map((path) => at(minute, path)));

/** The ids that the change lists of movies and series name for one day, as of a minute. */
async function named(minute: number): Promise<number[]> {
  const lists = ["movie", "tv", "person"].map((kind) =>
    json(minute, `/${kind}/changes?start_date=${today}&end_date=${today}`),
  );
  return (await Promise.all(lists)).flatMap(({ results }) =>
    objects(results).map(({ id }) => Number(id)),
  );
}

describe("the demo's provider while it runs", () => {
  test("is at its start what it is without a clock, and says that nothing changed", async () => {
    const still = demoProvider({ today });
    for (const [index, { text }] of (await bodies(0)).entries()) {
      const answer = await still(new Request(`http://demo.invalid/3${paths[index]}`));
      expect(await answer.text()).toBe(text);
    }
    expect(await named(0)).toEqual([]);
  });

  test("changes something every minute, and its lists name what changed and is there", async () => {
    let before = await bodies(0);
    for (let minute = 1; minute <= 65; minute += 1) {
      const after = await bodies(minute);
      const changed = paths.filter((_, index) => after[index]?.text !== before[index]?.text);
      expect(changed.length).toBeGreaterThan(2);
      const there = changed.filter((path) => after[paths.indexOf(path)]?.status === 200);
      const told = await named(minute);
      expect(there.map(idOf).filter((id) => !told.includes(id))).toEqual([]);
      before = after;
    }
  });

  test("leaves the movie that the README asks for again as it is", async () => {
    expect(await at(500, "/movie/603")).toEqual(await at(0, "/movie/603"));
  });

  test("loses a title every half hour, and names it when it has it again", async () => {
    const gone = async (minute: number) => {
      const all = await bodies(minute);
      return paths.filter((_, at) => all[at]?.status === 404).map(idOf);
    };
    const minutes = [9, 10, 19, 20, 39, 40, 50, 70];
    expect(await Promise.all(minutes.map(gone))).toEqual([
      ...[[], [9_100_006], [9_100_006], [], [], [9_100_008], [], [9_100_009]],
    ]);
    expect(await named(19)).not.toContain(9_100_006);
    expect(await named(20)).toContain(9_100_006);
    expect(await named(49)).not.toContain(9_100_008);
    expect(await named(50)).toContain(9_100_008);
  });

  test("puts off the next episode of an invented series, where series and season say so alike", async () => {
    const dates = async (minute: number) => {
      const { next_episode_to_air } = await json(minute, "/tv/9200001");
      const { episodes } = await json(minute, "/tv/9200001/season/2");
      const next = object(next_episode_to_air);
      const same = objects(episodes).find(({ id }) => id === next.id);
      return [next.air_date, same?.air_date];
    };
    const minutes = Array.from({ length: 30 }, (_, minute) => minute);
    const seen = await Promise.all(minutes.map(dates));
    expect(seen.filter(([series, season]) => series !== season)).toEqual([]);
    expect(new Set(seen.map(([series]) => series)).size).toBe(2);
  });

  test("names a day's changes on that day alone", async () => {
    const list = async (from: string, to: string) =>
      objects((await json(30, `/movie/changes?start_date=${from}&end_date=${to}`)).results).length;
    expect(await list("2026-11-20", "2026-11-20")).toBe(0);
    expect(await list("2026-11-22", "2026-11-22")).toBe(0);
    expect(await list("2026-11-20", "2026-11-22")).toBeGreaterThan(60);
  });
});

describe("what the demo's provider knows besides titles", () => {
  test("records are found by the ids they have elsewhere", async () => {
    const found = async (value: string, source: string) => {
      const lists = Object.entries(await json(0, `/find/${value}?external_source=${source}`));
      expect(lists).toHaveLength(5);
      return lists.flatMap(([list, rows]) => objects(rows).map(({ id }) => `${list} ${id}`));
    };
    expect(await found("tt0133093", "imdb_id")).toEqual(["movie_results 603"]);
    expect(await found("tt0903747", "imdb_id")).toEqual(["tv_results 1396"]);
    expect(await found("81189", "tvdb_id")).toEqual(["tv_results 1396"]);
    expect(await found("nm0000206", "imdb_id")).toEqual(["person_results 6384"]);
    expect(await found("tt9999999", "imdb_id")).toEqual([]);
    expect(await found("Q1", "wikidata_id")).toEqual([]);
  });

  /** The age ratings of all titles of a kind, as "US PG-13", where a title has any. */
  async function ratings(kind: "movie" | "tv"): Promise<string[]> {
    const ofMovies = kind === "movie";
    const part = ofMovies ? "release_dates" : "content_ratings";
    const ids = ofMovies ? demoTitles.movies : demoTitles.series;
    const titles = ids.map((id) => json(0, `/${kind}/${id}?append_to_response=${part}`));
    const rows = (await Promise.all(titles)).flatMap((title) =>
      objects(object(title[part]).results),
    );
    return rows.flatMap(({ iso_3166_1, rating, release_dates }) =>
      ofMovies
        ? objects(release_dates)
            .filter(({ certification }) => certification !== "")
            .map(({ certification }) => `${iso_3166_1} ${certification}`)
        : [`${iso_3166_1} ${rating}`],
    );
  }

  test.each(["movie", "tv"] as const)(
    "every age rating that a %s has stands in the list of its country",
    async (kind) => {
      const { certifications } = await json(0, `/certification/${kind}/list`);
      const known = Object.entries(object(certifications)).flatMap(([country, rows]) =>
        objects(rows).map(({ certification }) => `${country} ${certification}`),
      );
      const carried = await ratings(kind);
      expect(carried.length).toBeGreaterThan(20);
      expect(carried.filter((rating) => !known.includes(rating))).toEqual([]);
    },
  );

  test.each([
    ["/configuration/countries", undefined, 10],
    ["/configuration/languages", undefined, 5],
    ["/watch/providers/regions", "results", 6],
    ["/watch/providers/movie", "results", 10],
    ["/watch/providers/tv", "results", 10],
  ])("%s is a list", async (path, key, least) => {
    const body: unknown = JSON.parse((await at(0, path)).text);
    const rows = key === undefined ? body : Object(body)[key];
    expect(rows.length).toBeGreaterThanOrEqual(least);
  });
});
