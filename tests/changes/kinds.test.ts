import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { JobKind } from "~/vocabulary";
import { ingestion, type Pipeline } from "../ingest/support";
import { collectionBody, personBody, trendingBody } from "../support/bodies/entities";
import { movieBody, movieItem } from "../support/bodies/movie";
import type { Json } from "../support/bodies/overrides";
import { castRow, imageRow, listPart, offerRow } from "../support/bodies/parts";
import { episodeBody, seasonBody, seriesBody } from "../support/bodies/series";
import { changesOf, headOf, numberAll, stamps } from "./feed";

setDefaultTimeout(60_000);

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await ingestion();
  await given("movie", 1, movieBody({ id: 1 }));
  await given("movie", 2, movieBody({ id: 2, belongs_to_collection: null }));
  await given("series", 7, seriesBody({ id: 7 }));
  await given("season", "7:1", seasonBody(7, 1));
  await given("person", 501, personBody());
  await given("collection", 701, collectionBody());
});
afterAll(() => pipeline[Symbol.asyncDispose]());

const paths: Partial<Record<JobKind, string>> = { series: "tv", trending: "trending" };

/** Ingests this body of the provider, and returns what the feed tells of it. */
async function given(kind: JobKind, external_id: number | string, body: Json): Promise<string[]> {
  const [id, number] = String(external_id).split(":");
  const path = kind === "season" ? `/tv/${id}/season/${number}` : `/${paths[kind] ?? kind}/${id}`;
  pipeline.provider.serve(kind === "trending" ? `/trending/${id}/${number}` : path, body);
  await pipeline.db.execute(sql`
    update provenance set payload_hash = '' where kind = ${kind} and external_id = ${String(external_id)}`);
  return changesOf(pipeline.db, () => pipeline.ingest(kind, external_id));
}

