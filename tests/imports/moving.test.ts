import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { actOnImport, importActions } from "~/imports/actions";
import { hasWork, moveEntries } from "~/imports/mover";
import { claim } from "~/jobs/lease";
import { cancelJob, retryJob } from "~/jobs/operator-actions";
import { enqueue } from "~/jobs/queue";
import { succeed } from "~/jobs/settlement";
import { planOnce } from "~/refresh/planner";
import { claimed, result } from "../jobs/records";
import { testDatabase } from "../support/database";
import { countsOf, imported, importOf, list, runJobs, store } from "./catalog";
import { daily } from "./files";

setDefaultTimeout(60_000);

const database = await testDatabase({ max: 20 });
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate jobs, imports, import_entries, provenance`);
});

const waiting = async (): Promise<number> => {
  const [row] = await db.execute<{ jobs: number }>(sql`
    select count(*)::int as jobs from jobs where status = 'queued' and priority = 20`);
  return row?.jobs ?? 0;
};
const entriesLeft = async () => (await db.execute(sql`select from import_entries`)).length;

describe("an import", () => {
  test("N93, N94, N95: becomes jobs, most popular first, and is finished when they have ended", async () => {
    await store(db, [3]);
    const file = [daily(1, 1), daily(2, 3), daily(3, 9), daily(4, 2), "x", daily(2, 3)].join("\n");
    const id = await imported(db, file);
    expect(await countsOf(db, id)).toEqual({ total: 6, skipped: 2, invalid: 1, pending: 3 });
    expect(await moveEntries(db)).toBe(3);
    expect(await countsOf(db, id)).toEqual({ total: 6, skipped: 2, invalid: 1, enqueued: 3 });
    expect(await runJobs(db, ["4"])).toEqual(["2", "4", "1"]);
    expect(await moveEntries(db)).toBe(0);
    expect(await importOf(db, id)).toMatchObject({
      kind: "movie",
      ...{ total: 6, skipped: 2, invalid: 1, pending: 0, enqueued: 0, succeeded: 2, failed: 1 },
      status: "finished",
      finished_at: expect.any(String),
      eta_seconds: null,
      invalid_lines: [{ line: 5, text: "x" }],
      failures: [{ kind: "movie", external_id: "4", code: "provider_not_found" }],
    });
    expect(await entriesLeft()).toBe(0);
  });

  test("N94: no more than 10,000 of its jobs wait at a time, in statements of 1,000", async () => {
    const id = await imported(db, list(25_500));
    expect(await moveEntries(db)).toBe(10_000);
    expect(await moveEntries(db)).toBe(0);
    expect(await countsOf(db, id)).toEqual({ total: 25_500, pending: 15_500, enqueued: 10_000 });
    await db.execute(sql`
      update jobs set status = 'succeeded', next_attempt_at = null, finished_at = now()
      where external_id::int <= 1500`);
    expect(await moveEntries(db)).toBe(1_000);
    expect(await waiting()).toBe(9_500);
    expect(await countsOf(db, id)).toEqual({
      total: 25_500,
      pending: 14_500,
      enqueued: 9_500,
      succeeded: 1_500,
    });
  });

  test("N95: the same file twice adds nothing, while it is fetched and afterwards", async () => {
    const first = await imported(db, list(3));
    const twice = await imported(db, list(3));
    expect(await importOf(db, twice)).toMatchObject({ total: 3, skipped: 3, status: "finished" });
    await moveEntries(db);
    expect(await countsOf(db, await imported(db, list(4)))).toEqual({
      total: 4,
      skipped: 3,
      pending: 1,
    });
    await moveEntries(db);
    expect((await runJobs(db)).toSorted()).toEqual(["1", "2", "3", "4"]);
    await store(db, [1, 2, 3, 4]);
    await moveEntries(db);
    expect(await countsOf(db, first)).toEqual({ total: 3, succeeded: 3 });
    expect(await countsOf(db, await imported(db, list(4)))).toEqual({ total: 4, skipped: 4 });
    const again = await imported(db, list(4), { again: true });
    expect(await moveEntries(db)).toBe(4);
    expect(await countsOf(db, again)).toEqual({ total: 4, enqueued: 4 });
  });

  test("N94: what comes into the catalog before its turn is left out then", async () => {
    const id = await imported(db, list(3));
    await store(db, [2]);
    await moveEntries(db);
    expect(await runJobs(db)).toEqual(["1", "3"]);
    await moveEntries(db);
    expect(await countsOf(db, id)).toEqual({ total: 3, skipped: 1, succeeded: 2 });
  });

  test("N94: a job that is there already is waited for and not run twice", async () => {
    await enqueue(db, { kind: "movie", external_id: "1" });
    await enqueue(db, { kind: "movie", external_id: "2" });
    const running = await claimed(db);
    const id = await imported(db, list(2));
    await moveEntries(db);
    await db.transaction((tx) => succeed(tx, running, result));
    expect(await runJobs(db)).toEqual(["2"]);
    await moveEntries(db);
    expect(await countsOf(db, id)).toEqual({ total: 2, succeeded: 2 });
    const runs = await db.execute(sql`select distinct run from jobs`);
    expect([...runs]).toEqual([{ run: 1 }]);
  });

  test("N95: a job that is canceled fails its entry, and one that is retried in time does not", async () => {
    const id = await imported(db, list(2));
    await moveEntries(db);
    const [first, second] = await db.execute<{ id: string }>(
      sql`select id from jobs order by external_id`,
    );
    await cancelJob(db, first?.id ?? "");
    await cancelJob(db, second?.id ?? "");
    await retryJob(db, second?.id ?? "");
    await moveEntries(db);
    expect(await countsOf(db, id)).toEqual({ total: 2, enqueued: 1, failed: 1 });
    expect((await importOf(db, id)).failures).toEqual([
      { kind: "movie", external_id: "1", code: "canceled" },
    ]);
  });

  test("N95: pause, resume and cancel concern what is pending; jobs go on", async () => {
    const id = await imported(db, list(11_000));
    await actOnImport(db, id, "pause");
    expect(await moveEntries(db)).toBe(0);
    expect(await importOf(db, id)).toMatchObject({ status: "paused", eta_seconds: null });
    await actOnImport(db, id, "resume");
    expect(await moveEntries(db)).toBe(10_000);
    await actOnImport(db, id, "cancel");
    expect(await importOf(db, id)).toMatchObject({ status: "canceled", finished_at: null });
    expect(await countsOf(db, id)).toEqual({ total: 11_000, skipped: 1_000, enqueued: 10_000 });
    await db.execute(sql`
      update jobs set status = 'succeeded', next_attempt_at = null, finished_at = now()`);
    await moveEntries(db);
    expect(await countsOf(db, id)).toEqual({ total: 11_000, skipped: 1_000, succeeded: 10_000 });
    expect(await importOf(db, id)).toMatchObject({ finished_at: expect.any(String) });
    await moveEntries(db);
    expect(await entriesLeft()).toBe(0);
    const again = await imported(db, list(3, 10_999));
    expect(await countsOf(db, again)).toEqual({ total: 3, pending: 3 });
  });

  test("N95: an import of which nothing is pending stays as it is", async () => {
    const id = await imported(db, list(2));
    await moveEntries(db);
    for (const action of importActions) {
      await actOnImport(db, id, action);
      expect(await importOf(db, id)).toMatchObject({ status: "running", enqueued: 2 });
    }
  });

  test("N95: a canceled import no longer keeps its ids from others, also before its rows are gone", async () => {
    const first = await imported(db, list(3));
    await actOnImport(db, first, "cancel");
    expect(await importOf(db, first)).toMatchObject({ status: "canceled", skipped: 3, pending: 0 });
    const second = await imported(db, list(3));
    expect(await moveEntries(db)).toBe(3);
    expect(await countsOf(db, second)).toEqual({ total: 3, enqueued: 3 });
  });

  test("N94: imports take turns, so that a short one does not wait for the end of a long one", async () => {
    await imported(db, list(20_000));
    await moveEntries(db);
    const short = await imported(db, list(10, 50_000));
    await db.execute(sql`
      update jobs set status = 'succeeded', next_attempt_at = null, finished_at = now()
      where external_id::int <= 1000`);
    await moveEntries(db);
    expect(await countsOf(db, short)).toEqual({ total: 10, enqueued: 10 });
  });

  test("N94: of passes at the same time each entry is moved by one", async () => {
    const id = await imported(db, list(5_000));
    const step = { name: "imports", isDue: hasWork, act: moveEntries };
    await Promise.all(Array.from({ length: 8 }, () => planOnce(db, [step])));
    expect(await countsOf(db, id)).toEqual({ total: 5_000, enqueued: 5_000 });
    const [jobs] = await db.execute(sql`select count(*)::int as jobs, max(run) as run from jobs`);
    expect(jobs).toEqual({ jobs: 5_000, run: 1 });
  });

  test("N95: the same file twice at the same moment is fetched once, and both imports end", async () => {
    const both = await Promise.all([1, 2].map(() => imported(db, list(2_000))));
    await moveEntries(db);
    const order = await runJobs(db);
    expect(order).toHaveLength(2_000);
    await moveEntries(db);
    for (const id of both) {
      const { status, succeeded, skipped } = await importOf(db, id);
      expect([status, succeeded + skipped]).toEqual(["finished", 2_000]);
    }
  });

  test("N94: a pass looks at what has a job, however many entries are pending", async () => {
    await imported(db, list(30_000));
    await db.execute(sql`analyze import_entries`);
    const scans = await db.transaction(async (tx) => {
      await moveEntries(tx);
      await moveEntries(tx);
      return tx.execute(sql`
        select relname, seq_scan::int as scans from pg_stat_xact_user_tables
        where relname in ('import_entries', 'jobs') order by relname`);
    });
    expect([...scans]).toEqual([
      { relname: "import_entries", scans: 0 },
      { relname: "jobs", scans: 0 },
    ]);
  });

  test("N95: tells the seconds that are left at the rate since it was resumed", async () => {
    const id = await imported(db, list(10));
    await moveEntries(db);
    expect((await importOf(db, id)).eta_seconds).toBeNull();
    await db.execute(sql`
      update jobs set status = 'succeeded', next_attempt_at = null, finished_at = now()
      where external_id::int <= 4`);
    await moveEntries(db);
    await db.execute(sql`update imports set resumed_at = now() - interval '60 s'`);
    const { eta_seconds } = await importOf(db, id);
    expect(eta_seconds).toBeGreaterThanOrEqual(90);
    expect(eta_seconds).toBeLessThanOrEqual(95);
  });

  test("N48, N93: seasons of imported series wait behind an operator and before the next series", async () => {
    await imported(db, list(2), { kind: "series", include_seasons: true });
    await moveEntries(db);
    const job = await claimed(db);
    expect(job.params).toEqual({ include_seasons: true });
    const season = { kind: "season" as const, external_id: "1:1" };
    await db.transaction((tx) => succeed(tx, job, result, [season]));
    expect(await claim(db, crypto.randomUUID())).toMatchObject({
      external_id: "1:1",
      priority: 20,
    });
  });
});
