import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { listJobs } from "~/admin/jobs/view";
import { LeaseLost, renew } from "~/jobs/lease";
import { cancelJob } from "~/jobs/operator-actions";
import { enqueue, enqueueAll } from "~/jobs/queue";
import { fail, succeed } from "~/jobs/settlement";
import { claimed, gone, movie, result, series, stored } from "../jobs/records";
import { testService } from "../support/service";

const service = await testService();
const { db, operator } = service;
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await db.execute(sql`truncate jobs`);
});

type Listed = { total_results: number; results: { id: string; external_id: string }[] };

const ids = ({ results }: Listed) => results.map(({ external_id }) => external_id);

describe("GET /admin/ingest/jobs", () => {
  test("M48, M67: pages through all jobs, newest first, each of them once", async () => {
    const numbers = Array.from({ length: 23 }, (_, i) => String(i + 1));
    for (const external_id of numbers) await enqueue(db, { kind: "movie", external_id });

    const pages: Listed[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await operator.get(`/ingest/jobs?page=${page}&page_size=10`);
      pages.push(body as Listed);
    }

    expect(pages.flatMap(ids)).toEqual(numbers.toReversed());
    expect(pages.map(({ total_results }) => total_results)).toEqual([23, 23, 23, 23]);
    expect(pages[3]).toEqual({
      page: 4,
      page_size: 10,
      total_results: 23,
      total_pages: 3,
      results: [],
    } as never);
  });

  test("M131: shows each job as its own address does", async () => {
    const { job_id } = await enqueue(db, { ...series, params: { include_seasons: true } });
    await enqueue(db, movie);
    await fail(db, await claimed(db), gone);

    const { body } = await operator.get("/ingest/jobs?kind=series");

    const { body: job } = await operator.get(`/ingest/jobs/${job_id}`);
    expect(body).toMatchObject({ total_results: 1, results: [job] });
  });

  test.each([
    ["status=failed", ["1399"]],
    ["status=queued", ["604", "603"]],
    ["kind=movie", ["604", "603"]],
    ["external_id=603", ["603"]],
    ["kind=series&external_id=603", []],
    ["status=queued&kind=movie&external_id=604", ["604"]],
    ["status=queued,failed", ["604", "603", "1399"]],
    ["status=failed,running&kind=series,movie", ["1399"]],
    ["kind=movie,movie,person", ["604", "603"]],
    ["external_id=604,1399,77:1", ["604", "1399"]],
    ["kind=movie&external_id=604,1399", ["604"]],
  ])("narrows by %s", async (query, expected) => {
    await enqueue(db, series);
    await fail(db, await claimed(db), gone);
    await enqueue(db, movie);
    await enqueue(db, { kind: "movie", external_id: "604" });

    const { body } = await operator.get(`/ingest/jobs?${query}`);

    expect(ids(body as Listed)).toEqual(expected);
    expect((body as Listed).total_results).toBe(expected.length);
  });

  test.each([
    "status=done",
    "status=",
    "status=queued&status=failed",
    "kind=show",
    "kind=movie,show",
    "status=queued,",
    "external_id=603,",
    `external_id=${Array(51).fill("603").join(",")}`,
    "external_id=0603",
    "external_id=603%20or%201",
    "page=0",
    "page_size=51",
    "page=1e3",
  ])("M64, M69: refuses %s", async (query) => {
    expect((await operator.get(`/ingest/jobs?${query}`)).status).toBe(422);
  });

  test("M67: a job that is queued again keeps its place", async () => {
    const [first] = await enqueueAll(db, [movie]);
    await enqueue(db, series);
    await cancelJob(db, first?.id ?? "");
    await enqueue(db, movie);

    const { results } = await listJobs(db, { page: 1, page_size: 10 });

    expect(results.map(({ kind, run }) => [kind, run])).toEqual([
      ["series", 1],
      ["movie", 2],
    ]);
  });
});

describe("POST /admin/ingest/jobs/{id}/retry and /cancel", () => {
  test("M132: retries a failed and a canceled job as the next run of the same record", async () => {
    const { id, job_id } = await enqueue(db, { ...series, params: { include_seasons: true } });
    await fail(db, await claimed(db), gone);

    const retried = await operator.post(`/ingest/jobs/${job_id}/retry`);

    const expected = { id: job_id, status: "queued", run: 2, attempts: 0, error: null };
    expect(retried).toMatchObject({
      status: 200,
      body: { ...expected, params: { include_seasons: true }, finished_at: null, started_at: null },
    });
    expect(await stored(db)).toMatchObject({ status: "queued", failures: 1, due_in: 0 });
    await cancelJob(db, id);
    const again = await operator.post(`/ingest/jobs/${job_id}/retry`);
    expect(again.body).toMatchObject({ ...expected, run: 3 });
  });

  test("M132: cancels a queued job", async () => {
    const { job_id } = await enqueue(db, movie);

    const { status, body } = await operator.post(`/ingest/jobs/${job_id}/cancel`);

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: job_id, status: "canceled" },
    });
  });

  test("M132, P3: cancels a running job, and what its worker still does is dropped", async () => {
    const { job_id } = await enqueue(db, movie);
    const job = await claimed(db);

    const { body } = await operator.post(`/ingest/jobs/${job_id}/cancel`);

    expect(body).toMatchObject({ status: "canceled", next_attempt_at: null });
    expect(await renew(db, job)).toBe(false);
    const late = db.transaction(async (tx) => {
      await tx.execute(sql`insert into genres (id, name) values (gen_random_uuid(), 'Late')`);
      return succeed(tx, job, result);
    });
    await expect(late).rejects.toBeInstanceOf(LeaseLost);
    const [found] = await db.execute(
      sql`select count(*)::int as n from genres where name = 'Late'`,
    );
    expect(found).toEqual({ n: 0 });
    expect((await operator.get(`/ingest/jobs/${job_id}`)).body).toMatchObject({
      status: "canceled",
    });
  });

  test.each([
    ["retry", "queued", async () => {}],
    ["retry", "running", async () => void (await claimed(db))],
    ["retry", "succeeded", async () => void (await succeed(db, await claimed(db), result))],
    ["cancel", "succeeded", async () => void (await succeed(db, await claimed(db), result))],
    ["cancel", "failed", async () => void (await fail(db, await claimed(db), gone))],
  ])("M150: %s of a %s job is a conflict and changes nothing", async (verb, status, arrange) => {
    const { job_id } = await enqueue(db, movie);
    await arrange();
    const before = await stored(db);

    const answer = await operator.post(`/ingest/jobs/${job_id}/${verb}`);

    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "job_state_conflict",
          message: expect.stringMatching(new RegExp(`^The job is ${status};`)),
        },
      },
    });
    expect(await stored(db)).toEqual(before);
  });

  test.each(["retry", "cancel"])("M129: %s of no job is 404", async (verb) => {
    for (const id of [`job_${"0".repeat(32)}`, "job_x", `movie_${"0".repeat(32)}`]) {
      const answer = await operator.post(`/ingest/jobs/${id}/${verb}`);
      expect(answer).toMatchObject({ status: 404, body: { error: { code: "job_not_found" } } });
    }
  });

  test("P1: of 20 retries at once one starts the next run", async () => {
    const { job_id } = await enqueue(db, movie);
    await fail(db, await claimed(db), gone);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => operator.post(`/ingest/jobs/${job_id}/retry`)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await stored(db)).toMatchObject({ status: "queued", run: 2 });
  });
});
