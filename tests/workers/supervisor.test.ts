import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { enqueue, enqueueAll } from "~/jobs/queue";
import { reclaim, release } from "~/jobs/rescue";
import { type SupervisorOptions, superviseThreads } from "~/workers/supervisor";
import { eventually, memoryLog } from "../jobs/observation";
import { fresh, makeDue, stored } from "../jobs/records";
import { testDatabase } from "../support/database";

setDefaultTimeout(60_000);

const database = await testDatabase({ max: 8 });
const { db, address } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate jobs`);
});

function supervise(count: number, options: Partial<SupervisorOptions> = {}) {
  const { log, lines } = memoryLog();
  const supervisor = superviseThreads({
    url: new URL("./thread.ts", import.meta.url).href,
    count,
    setup: { address },
    log,
    onLost: (token, cause) => (cause === "died" ? release(db, token) : reclaim(db, token)),
    silence_ms: 800,
    respawn_ms: 10,
    ...options,
  });
  return { ...supervisor, lines };
}

const movie = (external_id: string) => ({ kind: "movie" as const, external_id });
const status = async () => (await stored(db)).status;
const succeeded = async (count: number) => {
  const rows = await db.execute(sql`select from jobs where status = 'succeeded'`);
  expect(rows).toHaveLength(count);
};

describe("superviseThreads", () => {
  test("M5: jobs are done by threads and leave nothing running when these stop", async () => {
    const { ready, stop, lines } = supervise(2);
    await ready;
    await enqueueAll(
      db,
      Array.from({ length: 30 }, (_, i) => movie(`${i}`)),
    );
    await eventually(() => succeeded(30));
    await stop(2_000);
    expect(lines()).toEqual([]);
    const left = await db.execute(sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'media-catalog'
        and pid <> pg_backend_pid() and query ilike 'listen%'`);
    expect(left).toHaveLength(0);
  });

  for (const deed of ["crash", "reject", "exit", "spin"]) {
    test(`P5, F5, T25: a job that makes its thread ${deed} is released at once and the thread replaced`, async () => {
      const { ready, stop, lines } = supervise(1);
      await ready;
      await enqueue(db, movie(deed));
      await eventually(async () =>
        expect(await stored(db)).toMatchObject({
          status: "queued",
          attempts: 1,
          error: { code: "worker_lost" },
        }),
      );
      await enqueue(db, movie("other"));
      await eventually(() => succeeded(1));
      expect(lines()).toHaveLength(1);
      await stop(2_000);
    });
  }

  test("P5: a job that kills its thread each time is failed after 5 claims, the others succeed", async () => {
    const { ready, stop } = supervise(2);
    await ready;
    await enqueueAll(
      db,
      Array.from({ length: 50 }, (_, i) => movie(`${i}`)),
    );
    const { id } = await enqueue(db, movie("exit"));
    await eventually(async () => {
      await makeDue(db);
      const [poison] = await db.execute(sql`select status, attempts from jobs where id = ${id}`);
      expect(poison).toEqual({ status: "failed", attempts: 5 });
    });
    await eventually(() => succeeded(50));
    await stop(2_000);
  });

  test("P4: a stop hands the job of a thread back without counting the attempt", async () => {
    const { ready, stop, lines } = supervise(1);
    await ready;
    await enqueue(db, movie("deaf"));
    await eventually(async () => expect(await status()).toBe("running"));
    await stop(100);
    expect(await stored(db)).toEqual(fresh);
    expect(lines()).toEqual([expect.stringContaining("worker thread did not end in time")]);
  });

  test("F5: threads that die at once are replaced ever more slowly", async () => {
    const born = performance.now();
    const { stop, lines } = supervise(1, { setup: { address, stillborn: true } });
    await eventually(async () => expect(lines().length).toBeGreaterThanOrEqual(6));
    expect(performance.now() - born).toBeGreaterThan(10 + 20 + 40 + 80 + 160);
    expect(lines()[0]).toContain("thread.ts");
    expect(lines()[0]).toContain('"reason":"error: no life in it"');
    await stop(100);
  });
});
