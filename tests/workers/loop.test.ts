import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { getJob } from "~/admin/jobs/view";
import { openDatabase } from "~/db/client";
import { JobRefused } from "~/jobs/fault";
import type { RunningJob } from "~/jobs/lease";
import { cancelJob } from "~/jobs/operator-actions";
import { enqueue } from "~/jobs/queue";
import { rescue } from "~/jobs/rescue";
import type { Settled } from "~/jobs/settlement";
import { ProviderError } from "~/provider/http/errors";
import type { Handler } from "~/workers/attempt";
import { eventually } from "../jobs/observation";
import { fresh, movie, stored } from "../jobs/records";
import { testDatabase } from "../support/database";
import { settling, testLoops } from "./loops";

const database = await testDatabase({ max: 12 });
const { db } = database;
afterAll(database.close);

let loops = testLoops(db);
beforeEach(async () => {
  await db.execute(sql`truncate jobs`);
  loops = testLoops(db);
});
afterEach(() => loops.stop());

const done = settling(db);
const status = async () => (await stored(db)).status;
const throwing =
  (error: unknown): Handler =>
  () =>
    Promise.reject(error);
const untilAborted: Handler = (_, { signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
describe("runLoop", () => {
  test("M132: four loops do every job that is due, each of them once", async () => {
    const seen: string[] = [];
    const counting: Handler = (job, context) => {
      seen.push(job.external_id);
      return done(job, context);
    };
    for (let i = 0; i < 4; i++) loops.start(counting);
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => enqueue(db, { kind: "movie", external_id: `${i}` })),
    );
    await eventually(async () => {
      const rows = await db.execute(sql`select from jobs where status = 'succeeded'`);
      expect(rows).toHaveLength(60);
    });
    expect(new Set(seen).size).toBe(60);
    expect(seen).toHaveLength(60);
  });

  test("M132: a permanent error fails the job, a transient one of the provider makes it wait", async () => {
    await enqueue(db, movie);
    loops.start(throwing(new JobRefused("series_not_ingested", "Ingest the series first.")));
    await eventually(async () => expect(await status()).toBe("failed"));
    await loops.stop();

    await enqueue(db, movie);
    loops = testLoops(db);
    loops.start(throwing(new ProviderError("provider_rate_limited", "Asked to wait.", 30)));
    await eventually(async () =>
      expect(await stored(db)).toMatchObject({
        status: "queued",
        attempts: 0,
        snoozes: 1,
        due_in: 30,
      }),
    );
  });

  test("M132: an error of our own costs an attempt; its text stays out of record and log", async () => {
    await enqueue(db, movie);
    loops.start(throwing(new TypeError("token=secret")));
    await eventually(async () =>
      expect(await stored(db)).toEqual({
        ...fresh,
        attempts: 1,
        failures: 1,
        due_in: 4,
        error: {
          code: "internal_error",
          message: "Internal error (TypeError); the log has its place.",
          retryable: true,
        },
      }),
    );
    expect(loops.lines().join("\n")).toContain("loop.test.ts");
    expect(loops.lines().join("\n")).not.toContain("secret");
  });

  test("M132: a handler that returns without settling is a bug, not a success", async () => {
    await enqueue(db, movie);
    loops.start((async () => undefined) as unknown as Handler);
    await eventually(async () =>
      expect(await stored(db)).toMatchObject({ attempts: 1, error: { code: "internal_error" } }),
    );
  });

  test("P4: a stop hands the job back at once and without counting the attempt", async () => {
    await enqueue(db, movie);
    loops.start(untilAborted);
    await eventually(async () => expect(await status()).toBe("running"));
    await loops.stop();
    expect(await stored(db)).toEqual(fresh);
  });

  test("P4: a handler that does not listen to the stop is left behind and writes nothing more", async () => {
    await enqueue(db, movie);
    const gate = Promise.withResolvers<void>();
    let late: Promise<Settled> | undefined;
    loops.start((job, context) => {
      late = gate.promise.then(() => done(job, context));
      return late;
    });
    await eventually(async () => expect(await status()).toBe("running"));
    await loops.stop();
    gate.resolve();
    await expect(late).rejects.toThrow("lease");
    expect(await stored(db)).toEqual(fresh);
  });

  test("5.1: a run past its deadline is aborted and tried again later", async () => {
    await enqueue(db, movie);
    loops.start(untilAborted, { settings: { deadline_ms: 30 } });
    await eventually(async () =>
      expect(await stored(db)).toMatchObject({
        status: "queued",
        attempts: 1,
        error: { code: "internal_error", message: "The run took too long." },
      }),
    );
  });

  test("M132: the heartbeat keeps the lease of a long run", async () => {
    await enqueue(db, movie);
    const gate = Promise.withResolvers<void>();
    loops.start(async (job, context) => {
      await gate.promise;
      return done(job, context);
    });
    await eventually(async () => expect(await status()).toBe("running"));
    await db.execute(sql`update jobs set lease_until = now() + interval '1 s'`);
    await eventually(async () => {
      const rows = await db.execute(
        sql`select from jobs where lease_until > now() + interval '20 s'`,
      );
      expect(rows).toHaveLength(1);
    });
    expect(await rescue(db)).toBe(0);
    gate.resolve();
    await eventually(async () => expect(await status()).toBe("succeeded"));
  });

  test("P3, F3: work whose lease is lost is aborted at once and logged as lease_lost", async () => {
    await enqueue(db, movie);
    let aborted: unknown;
    loops.start((job, context) => {
      context.signal.addEventListener("abort", () => {
        aborted = context.signal.reason;
      });
      return untilAborted(job, context);
    });
    await eventually(async () => expect(await status()).toBe("running"));
    // At once, or the heartbeat renews the lease in between.
    await db.transaction(async (tx) => {
      await tx.execute(sql`update jobs set lease_until = now() - interval '1 s'`);
      await rescue(tx);
    });
    await eventually(async () => expect(loops.lines().join("\n")).toContain("lease_lost"));
    expect(aborted).toBe("lease_lost");
    expect(await stored(db)).toMatchObject({ status: "queued", attempts: 1, failures: 1 });
  });

  test("M132, P3: a canceled job aborts its work, and the loop goes on with the next one", async () => {
    const { id } = await enqueue(db, movie);
    loops.start((job, context) =>
      job.external_id === movie.external_id ? untilAborted(job, context) : done(job, context),
    );
    await eventually(async () => expect(await status()).toBe("running"));

    expect(await cancelJob(db, id)).toBe(true);
    const next = await enqueue(db, { kind: "person", external_id: "1" });

    await eventually(async () =>
      expect(await getJob(db, next.id)).toMatchObject({ status: "succeeded" }),
    );
    expect(await getJob(db, id)).toMatchObject({ status: "canceled", attempts: 1, error: null });
  });

  test("M131: progress is written while the work goes on, the last report in any case", async () => {
    await enqueue(db, movie);
    loops.start(async (_, { progress, signal }) => {
      for (let part = 0; part <= 9; part++) progress(part, 9);
      await Bun.sleep(5);
      signal.throwIfAborted();
      throw new Error("broken off");
    });
    await eventually(async () =>
      expect(await stored(db)).toMatchObject({
        status: "queued",
        progress_done: 9,
        progress_total: 9,
      }),
    );
  });

  test("F7: a loop outlives a database that is away", async () => {
    const away = openDatabase({ url: "postgres://catalog@127.0.0.1:1/none" }, { max: 1 });
    loops.start(done, { db: away.db });
    await eventually(async () => expect(loops.lines()).toHaveLength(1));
    expect(loops.lines()[0]).toContain("ECONNREFUSED");
    await loops.stop();
    await away.close();
  });

  test("5.1: the token of a claim is told before the claim is made", async () => {
    await enqueue(db, movie);
    const told: string[] = [];
    let job: RunningJob | undefined;
    loops.start(
      (claimed, context) => {
        job = claimed;
        expect(told.at(-1)).toBe(claimed.lease_token);
        return done(claimed, context);
      },
      { onClaim: (lease_token) => told.push(lease_token) },
    );
    await eventually(async () => expect(await status()).toBe("succeeded"));
    expect(told).toContain(job?.lease_token ?? "");
  });
});
