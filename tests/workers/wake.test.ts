import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { openDatabase } from "~/db/client";
import { enqueue } from "~/jobs/queue";
import { WakeSignal } from "~/wake-signal";
import { startSweeper } from "~/workers/sweeper";
import { listenForJobs, threadsOf, wakenBy } from "~/workers/wake";
import { eventually } from "../jobs/observation";
import { makeDue, movie, stored } from "../jobs/records";
import { testDatabase } from "../support/database";
import { settling, testLoops } from "./loops";

const database = await testDatabase();
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

describe("listenForJobs", () => {
  test("5.1: an enqueue wakes an idle loop long before it would look by itself", async () => {
    const listener = openDatabase(database.address, { max: 1 });
    const wakeSignal = new WakeSignal();
    listenForJobs(listener.driver, wakeSignal);
    loops.start(done, { wakeSignal, settings: { poll_ms: 60_000 } });
    await connectionIsListening();
    await enqueue(db, movie);
    await eventually(async () => expect(await status()).toBe("succeeded"));

    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`);
    await enqueue(db, movie);
    await eventually(async () => expect(await status()).toBe("succeeded"));
    await loops.stop();
    await listener.close();
  });

  const connectionIsListening = () =>
    eventually(async () => {
      const rows = await db.execute(sql`
        select from pg_stat_activity where datname = current_database() and query ilike 'listen %' and state = 'idle'`);
      expect(rows).toHaveLength(1);
    });
});

test("5.1: one connection that listens wakes the loops of all threads", async () => {
  const loops = threadsOf("test of jobs");
  const woken = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const { resolve } of woken) wakenBy("test of jobs", { wake: resolve });
  loops.wake();
  await Promise.all(woken.map(({ promise }) => promise));
  loops.close();
});

describe("startSweeper", () => {
  test("P2: a job whose worker is gone runs again by itself", async () => {
    await enqueue(db, movie);
    await db.execute(sql`
      update jobs set status = 'running', attempts = 1, next_attempt_at = null,
        lease_token = gen_random_uuid(), lease_until = now() - interval '1 s'`);
    const sweeper = startSweeper(db, loops.log, 10);
    await eventually(async () => expect(await status()).toBe("queued"));
    await makeDue(db);
    loops.start(done);
    await eventually(async () => expect(await status()).toBe("succeeded"));
    await sweeper.stop();
  });
});
