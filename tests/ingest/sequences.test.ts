import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { movieBody } from "../support/bodies/movie";
import type { Json } from "../support/bodies/overrides";
import { castRow, imageRow, offerRow, videoRow } from "../support/bodies/parts";
import { seriesBody } from "../support/bodies/series";
import { ingestion, type Pipeline } from "./support";

setDefaultTimeout(60_000);

/** A part of a body that has some items, is empty, or is missing. */
const list = <T>(item: (n: number) => T) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.uniqueArray(fc.nat(5), { maxLength: 4 }).map((ns) => ns.map(item)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
const word = fc.constantFrom("one", "two", "", null, undefined);

const shared = {
  overview: word,
  tagline: word,
  poster_path: fc.constantFrom("/a.jpg", "/b.jpg", null),
  genres: list((n) => ({ id: [18, 28, 35, 80, 99, 9648][n], name: `Genre ${n}` })),
  production_companies: list((n) => ({ id: 800 + n, name: `Company ${n}` })),
  credits: fc.record({ cast: list((n) => castRow(n)), crew: fc.constant([]) }),
  videos: fc.record({ results: list((n) => videoRow(`v${n}`)) }),
  images: fc.record({ posters: list((n) => imageRow(`p${n}`)) }),
  "watch/providers": fc.record({
    results: fc.record({ US: fc.record({ flatrate: list((n) => offerRow(n + 1)) }) }),
  }),
};
const movie = fc.record({
  ...shared,
  keywords: fc.record({ keywords: list((n) => ({ id: n + 1, name: `k${n}` })) }),
});
const series = fc.record({
  ...shared,
  networks: list((n) => ({ id: 800 + n, name: `Network ${n}` })),
  aggregate_credits: fc.constant(undefined),
});

const check = async (
  pipeline: Pipeline,
  kind: "movie" | "series",
  path: string,
  bodies: Json[],
) => {
  for (const body of bodies) {
    pipeline.provider.serve(path, body);
    await pipeline.ingest(kind, path.split("/").at(-1) ?? "");
  }
  const once = await pipeline.dump();
  await pipeline.forget();
  await pipeline.ingest(kind, path.split("/").at(-1) ?? "");
  expect(await pipeline.dump()).toEqual(once);
};

test("M4: whatever payloads came before, the last one ingested twice is as ingested once", async () => {
  await using pipeline = await ingestion();
  let id = 0;
  const two = <T>(one: fc.Arbitrary<T>) => fc.tuple(one, one).map(([a, b]) => [a, b, a]);
  await fc.assert(
    fc.asyncProperty(two(movie), two(series), async (movies, shows) => {
      id += 1;
      const films = movies.map((body) => movieBody({ ...body, id }));
      await check(pipeline, "movie", `/movie/${id}`, films);
      const seriesBodies = shows.map((body) => seriesBody({ ...body, id }));
      await check(pipeline, "series", `/tv/${id}`, seriesBodies);
    }),
    { numRuns: 8, seed: 20_261_121 },
  );
});
