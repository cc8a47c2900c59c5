import { expect, setDefaultTimeout, test } from "bun:test";
import { movieBody } from "../support/bodies/movie";
import type { Json } from "../support/bodies/overrides";
import { castRow } from "../support/bodies/parts";
import { seasonBody, seriesBody } from "../support/bodies/series";
import { ingestion } from "./support";

setDefaultTimeout(60_000);

/** A movie with the same mark in every part. */
function marked(mark: string): Json {
  const cast = [0, 1, 2].map((n) => castRow(n, { character: mark }));
  return movieBody({
    id: 603,
    title: mark,
    overview: null,
    tagline: mark,
    credits: { cast, crew: [] },
    alternative_titles: { titles: [{ iso_3166_1: "DE", title: mark, type: "" }] },
    keywords: { keywords: [{ id: mark === "A" ? 1 : 2, name: mark }] },
    release_dates: {
      results: [
        { iso_3166_1: "US", release_dates: [{ type: 3, release_date: "2024-01-01", note: mark }] },
      ],
    },
  });
}

test("P21: readers see the old or the new movie, never a mixture, while payloads alternate", async () => {
  await using pipeline = await ingestion();
  const overview = "A keeper writes letters that the sea answers.";
  pipeline.provider.serve("/movie/603", { ...marked("A"), overview });
  const { result } = await pipeline.ingest("movie", 603);
  const seen = new Map<string, number>();
  let reading = true;
  const read = async () => {
    while (reading) {
      await Bun.sleep(5);
      const movie = await pipeline.get(`/movies/${result.entity_id}`);
      const marks = [
        movie.title,
        movie.tagline,
        ...movie.alternate_titles.map(({ title }: Json) => title),
        ...movie.keywords.map(({ name }: Json) => name),
        ...movie.release_dates.map(({ note }: Json) => note),
        movie.overview === overview ? "whole" : "lost",
      ].join();
      seen.set(marks, (seen.get(marks) ?? 0) + 1);
    }
  };
  const readers = Array.from({ length: 4 }, read);
  const credits = async () => {
    while (reading) {
      await Bun.sleep(5);
      const { cast } = await pipeline.get(`/movies/${result.entity_id}/credits`);
      const marks = cast.map(({ character }: Json) => character).join();
      seen.set(marks, (seen.get(marks) ?? 0) + 1);
    }
  };
  readers.push(credits());
  for (let round = 0; round < 30; round += 1) {
    pipeline.provider.serve("/movie/603", marked(round % 2 === 0 ? "B" : "A"));
    await pipeline.ingest("movie", 603);
  }
  reading = false;
  await Promise.all(readers);
  expect([...seen.keys()].sort()).toEqual(["A,A,A", "A,A,A,A,A,whole", "B,B,B", "B,B,B,B,B,whole"]);
}, 30_000);

test("M134: a season is one transaction of its own", async () => {
  await using pipeline = await ingestion();
  pipeline.provider.serve("/tv/1", seriesBody({ id: 1 }));
  pipeline.provider.serve("/tv/1/season/1", seasonBody(1, 1));
  pipeline.provider.misbehave("/tv/1/season/2", 500);
  const job = await pipeline.run("series", 1, { include_seasons: true });
  expect(job).toMatchObject({ status: "succeeded", children: { total: 3 } });
  const { seasons } = await pipeline.get(`/series/${job.result?.entity_id}`);
  expect(seasons.map((season: Json) => season.episodes_ingested)).toEqual([false, true, false]);
});
