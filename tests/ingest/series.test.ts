import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { enqueue } from "~/jobs/queue";
import {
  bareSeriesBody,
  episodeBody,
  seasonBody,
  seasonItem,
  seriesBody,
} from "../support/bodies/series";
import { ingestion, type Pipeline } from "./support";

setDefaultTimeout(60_000);

const SERIES = 1399;
const serve = ({ provider }: Pipeline) => {
  provider.serve(`/tv/${SERIES}`, seriesBody({ id: SERIES }));
  for (const number of [0, 1, 2]) {
    provider.serve(`/tv/${SERIES}/season/${number}`, seasonBody(SERIES, number));
  }
};
const seasonJobs = async (pipeline: Pipeline): Promise<Record<string, unknown>[]> => [
  ...(await pipeline.db.execute(sql`
    select external_id, id::text, run, status, 'job_' || replace(parent_id::text, '-', '') as parent
    from jobs where kind = 'season' order by external_id`)),
];

describe.concurrent("ingesting a series", () => {
  test("M128: season stubs come with it, and not one episode", async () => {
    await using pipeline = await ingestion();
    serve(pipeline);
    const { result, children } = await pipeline.ingest("series", SERIES);
    expect(children.total).toBe(0);
    const counts = await pipeline.counts();
    expect([counts.seasons, counts.episodes ?? 0]).toEqual([3, 0]);
    const { seasons } = await pipeline.get(`/series/${result.entity_id}`);
    expect(seasons).toMatchObject([
      {
        season_number: 0,
        title: "Specials",
        episodes_ingested: false,
        poster_path: "/season-0.jpg",
      },
      { season_number: 1, title: "Season 1", episodes_ingested: false, air_date: "2024-09-01" },
      { season_number: 2, title: "Season 2", episodes_ingested: false, air_date: "2025-09-01" },
    ]);
    expect(pipeline.provider.calls()).toBe(1);
  });

  test("M123: with its seasons, specials too, one job each follows; a re-run reuses the records", async () => {
    await using pipeline = await ingestion();
    serve(pipeline);
    const job = await pipeline.ingest("series", SERIES, { include_seasons: true });
    const first = await seasonJobs(pipeline);
    const numbers = [0, 1, 2].map((number) => `${SERIES}:${number}`);
    expect(first.map(({ external_id }) => external_id)).toEqual(numbers);
    expect(first).toMatchObject(
      numbers.map(() => ({ run: 1, status: "succeeded", parent: job.id })),
    );
    expect((await pipeline.counts()).episodes).toBe(6);
    expect(job.children).toMatchObject({ total: 3, succeeded: 3 });
    const again = await pipeline.ingest("series", SERIES, { include_seasons: true });
    expect(again).toMatchObject({ id: job.id, run: 2, result: { outcome: "unchanged" } });
    const second = await seasonJobs(pipeline);
    expect(second).toEqual(first.map((season) => ({ ...season, run: 2 })));
  });

  test("M123: a request for the seasons upgrades one that waits without", async () => {
    await using pipeline = await ingestion();
    serve(pipeline);
    const release = pipeline.provider.hold("/movie/1");
    const busy = pipeline.run("movie", 1);
    await pipeline.provider.arrived("/movie/1");
    const request = { kind: "series", external_id: String(SERIES) } as const;
    const plain = await enqueue(pipeline.db, { ...request, params: { include_seasons: false } });
    const upgrade = await enqueue(pipeline.db, { ...request, params: { include_seasons: true } });
    await enqueue(pipeline.db, { ...request, params: { include_seasons: false } });
    expect(upgrade).toMatchObject({ job_id: plain.job_id, created: false });
    release();
    await busy;
    await pipeline.drain();
    expect(await seasonJobs(pipeline)).toHaveLength(3);
    expect(await pipeline.job(plain.id)).toMatchObject({ run: 1, status: "succeeded" });
  });

  test("M124: a season before its series fails for that reason and asks the provider nothing", async () => {
    await using pipeline = await ingestion();
    serve(pipeline);
    const early = await pipeline.run("season", `${SERIES}:1`);
    expect(early).toMatchObject({
      status: "failed",
      attempts: 1,
      error: {
        code: "series_not_ingested",
        retryable: false,
        message: `Series ${SERIES} is not in the catalog: ingest it first with POST /api/v1/admin/ingest/series.`,
      },
    });
    expect(pipeline.provider.calls()).toBe(0);
    await pipeline.ingest("series", SERIES);
    const { id } = await pipeline.ingest("season", `${SERIES}:1`);
    expect(id).toBe(early.id);
  });

  test("M33: episodes keep their ids, one gone from a whole list leaves, an empty list wipes none", async () => {
    await using pipeline = await ingestion();
    serve(pipeline);
    await pipeline.ingest("series", SERIES);
    const path = `/tv/${SERIES}/season/1`;
    const season = async (...episodes: number[]) => {
      const bodies = episodes.map((number) => episodeBody(SERIES, 1, number));
      pipeline.provider.serve(path, seasonBody(SERIES, 1, { episodes: bodies }));
      await pipeline.ingest("season", `${SERIES}:1`);
      return pipeline.db.execute<{ n: number; id: string }>(
        sql`select episode_number as n, id::text from episodes order by 1`,
      );
    };
    const before = await season(1, 2, 3);
    const after = await season(2, 3, 4);
    expect(after.map(({ n }) => n)).toEqual([2, 3, 4]);
    expect(after.slice(0, 2)).toEqual(before.slice(1));
    expect(await season()).toEqual(after);
    const stills = await pipeline.db.execute(
      sql`select file_path from artwork where owner_kind = 'episode' order by 1`,
    );
    expect(stills.map(({ file_path }) => file_path)).toEqual(
      [2, 3, 4].map((number) => `/still-1-${number}.jpg`),
    );
    expect(
      await pipeline.row(sql`select episode_count from seasons where season_number = 1`),
    ).toEqual({ episode_count: 3 });
  });

  test("F22: a season that vanishes is kept and flagged until it is back", async () => {
    await using pipeline = await ingestion();
    serve(pipeline);
    await pipeline.ingest("series", SERIES, { include_seasons: true });
    const listed = async (...numbers: number[]) => {
      const seasons = numbers.map((number) => seasonItem(SERIES, number));
      pipeline.provider.serve(`/tv/${SERIES}`, seriesBody({ id: SERIES, seasons }));
      await pipeline.ingest("series", SERIES);
      const rows = await pipeline.db.execute<{ season_number: number; missing: boolean }>(sql`
        select season_number, missing_at is not null as missing from seasons order by 1`);
      return rows.filter(({ missing }) => missing).map(({ season_number }) => season_number);
    };
    expect(await listed(0, 1)).toEqual([2]);
    expect((await pipeline.counts()).episodes).toBe(6);
    expect(await listed()).toEqual([2]);
    expect(await listed(0, 1, 2)).toEqual([]);
  });

  test("M127: a bare payload later takes nothing away, in no list of a series", async () => {
    await using pipeline = await ingestion();
    serve(pipeline);
    await pipeline.ingest("series", SERIES, { include_seasons: true });
    const full = await pipeline.dump();
    const said = { popularity: 8.5, vote_average: 7.5, vote_count: 80, in_production: true };
    const counted = { number_of_episodes: 4, number_of_seasons: 2, status: "Returning Series" };
    const body = bareSeriesBody({ id: SERIES, ...said, ...counted });
    pipeline.provider.serve(`/tv/${SERIES}`, body);
    pipeline.provider.serve(`/tv/${SERIES}/season/1`, { id: 1_399_001, episodes: [] });
    await pipeline.ingest("series", SERIES);
    await pipeline.ingest("season", `${SERIES}:1`);
    const { seasons: _, ...bare } = await pipeline.dump();
    const { seasons: _before, ...before } = full;
    expect(bare).toEqual(before);
    pipeline.provider.serve(`/tv/${SERIES}`, { id: SERIES, name: "Harbour Street" });
    await pipeline.ingest("series", SERIES);
    const { seasons: _after, ...least } = await pipeline.dump();
    expect(least).toEqual(before);
  });

  test("M134: without networks the networks stay, and so do guests without aggregated credits", async () => {
    await using pipeline = await ingestion();
    serve(pipeline);
    await pipeline.ingest("series", SERIES);
    const full = await pipeline.dump();
    const body = seriesBody({ id: SERIES, networks: [], aggregate_credits: undefined });
    pipeline.provider.serve(`/tv/${SERIES}`, body);
    await pipeline.ingest("series", SERIES);
    const later = await pipeline.dump();
    expect(later.title_companies).toEqual(full.title_companies ?? []);
    expect(later.credits).toEqual(expect.arrayContaining(full.credits ?? []));
    const other = { id: 802, name: "Other Pictures" };
    pipeline.provider.serve(
      `/tv/${SERIES}`,
      seriesBody({ id: SERIES, production_companies: [other] }),
    );
    await pipeline.ingest("series", SERIES);
    const names = await pipeline.db.execute(sql`
      select name from title_companies join companies on id = company_id
      order by company_type, position`);
    expect(names.map(({ name }) => name)).toEqual(["Other Pictures", "Channel Quiet"]);
  });

  test("M29: a next episode goes when the provider says there is none, not when it is silent", async () => {
    await using pipeline = await ingestion();
    const next = async (next_episode_to_air: unknown) => {
      pipeline.provider.serve(`/tv/${SERIES}`, seriesBody({ id: SERIES, next_episode_to_air }));
      await pipeline.ingest("series", SERIES);
      return pipeline.row(sql`
        select (next_episode ->> 'episode_number')::int as number from series`);
    };
    expect(await next({ season_number: 2, episode_number: 3 })).toEqual({ number: 3 });
    expect(await next(undefined)).toEqual({ number: 3 });
    expect(await next(17)).toEqual({ number: 3 });
    expect(await next(null)).toEqual({ number: null });
  });
});
