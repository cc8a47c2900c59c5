import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { enqueueAll } from "~/jobs/queue";
import { collectionBody } from "../support/bodies/entities";
import { movieBody, movieItem } from "../support/bodies/movie";
import type { Json } from "../support/bodies/overrides";
import { listPart } from "../support/bodies/parts";
import { ingestion } from "./support";

setDefaultTimeout(60_000);

const alone = (id: number, overrides: Json = {}) =>
  movieBody({ id, title: `Movie ${id}`, belongs_to_collection: null, ...overrides });
const within = (id: number, name = "The Lighthouse Collection") =>
  movieBody({ id, title: `Movie ${id}`, belongs_to_collection: { id: 701, name } });
const parts = (...ids: number[]) =>
  collectionBody({
    parts: ids.map((id) => movieItem({ id, release_date: `20${id + 10}-01-01` })),
  });
const titlesOf = (results: { title: string }[]) => results.map(({ title }) => title);

describe.concurrent("recommendations", () => {
  test("M28: an edge shows once its target is in the catalog, without a new run of the source", async () => {
    await using pipeline = await ingestion();
    const recommendations = listPart([movieItem({ id: 2 }), movieItem({ id: 3 })]);
    pipeline.provider.serve("/movie/1", alone(1, { recommendations }));
    pipeline.provider.serve("/movie/2", alone(2)).serve("/movie/3", alone(3));
    const { result } = await pipeline.ingest("movie", 1);
    const recommended = async () => {
      const page = await pipeline.get(`/movies/${result.entity_id}/recommendations`);
      return titlesOf(page.results);
    };
    expect(await recommended()).toEqual([]);
    expect((await pipeline.counts()).movies).toBe(1);
    await pipeline.ingest("movie", 3);
    expect(await recommended()).toEqual(["Movie 3"]);
    await pipeline.ingest("movie", 2);
    expect(await recommended()).toEqual(["Movie 2", "Movie 3"]);
  });
});

describe.concurrent("collections", () => {
  test("M37, M126: a movie makes a stub, the collection's own ingestion fills it under the same id", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/1", within(1, "Working Title Collection"));
    const movie = await pipeline.ingest("movie", 1);
    const { collection } = await pipeline.get(`/movies/${movie.result.entity_id}`);
    expect(collection).toMatchObject({ name: "Working Title Collection" });
    pipeline.provider.serve("/collection/701", parts(2, 1));
    const { result } = await pipeline.ingest("collection", 701);
    expect(result).toMatchObject({ entity_id: collection.id, outcome: "updated" });
    const filled = await pipeline.get(`/collections/${result.entity_id}`);
    expect(filled).toMatchObject({
      name: "The Lighthouse Collection",
      overview: "Two films about one lamp.",
      poster_path: "/collection-poster.jpg",
      backdrop_path: "/collection-backdrop.jpg",
      movie_count: 1,
      parts_total: 2,
    });
    expect(titlesOf(filled.movies)).toEqual(["Movie 1"]);
    pipeline.provider.serve("/collection/701", { id: 701, name: "The Lighthouse Collection" });
    await pipeline.ingest("collection", 701);
    const { updated_at: _, last_ingested_at: _at, ...kept } = filled;
    expect(await pipeline.get(`/collections/${result.entity_id}`)).toMatchObject(kept);
  });

  test("M37: a movie that comes after its collection is linked by its own ingestion, in its place", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/collection/701", parts(2, 1, 3));
    pipeline.provider.serve("/movie/1", alone(1)).serve("/movie/3", alone(3));
    const { result } = await pipeline.ingest("collection", 701);
    const linked = async () =>
      titlesOf((await pipeline.get(`/collections/${result.entity_id}`)).movies);
    expect(await linked()).toEqual([]);
    await pipeline.ingest("movie", 3);
    await pipeline.ingest("movie", 1);
    expect(await linked()).toEqual(["Movie 1", "Movie 3"]);
  });

  test("M125: a part that is gone leaves the collection, and the movie stays", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/1", alone(1)).serve("/movie/2", alone(2));
    await pipeline.ingest("movie", 1);
    await pipeline.ingest("movie", 2);
    pipeline.provider.serve("/collection/701", parts(1, 2));
    const { result } = await pipeline.ingest("collection", 701);
    pipeline.provider.serve("/collection/701", parts(2));
    await pipeline.ingest("collection", 701);
    const { movies, parts_total } = await pipeline.get(`/collections/${result.entity_id}`);
    expect([titlesOf(movies), parts_total]).toEqual([["Movie 2"], 1]);
    expect((await pipeline.counts()).movies).toBe(2);
  });

  test("P20: a list of parts with a broken one unlinks nothing and counts nothing down", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/1", alone(1)).serve("/movie/2", alone(2));
    pipeline.provider.serve("/collection/701", parts(1, 2));
    await pipeline.ingest("movie", 1);
    await pipeline.ingest("movie", 2);
    const { result } = await pipeline.ingest("collection", 701);
    const broken = [movieItem({ id: 2 }), movieItem({ id: "one" })];
    pipeline.provider.serve("/collection/701", collectionBody({ parts: broken }));
    const again = await pipeline.ingest("collection", 701);
    expect(again.result.warnings).toHaveLength(2);
    const { movies, parts_total } = await pipeline.get(`/collections/${result.entity_id}`);
    expect([movies.length, parts_total]).toEqual([2, 2]);
  });

  test("M37: a collection and its movies ingested at the same time always find each other", async () => {
    await using pipeline = await ingestion({ loops: 4 });
    const rounds = Array.from({ length: 25 }, (_, round) => round);
    for (const round of rounds) {
      const [movie, collection] = [1000 + round, 2000 + round];
      pipeline.provider.serve(`/movie/${movie}`, alone(movie));
      const body = collectionBody({ id: collection, parts: [movieItem({ id: movie })] });
      pipeline.provider.serve(`/collection/${collection}`, body);
      await enqueueAll(pipeline.db, [
        { kind: "movie", external_id: String(movie) },
        { kind: "collection", external_id: String(collection) },
      ]);
      await pipeline.drain();
    }
    expect(
      await pipeline.row(sql`
        select count(*)::int as movies, count(collection_id)::int as linked from movies`),
    ).toEqual({ movies: 25, linked: 25 });
  }, 20_000);
});