describe("what a payload changes", () => {
  test("N62: an equal payload, read again, changes nothing of any kind", async () => {
    const before = await stamps(pipeline.db);
    expect(await given("movie", 1, movieBody({ id: 1 }))).toEqual([]);
    expect(await given("series", 7, seriesBody({ id: 7 }))).toEqual([]);
    expect(await given("season", "7:1", seasonBody(7, 1))).toEqual([]);
    expect(await given("person", 501, personBody())).toEqual([]);
    expect(await given("collection", 701, collectionBody())).toEqual([]);
    expect(await stamps(pipeline.db)).toEqual(before);
  });

  test("N56: a fetch of the stored payload notes nothing and moves no updated_at", async () => {
    const [before, head] = [await stamps(pipeline.db), await headOf(pipeline.db)];
    await pipeline.ingest("movie", 1);
    expect(await pipeline.db.execute(sql`select from changes_pending`)).toHaveLength(0);
    await numberAll(pipeline.db);
    expect(await headOf(pipeline.db)).toBe(head);
    expect(await stamps(pipeline.db)).toEqual(before);
  });

  test("N62: a movie that names others tells of those that are new or differ, and of itself only where it differs", async () => {
    const cast = [castRow(0, { name: "Renamed" }, 1), castRow(1, { gender: 2 }, 1)];
    expect(await given("movie", 1, movieBody({ id: 1, credits: { cast } }))).toEqual([
      "person names",
    ]);
    const keywords = [
      { id: 903, name: "letters" },
      { id: 901, name: "lighthouse" },
    ];
    expect(
      await given("movie", 1, movieBody({ id: 1, credits: { cast }, keywords: { keywords } })),
    ).toEqual(["keyword created", "movie keywords"]);
    const body = movieBody({
      id: 1,
      credits: { cast },
      keywords: { keywords: keywords.toReversed() },
      "watch/providers": {
        results: {
          US: { flatrate: [offerRow(1, { provider_name: "Renamed", logo_path: "/new.jpg" })] },
        },
      },
    });
    expect(await given("movie", 1, body)).toEqual(["provider names artwork"]);
    expect(await given("movie", 1, { ...body, title: "Another", vote_count: 121 })).toEqual([
      "movie names audience",
    ]);
  });

  test("N62: of recommendations only the order of movies that are here counts", async () => {
    const recommending = (...ids: number[]) =>
      given(
        "movie",
        2,
        movieBody({
          id: 2,
          belongs_to_collection: null,
          recommendations: listPart(ids.map((id) => movieItem({ id }))),
        }),
      );
    await given("movie", 3, movieBody({ id: 3 }));
    expect(await recommending(90, 1, 91, 3)).toEqual(["movie recommendations"]);
    expect(await recommending(1, 92, 93, 94, 3, 95)).toEqual([]);
    expect(await recommending(1, 3)).toEqual([]);
    expect(await recommending(3, 90, 1)).toEqual(["movie recommendations"]);
    expect(await recommending(90, 1)).toEqual(["movie recommendations"]);
  });

  test("N59: a collection tells of its list and its number of parts, its movies tell that they joined", async () => {
    const parts = (...ids: number[]) =>
      given(
        "collection",
        701,
        collectionBody({
          parts: ids.map((id) => movieItem({ id, release_date: `20${10 + id}-01-01` })),
        }),
      );
    expect(await parts(2, 1)).toEqual([]);
    // Movie 80 is not here, but it is counted.
    expect(await parts(1, 2, 80)).toEqual(["collection members"]);
    expect(await parts(1, 2, 81)).toEqual([]);
    expect(await parts(1, 2, 3, 81)).toEqual(["collection members"]);
    expect(await parts(1, 3, 81)).toEqual(["collection members", "movie collection"]);
    expect(
      await given("collection", 701, collectionBody({ parts: [], overview: "Other." })),
    ).toEqual(["collection names"]);
  });

  test("N59: a person's own payload tells names, dates, facts and images apart", async () => {
    expect(await given("person", 501, personBody({ biography: "Another life." }))).toEqual([
      "person names",
    ]);
    const again = { biography: "Another life.", deathday: "2026-01-01" };
    expect(await given("person", 501, personBody(again))).toEqual(["person dates"]);
    const seen = imageRow("person-501", { iso_3166_1: null, iso_639_1: null, vote_count: 9 });
    expect(
      await given("person", 501, personBody({ ...again, images: { profiles: [seen] } })),
    ).toEqual(["person artwork"]);
  });

  test("N59: a season tells of its episodes, and its series of names and dates", async () => {
    const season = (one: Json, more: Json = {}) =>
      given(
        "season",
        "7:1",
        seasonBody(7, 1, { episodes: [episodeBody(7, 1, 1, one), episodeBody(7, 1, 2)], ...more }),
      );
    expect(await season({ runtime: 50 })).toEqual(["episode facts"]);
    expect(await season({ runtime: 50, vote_count: 13 })).toEqual(["episode audience"]);
    expect(await season({ runtime: 50, vote_count: 13, name: "Other" })).toEqual([
      "episode names",
      "series seasons",
    ]);
    expect(
      await season({ runtime: 50, vote_count: 13, name: "Other" }, { overview: "All of it." }),
    ).toEqual(["season names", "series seasons"]);
    expect(
      await season({
        runtime: 50,
        vote_count: 13,
        name: "Other",
        guest_stars: [castRow(0, { id: 552 })],
      }),
    ).toEqual(["episode credits", "person created"]);
    const fewer = { episodes: [episodeBody(7, 1, 2)] };
    expect(await given("season", "7:1", seasonBody(7, 1, fewer))).toEqual([
      "episode deleted",
      "season facts",
      "series seasons",
    ]);
  });

  test("N59: a ranking tells of other ranks, not that it was read again", async () => {
    const ranking = (...ids: number[]) =>
      given("trending", "movie:day", trendingBody("movie", ids));
    expect(await ranking(2, 3)).toEqual(["trending created"]);
    expect(await ranking(2, 3)).toEqual([]);
    expect(await ranking(3, 2)).toEqual(["trending ranking"]);
    expect(await ranking(2)).toEqual(["trending ranking"]);
  });
});
