import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { RunningJob } from "~/jobs/lease";
import { enqueue } from "~/jobs/queue";
import { release } from "~/jobs/rescue";
import { fail, handBack, retryLater, snooze } from "~/jobs/settlement";
import { bug, busy, claimed, fresh, gone, series, stored } from "../jobs/records";
import { testDatabase } from "../support/database";

const database = await testDatabase();
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate jobs`);
});

describe("M132: a run that is asked for while another one runs", () => {
  const settlements: Record<string, (job: RunningJob) => Promise<unknown>> = {
    "a permanent error": (job) => fail(db, job, gone),
    "a retryable error": (job) => retryLater(db, job, bug, 300),
    "a wait for the provider": (job) => snooze(db, job, busy, 300),
    "a stop": (job) => handBack(db, job),
    "a lost worker": (job) => release(db, job.lease_token),
  };
  for (const [name, end] of Object.entries(settlements)) {
    test(`M132: after ${name} a run that was asked for meanwhile starts at once`, async () => {
      await enqueue(db, series);
      const job = await claimed(db);
      await enqueue(db, { ...series, params: { include_seasons: true } });
      await end(job);
      const { failures, ...after } = await stored(db);
      const { failures: _, ...wanted } = { ...fresh, run: 2, params: { include_seasons: true } };
      expect(after).toEqual(wanted);
      expect(failures).toBe(name === "a stop" ? 0 : 1);
    });
  }
});
