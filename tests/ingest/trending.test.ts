import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { trendingBody } from "../support/bodies/entities";
import { movieBody, movieItem } from "../support/bodies/movie";
import { listPart } from "../support/bodies/parts";
import { seriesBody } from "../support/bodies/series";
import { ingestion, type Pipeline } from "./support";

setDefaultTimeout(60_000);

const serve = ({ provider }: Pipeline, kind: "movie" | "tv", ...ids: number[]) => {
  for (const id of ids) {
    const body = kind === "movie" ? movieBody({ id }) : seriesBody({ id });
    provider.serve(`/${kind}/${id}`, body);
  }
};
const rank = ({ provider }: Pipeline, list: string, ...ids: number[]) => {
  const [kind = ""] = list.split("/");
  provider.serve(`/trending/${list}`, trendingBody(kind === "movie" ? "movie" : "tv", ids));
};
const ranks = async ({ db }: Pipeline) => {
  const rows = await db.execute<{ list: string; entries: unknown }>(sql`
    select entry.kind || ':' || "window" as list,
      json_agg(json_build_array(rank, external_id) order by rank) as entries
    from trending_entries entry join titles on titles.id = title_id group by 1 order by 1`);
  return Object.fromEntries(rows.map(({ list, entries }) => [list, entries]));
};

describe.concurrent("refreshing trending", () => {
  test("M10, M135: four lists in one job, each title whole and asked for once", async () => {
    await using pipeline = await ingestion();
    serve(pipeline, "movie", 8872, 2, 3);
    serve(pipeline, "tv", 8872, 5);
    rank(pipeline, "movie/day", 8872, 2);
    rank(pipeline, "movie/week", 2, 3);
    rank(pipeline, "tv/day", 5, 8872);
    rank(pipeline, "tv/week", 8872);
    const job = await pipeline.ingest("trending", "all");
    expect(job.result).toEqual({
      entity_kind: "trending",
      entity_id: null,
      outcome: "updated",
      warnings: [],
    });
    expect(job.progress).toEqual({ done: 7, total: 7 });
    expect(await ranks(pipeline)).toEqual({
      "movie:day": [
        [1, 8872],
        [2, 2],
      ],
      "movie:week": [
        [1, 2],
        [2, 3],
      ],
      "series:day": [
        [1, 5],
        [2, 8872],
      ],
      "series:week": [[1, 8872]],
    });
    expect(pipeline.provider.calls()).toBe(4 + 5);
    const counts = await pipeline.counts();
    expect([counts.titles, counts.trending_lists]).toEqual([5, 4]);
    expect(
      await pipeline.row(sql`
      select count(*)::int as whole from provenance where kind in ('movie', 'series')
        and job_id = (select id from jobs)`),
    ).toEqual({ whole: 5 });
    const thin = await pipeline.row(sql`
      select count(*)::int from titles where not exists (
        select from credits where title_id = titles.id)`);
    expect(thin).toEqual({ count: 0 });
  });

  test("M135: a title that cannot be ingested is left out with a warning, ranks keep the gap", async () => {
    await using pipeline = await ingestion();
    serve(pipeline, "movie", 1, 3, 5);
    pipeline.provider.serve("/movie/4", { id: 4 });
    const items = [1, 2, 3, 4, 3, 5].map((id) => movieItem({ id }));
    const person = { id: 9, media_type: "person", name: "Somebody" };
    pipeline.provider.serve("/trending/movie/day", listPart([person, ...items]));
    const { result } = await pipeline.ingest("trending", "movie:day");
    expect(await ranks(pipeline)).toEqual({
      "movie:day": [
        [2, 1],
        [4, 3],
        [7, 5],
      ],
    });
    expect(result.warnings).toEqual([
      "results[0]: it is no movie; it was left out",
      "results[5]: it repeats a title; it was left out",
      "movie 2: left out of the ranking (provider_not_found)",
      "movie 4: left out of the ranking (provider_payload_invalid)",
    ]);
  });

  test("F27: passing trouble in the middle keeps the old list whole; the next try replaces it", async () => {
    await using pipeline = await ingestion();
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    serve(pipeline, "movie", ...ids);
    rank(pipeline, "movie/day", ...ids);
    await pipeline.ingest("trending", "movie:day");
    const old = await ranks(pipeline);
    rank(pipeline, "movie/day", ...ids.toReversed());
    pipeline.provider.misbehave("/movie/10", 503);
    const waiting = await pipeline.run("trending", "movie:day");
    expect(waiting).toMatchObject({
      status: "queued",
      attempts: 0,
      error: { code: "provider_unavailable" },
    });
    expect(await ranks(pipeline)).toEqual(old);
    pipeline.provider.heal();
    await pipeline.ingest("trending", "movie:day");
    expect(await ranks(pipeline)).toEqual({
      "movie:day": ids.toReversed().map((id, index) => [index + 1, id]),
    });
  });

  test.each([
    ["is unknown", 404, "provider_not_found"],
    ["is empty", { status: 200, body: listPart([]) }, "provider_payload_invalid"],
    ["is no ranking", "empty-object", "provider_payload_invalid"],
    ["names nothing that is there", undefined, "provider_payload_invalid"],
  ] as const)("M135: a list that %s fails the job and keeps the old one", async (_, how, code) => {
    await using pipeline = await ingestion();
    serve(pipeline, "movie", 1, 2);
    rank(pipeline, "movie/day", 1, 2);
    await pipeline.ingest("trending", "movie:day");
    const old = await ranks(pipeline);
    if (how === undefined) rank(pipeline, "movie/day", 77, 78);
    else pipeline.provider.misbehave("/trending/movie/day", how);
    const job = await pipeline.run("trending", "movie:day");
    expect(job).toMatchObject({ status: "failed", error: { code, retryable: false } });
    expect(await ranks(pipeline)).toEqual(old);
  });

  test("M135: of four lists one that fails costs a warning, the others are new", async () => {
    await using pipeline = await ingestion();
    serve(pipeline, "movie", 1);
    serve(pipeline, "tv", 2);
    rank(pipeline, "movie/day", 1);
    rank(pipeline, "tv/day", 2);
    rank(pipeline, "tv/week", 2);
    const { result } = await pipeline.ingest("trending", "all");
    expect(result.warnings).toEqual(["movie:week: not refreshed (provider_not_found)"]);
    expect(Object.keys(await ranks(pipeline))).toEqual(["movie:day", "series:day", "series:week"]);
  });
});
