import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { getJob } from "~/admin/jobs/view";
import { enqueue } from "~/jobs/queue";
import { succeed } from "~/jobs/settlement";
import { claimed, result, series } from "../jobs/records";
import { testDatabase } from "../support/database";

const database = await testDatabase({ max: 40 });
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate jobs`);
});

describe("getJob", () => {
  test("M131: shows every field of the record, in its public form", async () => {
    const { id, job_id } = await enqueue(db, { ...series, params: { include_seasons: true } });
    const queued = await getJob(db, id);
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(queued).toEqual({
      id: job_id,
      kind: "series",
      external_id: "1399",
      status: "queued",
      run: 1,
      attempts: 0,
      max_attempts: 5,
      params: { include_seasons: true },
      progress: { done: 0, total: 0 },
      result: null,
      error: null,
      parent_id: null,
      children: { total: 0, queued: 0, running: 0, succeeded: 0, failed: 0 },
      created_at: moment,
      started_at: null,
      finished_at: null,
      next_attempt_at: moment,
      updated_at: moment,
    });
    await succeed(db, await claimed(db), result);
    expect(await getJob(db, id)).toMatchObject({
      status: "succeeded",
      result,
      started_at: moment,
      finished_at: moment,
      next_attempt_at: null,
    });
  });

  test("M129: an unknown id is no job", async () => {
    expect(await getJob(db, crypto.randomUUID())).toBeUndefined();
  });
});
