import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { getJob } from "~/admin/jobs/view";
import { type Db, openDatabase } from "~/db/client";
import { claim, fence, LeaseLost, nextJob, renew, reportProgress } from "~/jobs/lease";
import { enqueue, enqueueAll } from "~/jobs/queue";
import { release, rescue } from "~/jobs/rescue";
import { fail, handBack, retryLater, snooze, succeed } from "~/jobs/settlement";
import { testDatabase } from "../support/database";
import { bug, busy, claimed, gone, makeDue, movie, result, series, stored } from "./records";

setDefaultTimeout(60_000);

const database = await testDatabase({ max: 40 });
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate jobs`);
});

describe("the guarantees of the queue", () => {
  test("M121: what settles a run never makes a record that is gone", async () => {
    await enqueue(db, movie);
    const job = await claimed(db);
    await db.execute(sql`delete from jobs`);

    expect(await fail(db, job, gone)).toBe(false);
    expect(await retryLater(db, job, bug, 1)).toBe(false);
    await expect(db.transaction((tx) => succeed(tx, job, result))).rejects.toBeInstanceOf(
      LeaseLost,
    );
    expect(await db.execute(sql`select from jobs`)).toHaveLength(0);
  });

  test("P1, M120, T20, F23: 100 parallel enqueues of each of 20 keys give 20 records", async () => {
    await using replica = otherReplica();
    const answers = await Promise.all(
      Array.from({ length: 2_000 }, (_, i) =>
        enqueue(i % 2 === 0 ? db : replica.db, { kind: "movie", external_id: `${(i >> 1) % 20}` }),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(20);
    expect(answers.filter(({ created }) => created)).toHaveLength(20);
    const [count] = await db.execute(sql`select count(*)::int as jobs from jobs`);
    expect(count).toEqual({ jobs: 20 });
  });

  test("M44: the same external id of two kinds is two jobs", async () => {
    const rows = await enqueueAll(db, [
      { kind: "series", external_id: "8872" },
      { kind: "movie", external_id: "8872" },
      { kind: "movie", external_id: "8872" },
    ]);
    expect(rows.map(({ created }) => created)).toEqual([true, true]);
  });

  test("5.1: 30 claimers take 500 jobs, each of them once", async () => {
    await enqueueAll(
      db,
      Array.from({ length: 500 }, (_, i) => ({ kind: "movie" as const, external_id: `${i}` })),
    );
    const taken: string[] = [];
    const claimer = async () => {
      for (let job = await claim(db, crypto.randomUUID()); job; ) {
        taken.push(job.id);
        job = await claim(db, crypto.randomUUID());
      }
    };
    await Promise.all(Array.from({ length: 30 }, claimer));
    expect(taken).toHaveLength(500);
    expect(new Set(taken).size).toBe(500);
  });

  test("P3: an owner that lost its lease changes nothing, in the job and in its own transaction", async () => {
    await enqueue(db, movie);
    const old = await claimed(db);
    await db.execute(sql`update jobs set lease_until = now() - interval '1 s'`);
    await rescue(db);
    await makeDue(db);
    const current = await claimed(db);
    const before = await stored(db);
    const late = (settle: (tx: Db) => Promise<unknown>) =>
      db.transaction(async (tx) => {
        await tx.execute(
          sql`insert into keywords (id, external_id, name) values (${old.id}, 1, 'late')`,
        );
        await settle(tx);
      });
    await expect(late((tx) => succeed(tx, old, result))).rejects.toBeInstanceOf(LeaseLost);
    await expect(late((tx) => fence(tx, old))).rejects.toBeInstanceOf(LeaseLost);
    expect(await renew(db, old)).toBe(false);
    expect(await reportProgress(db, old, { done: 9, total: 9 })).toBe(false);
    expect(await retryLater(db, old, bug, 1)).toBe(false);
    expect(await snooze(db, old, busy, 1)).toBe(false);
    expect(await fail(db, old, gone)).toBe(false);
    expect(await handBack(db, old)).toBe(false);
    expect(await release(db, old.lease_token)).toBe(0);
    expect(await stored(db)).toEqual(before);
    const [count] = await db.execute(sql`select count(*)::int as late from keywords`);
    expect(count).toEqual({ late: 0 });
    await db.transaction(async (tx) => {
      await fence(tx, current);
      await succeed(tx, current, result);
    });
    expect(await stored(db)).toMatchObject({ status: "succeeded" });
  });

  test("P5: a job that kills its worker ends as failed after 5 claims", async () => {
    await enqueue(db, movie);
    let claims = 0;
    for (let job = await claim(db, crypto.randomUUID()); job; claims++) {
      expect(await release(db, job.lease_token)).toBe(1);
      await db.execute(sql`update jobs set next_attempt_at = now() where status = 'queued'`);
      job = await claim(db, crypto.randomUUID());
    }
    expect(claims).toBe(5);
    expect(await stored(db)).toMatchObject({
      status: "failed",
      attempts: 5,
      error: { code: "worker_lost", retryable: true },
    });
  });

  test("P2: two sweeps at once rescue each lost job once", async () => {
    await enqueueAll(
      db,
      Array.from({ length: 40 }, (_, i) => ({ kind: "movie" as const, external_id: `${i}` })),
    );
    for (let i = 0; i < 40; i++) await claimed(db);
    await db.execute(sql`update jobs set lease_until = now() - interval '1 s'`);
    const swept = await Promise.all([rescue(db), rescue(db), rescue(db)]);
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(40);
  });

  test("P9, F2, M123: follow-up jobs appear with the success of their parent, or not at all", async () => {
    const season = (number: number) => ({ kind: "season" as const, external_id: `1399:${number}` });
    const known = await enqueue(db, season(1));
    await fail(db, await claimed(db), gone);
    await enqueue(db, series);
    const job = await claimed(db);
    const followUps = [season(2), season(0), season(1)];
    const crash = db.transaction(async (tx) => {
      await succeed(tx, job, result, followUps);
      throw new Error("killed before the commit");
    });
    await expect(crash).rejects.toThrow("killed before the commit");
    expect(await getJob(db, job.id)).toMatchObject({ status: "running", children: { total: 0 } });

    await db.transaction((tx) => succeed(tx, job, result, followUps));
    expect(await getJob(db, job.id)).toMatchObject({
      status: "succeeded",
      children: { total: 3, queued: 3, running: 0, succeeded: 0, failed: 0 },
    });
    expect(await getJob(db, known.id)).toMatchObject({
      status: "queued",
      run: 2,
      parent_id: `job_${job.id.replaceAll("-", "")}`,
    });
  });

  test("5.1: the last ten failures are kept, with at most 500 characters each", async () => {
    await enqueue(db, movie);
    for (let i = 0; i < 12; i++) {
      await snooze(db, await claimed(db), { ...busy, message: `${i}`.padEnd(600, ".") }, 0);
    }
    const [row] = await db.execute<{ failures: unknown[] }>(sql`select failures from jobs`);
    expect(row?.failures).toHaveLength(10);
    expect(row?.failures[0]).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      run: 1,
      attempt: 1,
      code: "provider_rate_limited",
      message: "2".padEnd(500, "."),
      retryable: true,
    });
  });

  test("5.1: due jobs are claimed in the order in which they became due", async () => {
    for (const external_id of ["3", "1", "2"]) await enqueue(db, { kind: "movie", external_id });
    const order = [await claimed(db), await claimed(db), await claimed(db)];
    expect(order.map(({ external_id }) => external_id)).toEqual(["3", "1", "2"]);
  });

  test("F34: a claim reads the same few pages beside many finished jobs", async () => {
    await db.execute(sql`
      insert into jobs (id, kind, external_id, status, finished_at)
      select gen_random_uuid(), 'movie', i::text, 'succeeded', now() from generate_series(1, 20000) i`);
    await enqueue(db, { kind: "movie", external_id: "due" });
    await db.execute(sql`analyze jobs`);
    const plan = await db.execute<{ "QUERY PLAN": string }>(sql`explain select ${nextJob()}`);
    const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(lines.match(/Index Scan using jobs_next/g)).toHaveLength(3);
    expect(lines).not.toMatch(/Seq Scan|Sort/);
    expect(await claimed(db)).toMatchObject({ external_id: "due" });
  });
});

function otherReplica() {
  const { db: other, close } = openDatabase(database.address, { max: 10 });
  return { db: other, [Symbol.asyncDispose]: close };
}
