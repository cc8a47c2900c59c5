import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { trendingBody } from "../support/bodies/entities";
import { movieBody } from "../support/bodies/movie";
import type { Json } from "../support/bodies/overrides";
import { listPart, videoRow } from "../support/bodies/parts";
import { episodeBody, seasonBody, seasonItem, seriesBody } from "../support/bodies/series";
import { ingestion, type Pipeline } from "./support";

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Release dates by region, with so many rows for each region. */
const releases = (regions: readonly string[], rows: number): Json => ({
  results: regions.map((iso_3166_1) => ({
    iso_3166_1,
    release_dates: many(rows, () => ({ type: 3, release_date: "2024-01-01" })),
  })),
});
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const countries = letters.flatMap((first) => letters.map((second) => first + second));

const rankMovies = ({ provider }: Pipeline, ...ids: number[]) => {
  for (const id of ids) provider.serve(`/movie/${id}`, movieBody({ id }));
  provider.serve("/trending/movie/day", trendingBody("movie", ids));
};
const ranked = async ({ db }: Pipeline) => {
  const rows = await db.execute<{ rank: number; external_id: number }>(sql`
    select rank, external_id from trending_entries join titles on titles.id = title_id order by 1`);
  return rows.map(({ rank, external_id }) => [rank, external_id]);
};
const warned = (warnings: readonly string[], part: string) =>
  warnings.filter((warning) => warning.startsWith(part));

describe("a payload that the catalog cannot hold", () => {
  test("M133: regions named twice with 10 000 dates each cost dates, not the movie", async () => {
    await using pipeline = await ingestion();
    const release_dates = releases(
      [..."AABBCCDD"].map((letter) => letter.repeat(2)),
      10_000,
    );
    pipeline.provider.serve("/movie/603", movieBody({ id: 603, release_dates }));
    const { result } = await pipeline.ingest("movie", 603);
    expect(warned(result.warnings, "release_dates")).not.toEqual([]);
  });

  test.each([
    [
      "22",
      sql`alter table movies add column odd int generated always as (runtime * 1000000) stored`,
    ],
    ["23", sql`alter table movies add constraint short check (runtime < 100000) not valid`],
  ])(
    "M133: what the database refuses for good (class %s) fails the title at once, and costs a ranking that title alone",
    async (sqlClass, jam) => {
      await using pipeline = await ingestion();
      rankMovies(pipeline, 1, 2, 3);
      await pipeline.db.execute(jam);
      pipeline.provider.serve("/movie/2", movieBody({ id: 2, runtime: 500_000 }));
      expect(await pipeline.run("movie", 2)).toMatchObject({
        status: "failed",
        attempts: 1,
        error: { code: "internal_error", retryable: false },
      });
      const { result } = await pipeline.ingest("trending", "movie:day");
      const [warning, ...others] = result.warnings;
      expect(warning).toContain("movie 2: left out of the ranking (internal_error: ");
      expect(warning).toContain(`SQLSTATE ${sqlClass}`);
      expect(others).toEqual([]);
      expect(await ranked(pipeline)).toEqual([
        [1, 1],
        [3, 3],
      ]);
    },
  );

  test("M135: a ranking of 10 000 titles is cut to the provider's first 20", async () => {
    await using pipeline = await ingestion();
    rankMovies(pipeline, ...many(20, (index) => index + 1));
    const results = many(10_000, (index) => ({ id: index + 1, media_type: "movie" }));
    pipeline.provider.serve("/trending/movie/day", listPart(results));
    const { result, progress } = await pipeline.ingest("trending", "movie:day");
    expect(progress).toEqual({ done: 20, total: 20 });
    expect(await ranked(pipeline)).toEqual(many(20, (index) => [index + 1, index + 1]));
    expect(result.warnings).toEqual(["results: has more than 20 items; the rest was left out"]);
  });

  test("M18: a moment that is before year 1 in UTC is absent", async () => {
    await using pipeline = await ingestion();
    const results = [videoRow("early", { published_at: "0001-01-01T00:00:00+14:00" })];
    pipeline.provider.serve("/movie/603", movieBody({ id: 603, videos: { results } }));
    const { result } = await pipeline.ingest("movie", 603);
    const videos = await pipeline.get(`/movies/${result.entity_id}/videos`);
    expect(videos.results[0].published_at).toBeNull();
  });
});

describe("a detail", () => {
  test("S16: holds at most so many release dates, however many regions name how many", async () => {
    await using pipeline = await ingestion();
    const release_dates = releases(countries.slice(0, 200), 1_000);
    pipeline.provider.serve("/movie/603", movieBody({ id: 603, release_dates }));
    const { result } = await pipeline.ingest("movie", 603);
    const movie = await pipeline.get(`/movies/${result.entity_id}`);
    expect(movie.release_dates).toHaveLength(bounds.release_dates);
    expect(warned(result.warnings, "release_dates.results")).toHaveLength(2);
    expect(JSON.stringify(movie).length).toBeLessThan(2_000_000);
  });
});

describe("numbers of seasons and episodes", () => {
  test("M105, B162: a season that no path and no request can name is left out with a warning", async () => {
    await using pipeline = await ingestion();
    const seasons = [1, 9_999, 10_000, 2_147_483_647].map((number) =>
      seasonItem(1, number, { air_date: null }),
    );
    pipeline.provider.serve("/tv/1", seriesBody({ id: 1, seasons }));
    const { result } = await pipeline.ingest("series", 1);
    expect(warned(result.warnings, "seasons")).toHaveLength(4);
    const at = `/series/${result.entity_id}/seasons`;
    const listed = await pipeline.get(at);
    const numbers = listed.results.map(({ season_number }: Json) => season_number);
    expect(numbers).toEqual([1, 9_999]);
    for (const number of numbers) {
      expect(await pipeline.get(`${at}/${number}`)).toMatchObject({ season_number: number });
    }
  });

  test("M105: an episode that no path can name is left out with a warning", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/tv/1", seriesBody({ id: 1 }));
    const episodes = [1, 999_999_999, 1_000_000_000].map((number, index) =>
      episodeBody(1, 1, index + 1, { episode_number: number, air_date: "2024-01-01" }),
    );
    pipeline.provider.serve("/tv/1/season/1", seasonBody(1, 1, { episodes }));
    const { result: series } = await pipeline.ingest("series", 1);
    const { result } = await pipeline.ingest("season", "1:1");
    expect(warned(result.warnings, "episodes")).toHaveLength(2);
    const at = `/series/${series.entity_id}/seasons/1/episodes`;
    const { results } = await pipeline.get(at);
    const numbers = results.map(({ episode_number }: Json) => episode_number);
    expect(numbers).toEqual([1, 999_999_999]);
    for (const number of numbers) {
      expect(await pipeline.get(`${at}/${number}`)).toMatchObject({ episode_number: number });
    }
  });
});
