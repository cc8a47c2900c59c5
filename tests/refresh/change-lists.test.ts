import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { only } from "~/db/sql";
import { ingestion, type Pipeline } from "../ingest/support";
import { type ChangeLists, changeLists } from "../support/change-lists";
import { fetches, pass, rounds } from "./planning";
import { dayFrom, givenMovies, sleep } from "./records";

setDefaultTimeout(60_000);

let pipeline: Pipeline;
let lists: ChangeLists;
beforeEach(async () => {
  pipeline = await ingestion();
  lists = changeLists(pipeline.provider);
});
afterEach(() => pipeline[Symbol.asyncDispose]());

const read = async () => {
  await pass(pipeline.db);
  await pipeline.drain();
};
const dueIds = async () => {
  const rows = await pipeline.db.execute<{ id: number }>(sql`
    select external_id::int as id from refresh_state where next_refresh_at <= now() order by 1`);
  return rows.map(({ id }) => id);
};
const stateOf = async (kind: string) =>
  only(
    await pipeline.db.execute<{ through_day: string | null; named: number; enqueued: number }>(sql`
      select through_day, named, enqueued from change_lists where kind = ${kind}::job_kind`),
  );
const pagesOf = (path: string) =>
  pipeline.provider.requests
    .filter((call) => call.path === path)
    .map(({ query: { start_date, page } }) => `${start_date} ${page}`);

describe("reading a list of changes", () => {
  test("N51: reads every page of each day since the last reading and the day before, and drops what is no id", async () => {
    await givenMovies(pipeline.db, 450, "2 d");
    const ids = Array.from({ length: 250 }, (_, index) => index + 1);
    lists.name("movie", dayFrom(-1), [...ids, null, { unknown: 9_000 }, 7, 7]);
    await read();
    expect(pagesOf("/movie/changes").sort()).toEqual(
      [
        `${dayFrom(-3)} 1`,
        // Each day is asked for with the day after it.
        ...[1, 2, 3].map((page) => `${dayFrom(-2)} ${page}`),
        ...[1, 2, 3].map((page) => `${dayFrom(-1)} ${page}`),
        `${dayFrom(0)} 1`,
      ].sort(),
    );
    expect(await dueIds()).toEqual(ids);
    expect(await stateOf("movie")).toMatchObject({ through_day: dayFrom(0), enqueued: 250 });
  });

  test("N51: lists of kinds of which nothing was fetched are not read", async () => {
    await read();
    expect(pipeline.provider.requests).toEqual([]);
    expect(await stateOf("person")).toEqual({ through_day: dayFrom(0), named: 0, enqueued: 0 });
  });

  test("N51: after a long time only the newest 14 days are read", async () => {
    await givenMovies(pipeline.db, 1, "100 d");
    await read();
    const days = Array.from({ length: 14 }, (_, index) => `${dayFrom(index - 13)} 1`);
    expect(pagesOf("/movie/changes")).toEqual(days);
  });

  test("N51: the next reading covers the day of the last one and the day before it", async () => {
    await givenMovies(pipeline.db, 1, "100 d");
    await read();
    await sleep(pipeline.db, "1 h");
    pipeline.provider.requests.length = 0;
    await read();
    expect(pagesOf("/movie/changes")).toEqual([`${dayFrom(-1)} 1`, `${dayFrom(0)} 1`]);
    await sleep(pipeline.db, "3 d");
    pipeline.provider.requests.length = 0;
    await read();
    expect(pagesOf("/movie/changes")).toEqual([-4, -3, -2, -1, 0].map((n) => `${dayFrom(n)} 1`));
  });

  test("N51: is not repeated before its hour", async () => {
    await givenMovies(pipeline.db, 1, "1 d");
    await read();
    const { length } = pipeline.provider.requests;
    await sleep(pipeline.db, "59 min");
    await read();
    expect(pipeline.provider.requests).toHaveLength(length);
  });

  test("N51: one that breaks off leaves the state as it was, and goes on where it stopped", async () => {
    const { db, provider } = pipeline;
    await givenMovies(db, 300, "0 s");
    lists.name(
      "movie",
      dayFrom(0),
      Array.from({ length: 300 }, (_, index) => index + 1),
    );
    provider.serve("/movie/changes", (call) =>
      call.query.page === "2" ? new Response("", { status: 503 }) : lists.answer("movie", call),
    );
    await read();
    expect(await stateOf("movie")).toEqual({ through_day: null, named: 0, enqueued: 0 });
    expect(await dueIds()).toEqual([]);
    const broken = pagesOf("/movie/changes");
    provider.requests.length = 0;
    provider.serve("/movie/changes", (call) => lists.answer("movie", call));
    await db.execute(sql`update jobs set next_attempt_at = now() where status = 'queued'`);
    await pipeline.drain();
    expect(pagesOf("/movie/changes")[0]).toBe(broken.at(-1) ?? "none");
    expect(await stateOf("movie")).toMatchObject({ through_day: dayFrom(0), enqueued: 300 });
    expect(await dueIds()).toHaveLength(300);
  });

  test("N51: an answer that is no list fails the job and leaves the state as it was", async () => {
    await givenMovies(pipeline.db, 3, "0 s");
    pipeline.provider.serve("/movie/changes", { page: 1 });
    await read();
    expect(await stateOf("movie")).toEqual({ through_day: null, named: 0, enqueued: 0 });
    const [job] = await pipeline.db.execute(sql`
      select status, error ->> 'code' as code from jobs where external_id = 'movie'`);
    expect(job).toEqual({ status: "failed", code: "provider_payload_invalid" });
  });

  test("N51: what was fetched after the reading began that names it is left alone", async () => {
    const { db } = pipeline;
    await givenMovies(db, 2, "0 s");
    await read();
    await sleep(db, "1 h");
    lists.name("movie", dayFrom(0), [1, 2]);
    await pass(db);
    await db.execute(sql`
      update refresh_state set last_fetched_at = now() + interval '1 min' where external_id = '1'`);
    await pipeline.drain();
    expect(await dueIds()).toEqual([2]);
  });

  test("N51: named again for a later day, a record is due again", async () => {
    const { db, provider } = pipeline;
    await givenMovies(db, 5, "0 s");
    provider.serve("/movie/4", { id: 4, title: "Four" });
    lists.name("movie", dayFrom(-1), [4]);
    await rounds(pipeline, 3);
    expect(fetches(pipeline)).toEqual({ "/movie/4": 1 });
    await sleep(db, "1 h");
    lists.name("movie", dayFrom(0), [4]);
    await rounds(pipeline, 3);
    expect(fetches(pipeline)).toEqual({ "/movie/4": 2 });
  });
});
