import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Finds, serveFind } from "../support/find";
import { serveMany } from "../support/many-records";
import { ingestion, type Pipeline } from "./support";

setDefaultTimeout(30_000);

let pipeline: Pipeline;
let finds: Finds;
beforeAll(async () => {
  pipeline = await ingestion();
  const { provider } = pipeline;
  for (const kind of ["movie", "tv", "person"] as const) serveMany(provider, kind, { upTo: 20 });
  finds = serveFind(provider);
});
afterAll(() => pipeline[Symbol.asyncDispose]());

/** The children of a job. */
const childrenOf = async (parent: string) => {
  const rows = await pipeline.db.execute(sql`
    select kind, external_id, status, params from jobs
    where parent_id = ${parent.replace("job_", "")}::uuid order by kind, external_id`);
  return [...rows];
};
const done = { status: "succeeded", params: {} };

describe("a job that finds an id of another site", () => {
  test("N15: enqueues the movies, series and people that the provider names", async () => {
    finds.name("imdb_id", "tt0133093", { movie: [1], tv: [2], person: [3], tv_episode: [99] });
    const job = await pipeline.run("find", "imdb:tt0133093");
    expect(job).toMatchObject({
      status: "succeeded",
      result: { entity_kind: "movie", entity_id: null, outcome: "unchanged", warnings: [] },
      children: { total: 3, succeeded: 3 },
    });
    expect(await childrenOf(job.id)).toEqual([
      { kind: "movie", external_id: "1", ...done },
      { kind: "series", external_id: "2", ...done },
      { kind: "person", external_id: "3", ...done },
    ]);
  });

  test("N15: asks with the provider's word for the site", async () => {
    finds.name("wikidata_id", "Q83495", { movie: [4] });
    await pipeline.ingest("find", "tvdb:5");
    await pipeline.ingest("find", "wikidata:Q83495");
    await pipeline.ingest("find", "imdb:nm0000006");
    const asked = pipeline.provider.requests.filter(({ path }) => path.startsWith("/find/"));
    expect(asked.slice(-3).map(({ path, query }) => [path, query])).toEqual([
      ["/find/5", { external_source: "tvdb_id" }],
      ["/find/Q83495", { external_source: "wikidata_id" }],
      ["/find/nm0000006", { external_source: "imdb_id" }],
    ]);
  });

  test("N15: fails as provider_not_found when nothing is named, or only an episode", async () => {
    finds.name("imdb_id", "tt9999999", {});
    finds.name("imdb_id", "tt9999998", { tv_season: [1], tv_episode: [2] });
    for (const external_id of ["imdb:tt9999999", "imdb:tt9999998"]) {
      const job = await pipeline.run("find", external_id);
      expect(job).toMatchObject({
        status: "failed",
        error: { code: "provider_not_found", retryable: false },
        children: { total: 0 },
      });
    }
  });

  test("N93: hands include_seasons on to series alone", async () => {
    finds.name("imdb_id", "tt0944947", { movie: [7], tv: [8] });
    const job = await pipeline.ingest("find", "imdb:tt0944947", { include_seasons: true });
    const children = await childrenOf(job.id);
    expect(children.map(({ params }) => params)).toEqual([{}, { include_seasons: true }]);
  });

  test("N15: items of an answer that are unusable are left out with a warning", async () => {
    pipeline.provider.serve("/find/tt0000001", {
      movie_results: [{ id: "x" }, { id: 9 }, null, { id: 9 }],
      tv_results: [],
      person_results: [],
    });
    const job = await pipeline.ingest("find", "imdb:tt0000001");
    expect(job.result.warnings).toHaveLength(3);
    expect(await childrenOf(job.id)).toMatchObject([{ kind: "movie", external_id: "9" }]);
  });
});
