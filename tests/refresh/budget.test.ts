import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { only } from "~/db/sql";
import { handlers } from "~/ingest/handlers";
import { enqueue, enqueueAll } from "~/jobs/queue";
import { openProvider } from "~/provider/http/client";
import type { ProviderError } from "~/provider/http/errors";
import { freePace } from "~/provider/http/pace";
import {
  affordable,
  budgetOf,
  PlannedCallsSpent,
  plannedPace,
  plannedRoom,
} from "~/refresh/budget";
import { byRequester } from "~/refresh/planned-jobs";
import { claimed } from "../jobs/records";
import { testDatabase } from "../support/database";
import { serveMany } from "../support/many-records";
import { standIn } from "../support/provider";

const database = await testDatabase({ max: 10 });
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate jobs, planned_calls`);
  await db.execute(sql`update provider_pace set next_call_at = now(), paused_until = '-infinity'`);
});

const paceOf = (rps: number, share: number) =>
  plannedPace(
    db,
    { provider: "tmdb", callsPerSecond: rps, budget: budgetOf(rps, share) },
    freePace,
  );
const callsOf = async () =>
  only(
    await db.execute<{ n: number }>(
      sql`select coalesce(sum(calls), 0)::int as n from planned_calls`,
    ),
  ).n;
const planned = (from: number, to: number) =>
  enqueueAll(
    db,
    Array.from({ length: to - from + 1 }, (_, index) => ({
      kind: "movie" as const,
      external_id: String(from + index),
      priority: 10 as const,
    })),
  );

describe("the budget of planned calls", () => {
  test("N48: is the share of the pace, over a minute, or over the time of one call", () => {
    expect(budgetOf(20, 0.5)).toEqual({ per_second: 10, seconds: 60, most: 600, season_calls: 1 });
    expect(budgetOf(20, 1)).toMatchObject({ seconds: 60, most: 1_200 });
    expect(budgetOf(1, 0.001)).toMatchObject({ seconds: 1_000, most: 1 });
    expect(budgetOf(30, 0.1)).toMatchObject({ seconds: 60, most: 180 });
  });

  test("N48: jobs that wait or run, and calls of the last minute, leave less room; 200 wait at most", async () => {
    const wide = budgetOf(100, 0.5);
    expect(await plannedRoom(db, wide)).toBe(200);
    await planned(1, 150);
    await claimed(db);
    expect(await plannedRoom(db, wide)).toBe(200 - 149);
    const narrow = budgetOf(10, 0.5);
    expect(await plannedRoom(db, narrow)).toBe(51);
    await db.execute(
      sql`insert into planned_calls (second, calls) values (now() - interval '59 s', 130)`,
    );
    expect(await plannedRoom(db, narrow)).toBe(20);
    await db.execute(sql`update planned_calls set calls = 999`);
    expect(await plannedRoom(db, narrow)).toBe(0);
    await db.execute(sql`update planned_calls set second = now() - interval '62 s'`);
    expect(await plannedRoom(db, narrow)).toBe(51);
  });

  test("N39 N48: a season takes a call for each language more, unless the budget never holds so many", async () => {
    expect(budgetOf(20, 0.5, 2).season_calls).toBe(3);
    expect(budgetOf(1, 0.001, 2).season_calls).toBe(1);
    const budget = budgetOf(10, 0.5, 2);
    await enqueue(db, { kind: "season", external_id: "1:1", priority: 10 });
    await planned(1, 10);
    expect(await plannedRoom(db, budget)).toBe(190 - 1);
    await db.execute(sql`insert into planned_calls (second, calls) values (now(), 280)`);
    expect(await plannedRoom(db, budget)).toBe(300 - 280 - 10 - 3);
    const records = (["movie", "season", "season", "movie"] as const).map((kind) => ({ kind }));
    const taken = [0, 1, 3, 4, 6, 7, 8].map((calls) => affordable(records, calls, budget).length);
    expect(taken).toEqual([0, 1, 1, 2, 2, 3, 4]);
  });

  test("N48: of 50 calls at once only as many are made as are left, and the others are told when", async () => {
    await db.execute(
      sql`insert into planned_calls (second, calls) values (now() - interval '40 s', 45)`,
    );
    const pace = paceOf(1_000, 0.001);
    const takes = await Promise.allSettled(Array.from({ length: 50 }, () => pace.take()));
    expect(takes.filter(({ status }) => status === "fulfilled")).toHaveLength(15);
    const reasons = takes.flatMap((take) => (take.status === "rejected" ? [take.reason] : []));
    expect(reasons.every((reason) => reason instanceof PlannedCallsSpent)).toBe(true);
    expect(reasons[0].seconds).toBeGreaterThan(15);
    expect(reasons[0].seconds).toBeLessThanOrEqual(21);
    expect(await callsOf()).toBe(60);
  });

  test("M138, N48: planned calls keep the pace of all calls, and its pauses", async () => {
    await db.execute(sql`update provider_pace set paused_until = now() + interval '1 h'`);
    const refused = await paceOf(20, 0.5)
      .take()
      .catch((error: ProviderError) => error);
    expect(refused).toMatchObject({ code: "provider_rate_limited" });
    expect(await callsOf()).toBe(0);
    await db.execute(sql`update provider_pace set paused_until = '-infinity'`);
    const start = performance.now();
    for (let call = 0; call < 5; call += 1) await paceOf(20, 1).take();
    expect(performance.now() - start).toBeGreaterThan(190);
  });

  test("N48: a job of the planner whose call is not allowed waits, and does not count as an attempt", async () => {
    await using provider = standIn();
    serveMany(provider, "movie", { upTo: 9 });
    const { url: base_url, token } = provider;
    const open = (pace: typeof freePace) =>
      handlers({ db, provider: openProvider({ base_url, token, timeout_ms: 2_000, pace }) });
    const failures: string[] = [];
    const works = byRequester({
      db,
      direct: open(freePace),
      planned: open(paceOf(20, 0.5)),
      onFailed: (code) => failures.push(code),
    });
    const context = { signal: new AbortController().signal, progress: () => {} };
    await db.execute(
      sql`insert into planned_calls (second, calls) values (now() - interval '1 s', 600)`,
    );
    await planned(1, 1);
    const job = await claimed(db);
    expect(await works.movie(job, context)).toBe("settled");
    expect(provider.calls()).toBe(0);
    const [row] = await db.execute(sql`
      select status, attempts, snoozes, error, next_attempt_at > now() + interval '50 s' as waits from jobs`);
    expect(row).toEqual({ status: "queued", attempts: 0, snoozes: 0, error: null, waits: true });

    await enqueue(db, { kind: "movie", external_id: "1" });
    await works.movie(await claimed(db), context);
    expect(provider.calls("/movie/1")).toBe(1);
    await db.execute(sql`truncate planned_calls`);
    await planned(99, 99);
    await expect(works.movie(await claimed(db), context)).rejects.toThrow();
    expect(failures).toEqual(["provider_not_found"]);
    expect(await callsOf()).toBe(1);
  });
});
