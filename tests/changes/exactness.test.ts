import { setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { ingestion } from "../ingest/support";
import { movieBody, movieItem } from "../support/bodies/movie";
import type { Json } from "../support/bodies/overrides";
import { castRow, crewRow, imageRow, listPart, offerRow, videoRow } from "../support/bodies/parts";
import { seasonItem, seriesBody } from "../support/bodies/series";
import { expectExact, turned } from "./told";

setDefaultTimeout(120_000);

const word = fc.constantFrom("one", "two", "", null, undefined);
const number = fc.constantFrom(1, 2, 0, undefined);
/** Up to four different things in any order, or none, or nothing about them. */
const list = <T>(item: (n: number) => T) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.uniqueArray(fc.nat(4), { maxLength: 4 }).map((ns) => ns.map(item)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
const genres = [18, 28, 35, 80, 10_767];
const days = ["2024-05-01", "2024-05-01", "2024-06-01", "2024-07-01", "2024-08-01"];

const shared = {
  overview: word,
  homepage: word,
  popularity: number,
  vote_count: number,
  poster_path: fc.constantFrom("/p0.jpg", "/p1.jpg", "/else.jpg", null),
  genres: list((n) => ({ id: genres[n], name: `Genre ${n}` })),
  production_companies: list((n) => ({ id: 800 + n, name: `Company ${n}` })),
  credits: fc.record({
    cast: list((n) => castRow(n)),
    crew: list((n) => crewRow(`Job ${n}`, "Writing")),
  }),
  videos: fc.record({ results: list((n) => videoRow(`v${n}`)) }),
  images: fc.record({
    posters: list((n) => imageRow(`p${n}`)),
    logos: fc.constantFrom([], [imageRow("l0")]),
  }),
  external_ids: fc.record({ wikidata_id: fc.constantFrom("Q1", "Q2", null) }),
  "watch/providers": fc.record({
    results: fc.record({ US: fc.record({ flatrate: list((n) => offerRow(n + 1)) }) }),
  }),
};
const movie = fc.record({
  ...shared,
  release_date: fc.constantFrom("2024-01-01", "2024-01-02", ""),
  belongs_to_collection: fc.constantFrom(null, { id: 7, name: "Seven" }, { id: 8, name: "Eight" }),
  keywords: fc.record({ keywords: list((n) => ({ id: n + 1, name: `k${n}` })) }),
  alternative_titles: fc.record({ titles: list((n) => ({ iso_3166_1: "DE", title: `T${n}` })) }),
  recommendations: list((n) => movieItem({ id: 9_000 + n })).map((items) => listPart(items ?? [])),
  release_dates: list((n) => ({ release_date: `${days[n]}T00:00:00.000Z`, type: 1 + n })).map(
    (release_dates) => ({ results: [{ iso_3166_1: "US", release_dates: release_dates ?? [] }] }),
  ),
});
const series = fc.record({
  ...shared,
  networks: list((n) => ({ id: 800 + n, name: `Network ${n}` })),
  aggregate_credits: fc.constant(undefined),
  keywords: fc.record({ results: list((n) => ({ id: n + 1, name: `k${n}` })) }),
  next_episode_to_air: fc.constantFrom(null, undefined, { season_number: 1, episode_number: 3 }),
  content_ratings: fc.record({ results: list((n) => ({ iso_3166_1: "US", rating: `R${n}` })) }),
  seasons: list((n) => seasonItem(1, n)),
});

/** Payloads of which each has most parts of the one before, and some of them in another order. */
const payloads = (facts: fc.Arbitrary<Json>) =>
  fc
    .array(
      fc.record({
        facts,
        changed: fc.array(fc.nat(20), { maxLength: 2 }),
        turns: fc.array(fc.nat(20), { maxLength: 6 }),
      }),
      { minLength: 3, maxLength: 4 },
    )
    .map(([first, ...later]) => {
      const bodies: Json[] = [first?.facts ?? {}];
      for (const { facts: next, changed, turns } of later) {
        const parts = Object.entries(bodies.at(-1) ?? {}).map(([key, value], place) => [
          key,
          changed.includes(place) ? next[key] : turns.includes(place) ? turned(value) : value,
        ]);
        bodies.push(Object.fromEntries(parts));
      }
      return bodies;
    });

test("N59, N62: whatever payloads come, a title is told to have changed in exactly the groups whose content differs", async () => {
  await using pipeline = await ingestion();
  // Of the recommended movies these are in the catalog.
  for (const id of [9_001, 9_003]) {
    pipeline.provider.serve(`/movie/${id}`, movieBody({ id }));
    await pipeline.ingest("movie", id);
  }
  let id = 0;
  const both = fc.record({
    movies: payloads(movie),
    series: payloads(series),
  });
  await fc.assert(
    fc.asyncProperty(both, async (bodies) => {
      id += 1;
      await expectExact(
        pipeline,
        "movie",
        id,
        bodies.movies.map((facts) => movieBody({ id, ...facts })),
      );
      await expectExact(
        pipeline,
        "series",
        id,
        bodies.series.map((facts) => seriesBody({ id, ...facts })),
      );
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 30), seed: Number(process.env.FUZZ_SEED ?? 12) },
  );
});
