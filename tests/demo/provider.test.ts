import { describe, expect, test } from "bun:test";
import { dayAfter } from "~/demo/calendar";
import { demoTitles } from "~/demo/catalog";
import { demoProvider } from "~/demo/provider";
import { appends, ask, askJson, object, objects, today } from "./ask";

const paths = [
  ...demoTitles.movies.map((id) => ({ path: `/movie/${id}`, id, asked: appends.movie })),
  ...demoTitles.series.map((id) => ({ path: `/tv/${id}`, id, asked: appends.tv })),
  ...demoTitles.collections.map((id) => ({
    path: `/collection/${id}`,
    id,
    asked: appends.collection,
  })),
  ...demoTitles.people.map((id) => ({ path: `/person/${id}`, id, asked: appends.person })),
];

async function seasonsOf(id: number) {
  const series = await askJson(`/tv/${id}`);
  return Promise.all(
    objects(series.seasons).map(async (stub) => ({
      series,
      stub,
      body: await askJson(`/tv/${id}/season/${stub.season_number}`, appends.season),
    })),
  );
}

describe("the demo provider", () => {
  test("has at least 60 movies, 12 series, 4 collections and 20 people, each once", () => {
    const { movies, series, collections, people } = demoTitles;
    expect(movies.length).toBeGreaterThanOrEqual(60);
    expect(series.length).toBeGreaterThanOrEqual(12);
    expect(collections.length).toBe(4);
    expect(people.length).toBeGreaterThanOrEqual(20);
    for (const ids of [movies, series, collections, people]) {
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test("answers every id it lists, with that id and every part asked for", async () => {
    for (const { path, id, asked } of paths) {
      const body = await askJson(path, asked);
      expect(body.id).toBe(id);
      expect(asked.filter((part) => !(part in body))).toEqual([]);
    }
  });

  test("appends only what is asked for", async () => {
    const plain = await askJson("/movie/603");
    const asked = await askJson("/movie/603", ["videos", "no_such_part"]);
    expect(Object.keys(asked)).toEqual([...Object.keys(plain), "videos"]);
    expect(appends.movie.filter((part) => part in plain)).toEqual([]);
  });

  test("gives byte-identical bodies on one day and moves its dates on another", async () => {
    for (const { path, asked } of paths) {
      expect(await ask(path, asked)).toEqual(await ask(path, asked));
    }
    const tomorrow = await ask("/movie/9100001", appends.movie, dayAfter(today, 1));
    expect(tomorrow.text).not.toBe((await ask("/movie/9100001", appends.movie)).text);
  });

  test("serves every season a series lists, with as many episodes as it says", async () => {
    for (const id of demoTitles.series) {
      for (const { stub, body } of await seasonsOf(id)) {
        expect({ id: body.id, count: objects(body.episodes).length }).toEqual({
          id: stub.id ?? 0,
          count: Number(stub.episode_count),
        });
        expect(appends.season.filter((part) => !(part in body))).toEqual([]);
      }
    }
  });

  test("leaves season 0 out of a series' numbers, and two series have one", async () => {
    let specials = 0;
    for (const id of demoTitles.series) {
      const series = await askJson(`/tv/${id}`);
      const regular = objects(series.seasons).filter((stub) => stub.season_number !== 0);
      specials += objects(series.seasons).length - regular.length;
      expect([series.number_of_seasons, series.number_of_episodes]).toEqual([
        regular.length,
        regular.reduce((sum, stub) => sum + Number(stub.episode_count), 0),
      ]);
    }
    expect(specials).toBe(2);
  });

  test("gives every episode an id of its own", async () => {
    const seasons = (await Promise.all(demoTitles.series.map(seasonsOf))).flat();
    const ids = seasons.flatMap(({ body }) => objects(body.episodes).map((episode) => episode.id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("ranks only titles it serves, 20 movies and 12 series, in another order by week", async () => {
    for (const [kind, known, size] of [
      ["movie", demoTitles.movies, 20],
      ["tv", demoTitles.series, 12],
    ] as const) {
      const lists = await Promise.all(
        ["day", "week"].map(async (window) =>
          objects((await askJson(`/trending/${kind}/${window}`)).results).map(({ id }) =>
            Number(id),
          ),
        ),
      );
      for (const ids of lists) {
        expect(new Set(ids).size).toBe(size);
        expect(ids.filter((id) => !known.includes(id))).toEqual([]);
      }
      expect(lists[0]).not.toEqual(lists[1]);
    }
  });

  test("always has theatrical releases now and soon in US, GB and DE", async () => {
    const movies = await Promise.all(
      demoTitles.movies.map((id) => askJson(`/movie/${id}`, ["release_dates"])),
    );
    const within = (region: string, from: number, to: number) =>
      movies.filter((movie) =>
        objects(object(movie.release_dates).results)
          .filter((row) => row.iso_3166_1 === region)
          .flatMap((row) => objects(row.release_dates))
          .some(({ type, release_date }) => {
            const day = String(release_date).slice(0, 10);
            return (
              (type === 2 || type === 3) &&
              day >= dayAfter(today, from) &&
              day <= dayAfter(today, to)
            );
          }),
      ).length;
    for (const region of ["US", "GB", "DE"]) {
      expect(within(region, -42, 6)).toBeGreaterThanOrEqual(4);
      expect(within(region, 1, 60)).toBeGreaterThanOrEqual(4);
    }
  });

  test("answers a credit's facts alike wherever the person stands, and one credit id once per title", async () => {
    const names = new Map<number, string>();
    for (const id of demoTitles.movies) {
      const credits = object((await askJson(`/movie/${id}`, ["credits"])).credits);
      const rows = [...objects(credits.cast), ...objects(credits.crew)];
      expect(new Set(rows.map((row) => row.credit_id)).size).toBe(rows.length);
      for (const row of rows) {
        expect(names.get(Number(row.id)) ?? row.name).toBe(row.name ?? "");
        names.set(Number(row.id), String(row.name));
      }
    }
    expect(names.size).toBeGreaterThan(250);
  });

  test("serves a company under the id its movies name", async () => {
    const [company] = objects((await askJson("/movie/603")).production_companies);
    expect((await askJson(`/company/${company?.id}`)).name).toBe(company?.name ?? "");
  });

  test("answers 404 with the provider's error body for whatever it has not", async () => {
    for (const path of [
      "/movie/1",
      "/tv/1396/season/77",
      "/trending/all/day",
      "/movie/603/x",
      "",
    ]) {
      const { status, text } = await ask(path);
      expect({ status, ...JSON.parse(text) }).toEqual({
        status: 404,
        success: false,
        status_code: 34,
        status_message: expect.any(String),
      });
    }
    const posted = new Request("http://demo.invalid/3/movie/603", { method: "POST" });
    expect((await demoProvider({ today })(posted)).status).toBe(404);
  });

  test("ignores host and whatever stands before /3", async () => {
    const request = new Request("https://example.invalid/proxy/3/movie/603");
    const response = await demoProvider({ today })(request);
    expect(await response.text()).toBe((await ask("/movie/603")).text);
  });
});
