import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { bareMovieBody, movieBody } from "../support/bodies/movie";
import type { Json } from "../support/bodies/overrides";
import { castRow, crewRow } from "../support/bodies/parts";
import { ingestion } from "./support";

setDefaultTimeout(60_000);

const credits = (...orders: number[]): Json => ({
  credits: { cast: orders.map((order) => castRow(order)), crew: [] },
});

describe.concurrent("ingesting a movie", () => {
  test("M3, M112: one call makes one movie, its provenance and a succeeded job", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    const job = await pipeline.ingest("movie", 603);
    expect(job).toMatchObject({ kind: "movie", external_id: "603", run: 1, attempts: 1 });
    expect(job.result).toEqual({
      entity_kind: "movie",
      entity_id: expect.stringMatching(/^movie_[0-9a-f]{32}$/),
      outcome: "created",
      warnings: [],
    });
    expect(pipeline.provider.calls()).toBe(1);
    const provenance = await pipeline.row(sql`
      select provider, kind, external_id, endpoint, payload_hash, 'job_' || replace(job_id::text, '-', '') as job_id,
        run, missing_at, 'movie_' || replace(entity_id::text, '-', '') as entity_id,
        fetched_at between now() - interval '1 minute' and now() as fresh from provenance`);
    expect(provenance).toEqual({
      provider: "tmdb",
      kind: "movie",
      external_id: "603",
      endpoint: expect.stringMatching(/^\/movie\/603\?append_to_response=/),
      payload_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      job_id: job.id,
      run: 1,
      missing_at: null,
      entity_id: job.result.entity_id ?? "",
      fresh: true,
    });
    const uuids = await pipeline.db.execute<{ id: string }>(sql`
      select id::text from titles union all select id::text from credits
      union all select id::text from people union all select id::text from artwork`);
    const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(uuids.filter(({ id }) => !version7.test(id))).toEqual([]);
  });

  test("M4: ingesting the same content again changes nothing, also when it is written anew", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    await pipeline.ingest("movie", 603);
    const once = await pipeline.dump();
    await pipeline.forget();
    const again = await pipeline.ingest("movie", 603);
    expect(again).toMatchObject({ run: 2, result: { outcome: "updated" } });
    expect(await pipeline.dump()).toEqual(once);
  });

  test("M4, N56: an unchanged payload writes nothing but its provenance", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    const { id } = await pipeline.ingest("movie", 603);
    const rows = await pipeline.dump({ locations: true });
    const fetched = () =>
      pipeline.row(sql`select fetched_at, payload_hash, run, job_id from provenance`);
    const before = await fetched();
    const again = await pipeline.ingest("movie", 603);
    expect(again).toMatchObject({ id, run: 2, result: { outcome: "unchanged" } });
    expect(await pipeline.dump({ locations: true })).toEqual(rows);
    const after = await fetched();
    expect(after).toEqual({ ...before, run: 2, fetched_at: expect.any(String) });
    expect(String(after.fetched_at) > String(before.fetched_at)).toBe(true);
  });

  test("M127: what a later payload does not say stays, column by column and list by list", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    await pipeline.ingest("movie", 603);
    const full = await pipeline.dump();
    const zeroes = { popularity: 12.5, vote_average: 7.25, vote_count: 120, runtime: 104 };
    const money = { budget: 4_000_000, revenue: 9_500_000, status: "Released" };
    pipeline.provider.serve("/movie/603", bareMovieBody({ id: 603, ...zeroes, ...money }));
    await pipeline.ingest("movie", 603);
    expect(await pipeline.dump()).toEqual(full);
    pipeline.provider.serve("/movie/603", { id: 603, title: "The Paper Lighthouse" });
    await pipeline.ingest("movie", 603);
    expect(await pipeline.dump()).toEqual(full);
  });

  test("M127: 0 and false are statements and overwrite", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/603", movieBody({ id: 603, adult: true }));
    await pipeline.ingest("movie", 603);
    const said = { runtime: 0, budget: 0, vote_count: 0, popularity: 0, adult: false };
    pipeline.provider.serve("/movie/603", movieBody({ id: 603, ...said }));
    await pipeline.ingest("movie", 603);
    const stored = sql`select runtime, budget::int, vote_count, popularity, adult from movies`;
    expect(await pipeline.row(stored)).toEqual(said);
  });

  test("M4: a dropped credit goes, kept ones keep their ids, a new one gets one", async () => {
    await using pipeline = await ingestion();
    const ids = async () => {
      const rows = await pipeline.db.execute<{ name: string; id: string }>(sql`
        select people.name, credits.id::text from credits join people on people.id = person_id`);
      return new Map(rows.map(({ name, id }) => [name, id]));
    };
    pipeline.provider.serve("/movie/603", movieBody({ id: 603, ...credits(0, 1, 2) }));
    await pipeline.ingest("movie", 603);
    const before = await ids();
    pipeline.provider.serve("/movie/603", movieBody({ id: 603, ...credits(2, 0, 3) }));
    await pipeline.ingest("movie", 603);
    const after = await ids();
    const names = ["Person 501", "Person 503", "Person 504"];
    expect([...after.keys()].sort()).toEqual(names);
    expect(after.get("Person 501")).toBe(before.get("Person 501") ?? "");
    expect(after.get("Person 503")).toBe(before.get("Person 503") ?? "");
  });

  test("M34: a credit without a person is left out with a warning, and nothing else", async () => {
    await using pipeline = await ingestion();
    const cast = [castRow(0), { ...castRow(1), id: null }];
    const crew = [{ ...crewRow("Director", "Directing"), id: undefined }];
    pipeline.provider.serve("/movie/603", movieBody({ id: 603, credits: { cast, crew } }));
    const { result } = await pipeline.ingest("movie", 603);
    expect(result.warnings).toEqual([
      "credits.cast[1]: has no usable id; it was left out",
      "credits.crew[0]: has no usable id; it was left out",
    ]);
    expect(await pipeline.row(sql`select count(*)::int from credits`)).toEqual({ count: 1 });
  });

  test("M29: duplicates in one payload count once", async () => {
    await using pipeline = await ingestion();
    const body = movieBody({ id: 603 });
    const doubled = (value: unknown): unknown => {
      if (Array.isArray(value)) return [...value, ...value].map(doubled);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, doubled(part)]));
    };
    pipeline.provider.serve("/movie/603", body);
    await pipeline.ingest("movie", 603);
    const { release_dates: _, alternate_titles: _titles, ...once } = await pipeline.counts();
    pipeline.provider.serve("/movie/604", doubled({ ...body, id: 604 }) as Json);
    await pipeline.ingest("movie", 604);
    await pipeline.db.execute(sql`
      delete from titles where external_id = 603`);
    const { release_dates: dates, alternate_titles: names, ...twice } = await pipeline.counts();
    expect([dates, names]).toEqual([12, 2]);
    expect({ ...twice, artwork: 0 }).toEqual({ ...once, artwork: 0 });
  });

  test("M137: movie 8872 and series 8872 are two titles", async () => {
    await using pipeline = await ingestion();
    const { seriesBody } = await import("../support/bodies/series");
    pipeline.provider.serve("/movie/8872", movieBody({ id: 8872, title: "The Film" }));
    pipeline.provider.serve("/tv/8872", seriesBody({ id: 8872, name: "The Series" }));
    const movie = await pipeline.ingest("movie", 8872);
    const series = await pipeline.ingest("series", 8872);
    expect(movie.id).not.toBe(series.id);
    expect(await pipeline.get(`/movies/${movie.result.entity_id}`)).toMatchObject({
      title: "The Film",
      external_ids: { tmdb: 8872 },
    });
    expect(await pipeline.get(`/series/${series.result.entity_id}`)).toMatchObject({
      title: "The Series",
      external_ids: { tmdb: 8872 },
    });
  });

  test("F22: an answer about another id keeps the id asked for, with a warning", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    const { result } = await pipeline.ingest("movie", 603);
    pipeline.provider.misbehave("/movie/603", { mode: "wrong-id", id: 9_999 });
    const merged = await pipeline.ingest("movie", 603);
    expect(merged.result).toEqual({
      ...result,
      outcome: "updated",
      warnings: ["id: the answer is about 9999, not 603"],
    });
    expect(await pipeline.db.execute(sql`select external_id from titles`)).toEqual([
      { external_id: 603 },
    ] as never);
  });
});
