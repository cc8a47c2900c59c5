import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { claim, type RunningJob, renew, reportProgress } from "~/jobs/lease";
import { cancelJob } from "~/jobs/operator-actions";
import { enqueue } from "~/jobs/queue";
import { reclaim, rescue } from "~/jobs/rescue";
import { fail, handBack, retryLater, snooze, succeed } from "~/jobs/settlement";
import { testDatabase } from "../support/database";
import {
  bug,
  busy,
  claimed,
  fresh,
  gone,
  makeDue,
  movie,
  result,
  running,
  series,
  stored,
} from "./records";

const database = await testDatabase({ max: 40 });
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate jobs`);
});

describe("M132: the transitions of a job", () => {
  test("M132: none, enqueue → queued, run 1", async () => {
    const first = await enqueue(db, movie);
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      job_id: `job_${first.id.replaceAll("-", "")}`,
      status: "queued",
      created: true,
    });
    expect(await stored(db)).toEqual(fresh);
  });

  test("M132, M123: queued, enqueue again → the same record, include_seasons is or-ed", async () => {
    const first = await enqueue(db, { ...series, params: { include_seasons: false } });
    expect(await enqueue(db, { ...series, params: { include_seasons: true } })).toEqual({
      ...first,
      created: false,
    });
    await enqueue(db, { ...series, params: { include_seasons: false } });
    await enqueue(db, series);
    expect(await stored(db)).toEqual({ ...fresh, params: { include_seasons: true } });
  });

  test("M132: a retry that waits becomes due by an enqueue, its attempts stay counted", async () => {
    await enqueue(db, movie);
    await retryLater(db, await claimed(db), bug, 300);
    expect(await stored(db)).toEqual({
      ...fresh,
      attempts: 1,
      error: bug,
      failures: 1,
      due_in: 300,
    });
    await enqueue(db, movie);
    expect(await stored(db)).toEqual({ ...fresh, attempts: 1, error: bug, failures: 1 });
  });

  test("M132, P10: running, 50 times enqueue again → exactly one more run of the same record", async () => {
    const first = await enqueue(db, series);
    const job = await claimed(db);
    const again = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        enqueue(db, { ...series, params: { include_seasons: i === 7 } }),
      ),
    );
    expect(new Set(again.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ ...first, status: "running", created: false })]),
    );
    expect(await stored(db)).toEqual({ ...running, next_params: { include_seasons: true } });
    await succeed(db, job, result);
    expect(await stored(db)).toEqual({ ...fresh, run: 2, params: { include_seasons: true } });
    await succeed(db, await claimed(db), result);
    expect(await claim(db, crypto.randomUUID())).toBeUndefined();
    expect(await stored(db)).toMatchObject({ status: "succeeded", run: 2, attempts: 1, result });
  });

  const endings: Record<string, (job: RunningJob) => Promise<unknown>> = {
    succeeded: (job) => succeed(db, job, result),
    failed: (job) => fail(db, job, gone),
    canceled: (job) => cancelJob(db, job.id),
  };
  for (const [status, end] of Object.entries(endings)) {
    test(`M132: ${status}, enqueue again → queued, next run, same id, error cleared`, async () => {
      const first = await enqueue(db, { ...series, params: { include_seasons: true } });
      const job = await claimed(db);
      await reportProgress(db, job, { done: 1, total: 3 });
      await end(job);
      expect(await stored(db)).toMatchObject({
        status,
        finished: true,
        leased: false,
        due_in: null,
      });
      expect(await enqueue(db, series)).toEqual({ ...first, created: false });
      const failures = status === "failed" ? 1 : 0;
      expect(await stored(db)).toEqual({ ...fresh, run: 2, failures });
    });
  }

  test("M132: queued, claim → running under a lease of 30 s", async () => {
    const { id } = await enqueue(db, movie);
    const lease_token = crypto.randomUUID();
    expect(await claim(db, lease_token)).toEqual({
      id,
      kind: "movie",
      external_id: "603",
      priority: 0,
      created_at: expect.any(String),
      run: 1,
      attempts: 1,
      max_attempts: 5,
      snoozes: 0,
      params: {},
      lease_token,
    });
    expect(await stored(db)).toEqual(running);
    const [lease] = await db.execute(sql`
      select extract(epoch from lease_until - started_at)::int as seconds from jobs`);
    expect(lease).toEqual({ seconds: 30 });
  });

  test("M132: running, done → succeeded with its result", async () => {
    await enqueue(db, movie);
    const job = await claimed(db);
    await reportProgress(db, job, { done: 1, total: 3 });
    expect(await succeed(db, job, result)).toBe("settled");
    expect(await stored(db)).toEqual({
      ...running,
      status: "succeeded",
      result,
      leased: false,
      finished: true,
      progress_done: 3,
      progress_total: 3,
    });
  });

  test("M132: running, retryable error → queued with a delay until the fifth attempt, then failed", async () => {
    await enqueue(db, movie);
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await retryLater(db, await claimed(db), bug, 60)).toBe(true);
      expect(await stored(db)).toEqual({
        ...fresh,
        attempts: attempt,
        error: bug,
        failures: attempt,
        due_in: 60,
      });
      expect(await claim(db, crypto.randomUUID())).toBeUndefined();
      await makeDue(db);
    }
    await retryLater(db, await claimed(db), bug, 60);
    expect(await stored(db)).toEqual({
      ...fresh,
      status: "failed",
      attempts: 5,
      error: bug,
      failures: 5,
      finished: true,
      due_in: null,
    });
  });

  test("M132: running, permanent error → failed at once", async () => {
    await enqueue(db, movie);
    await fail(db, await claimed(db), gone);
    expect(await stored(db)).toMatchObject({ status: "failed", attempts: 1, error: gone });
  });

  test("M132: running, lease expired → queued by the sweep, the attempt counts", async () => {
    await enqueue(db, movie);
    await claimed(db);
    expect(await rescue(db)).toBe(0);
    await db.execute(sql`update jobs set lease_until = now() - interval '1 ms'`);
    expect(await rescue(db)).toBe(1);
    const after = await stored(db);
    expect(after).toMatchObject({ status: "queued", attempts: 1, leased: false, failures: 1 });
    expect(after.error).toMatchObject({ code: "worker_lost", retryable: true });
    expect(after.due_in).toBeWithin(2, 6);
  });

  test("M132: running, provider out of reach → queued, the attempt does not count", async () => {
    await enqueue(db, movie);
    for (const snoozes of [1, 2]) {
      await snooze(db, await claimed(db), busy, 7);
      expect(await stored(db)).toEqual({
        ...fresh,
        snoozes,
        error: busy,
        failures: snoozes,
        due_in: 7,
      });
      await makeDue(db);
    }
  });

  test("M132: a provider out of reach for 24 hours → failed as provider_unavailable", async () => {
    await enqueue(db, movie);
    await snooze(db, await claimed(db), busy, 0);
    await db.execute(sql`update jobs set first_snoozed_at = now() - interval '23 h 59 min'`);
    await snooze(db, await claimed(db), busy, 0);
    expect(await stored(db)).toMatchObject({ status: "queued", snoozes: 2 });
    await db.execute(sql`update jobs set first_snoozed_at = now() - interval '24 h 1 s'`);
    await snooze(db, await claimed(db), busy, 0);
    expect(await stored(db)).toMatchObject({
      status: "failed",
      error: { ...busy, code: "provider_unavailable" },
      due_in: null,
    });
  });

  test("M132: running, stop → queued at once, the attempt does not count", async () => {
    await enqueue(db, movie);
    expect(await handBack(db, await claimed(db))).toBe(true);
    expect(await stored(db)).toEqual(fresh);
    const job = await claimed(db);
    expect(await reclaim(db, job.lease_token)).toBe(1);
    expect(await stored(db)).toEqual(fresh);
  });

  test("M132: queued and running, cancel → canceled; nothing else can be canceled", async () => {
    const { id } = await enqueue(db, movie);
    expect(await cancelJob(db, id)).toBe(true);
    expect(await cancelJob(db, id)).toBe(false);
    await enqueue(db, movie);
    const job = await claimed(db);
    await enqueue(db, movie);
    expect(await cancelJob(db, id)).toBe(true);
    expect(await renew(db, job)).toBe(false);
    expect(await stored(db)).toMatchObject({ status: "canceled", run: 2, next_params: null });
    expect(await cancelJob(db, crypto.randomUUID())).toBe(false);
  });
});
