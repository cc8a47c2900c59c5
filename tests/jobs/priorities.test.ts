import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { claim, nextJob } from "~/jobs/lease";
import { retryJob } from "~/jobs/operator-actions";
import { enqueue, enqueueAll, type JobRequest } from "~/jobs/queue";
import { fail, succeed } from "~/jobs/settlement";
import { jobPriorities } from "~/vocabulary";
import { testDatabase } from "../support/database";
import { claimed, gone, result } from "./records";

setDefaultTimeout(60_000);

const database = await testDatabase();
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate jobs`);
});

const { operator, planner, import: imported } = jobPriorities;

const request = (external_id: string, priority: JobRequest["priority"] = operator): JobRequest => ({
  kind: "movie",
  external_id,
  priority,
});

/** The external ids of all due jobs, in the order in which they are claimed. */
async function claimOrder(): Promise<string[]> {
  const order: string[] = [];
  for (let job = await claim(db, crypto.randomUUID()); job; ) {
    order.push(job.external_id);
    job = await claim(db, crypto.randomUUID());
  }
  return order;
}

describe("priorities", () => {
  test("N48: a due job of a lower number is claimed first, however long others have been due", async () => {
    for (const [id, priority] of [
      ["1", imported],
      ["2", planner],
      ["3", operator],
      ["4", imported],
      ["5", operator],
    ] as const) {
      await enqueue(db, request(id, priority));
    }
    expect(await claimOrder()).toEqual(["3", "5", "2", "1", "4"]);
  });

  test("N48: a job of a lower number that is not due yet holds nothing up", async () => {
    await enqueueAll(db, [request("1"), request("2", planner), request("3", imported)]);
    await db.execute(sql`
      update jobs set next_attempt_at = now() + interval '1 h' where priority < ${imported}`);
    expect(await claimOrder()).toEqual(["3"]);
  });

  test("N48: an operator's request for a planned or imported job lowers it to the operator's place", async () => {
    await enqueueAll(db, [request("1", planner), request("2", imported), request("3", imported)]);
    await enqueue(db, request("3"));
    expect(await claimOrder()).toEqual(["3", "1", "2"]);
  });

  test("N48: a planner's or an import's request does not push an operator's job back", async () => {
    await enqueueAll(db, [request("1", planner), request("2")]);
    await enqueueAll(db, [request("2", imported), request("1", imported)]);
    expect(await claimOrder()).toEqual(["2", "1"]);
  });

  test("N48: a finished job that is requested again has the place of that request", async () => {
    await enqueue(db, request("1"));
    const job = await claimed(db);
    await fail(db, job, gone);
    await enqueueAll(db, [request("1", imported), request("2", planner)]);
    expect(await claimOrder()).toEqual(["2", "1"]);
  });

  test("N48: a job that an operator retries goes before planned ones", async () => {
    await enqueue(db, request("1", imported));
    const job = await claimed(db);
    await fail(db, job, gone);
    await enqueue(db, request("2", planner));
    await retryJob(db, job.id);
    expect(await claimOrder()).toEqual(["1", "2"]);
  });

  test("N48, N94: children of an imported job stay behind operators and go before later imports", async () => {
    await enqueue(db, { kind: "series", external_id: "1399", priority: imported });
    await enqueue(db, request("603", imported));
    const parent = await claimed(db);
    const season = { kind: "season" as const, external_id: "1399:1" };
    await db.transaction((tx) => succeed(tx, parent, result, [season]));
    await enqueue(db, request("604"));
    expect(await claimOrder()).toEqual(["604", "1399:1", "603"]);
  });

  test("N48: children of a planned job are the operator's", async () => {
    await enqueue(db, { kind: "series", external_id: "1399", priority: planner });
    const parent = await claimed(db);
    const season = { kind: "season" as const, external_id: "1399:1" };
    await db.transaction((tx) => succeed(tx, parent, result, [season]));
    await enqueue(db, request("604", planner));
    expect(await claimOrder()).toEqual(["1399:1", "604"]);
  });
});

describe("a claim", () => {
  const waiting = sql`
    insert into jobs (id, kind, external_id, priority, next_attempt_at)
    select gen_random_uuid(), 'movie'::job_kind, i::text, ${operator}::smallint, now() + interval '1 h' from generate_series(1, 5000) i
    union all
    select gen_random_uuid(), 'series', i::text, ${imported}::smallint, now() from generate_series(1, 10000) i`;

  /** How many pages the next claim would read. */
  async function pages(): Promise<number> {
    const rows = await db.execute<{ "QUERY PLAN": { Plan: Record<string, number> }[] }>(
      sql`explain (analyze, buffers, format json) select ${nextJob()}`,
    );
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan ?? {};
    return (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
  }

  test("N94, F34: reads a few pages beside 5,000 jobs that wait for a retry and 10,000 imported ones", async () => {
    await db.execute(waiting);
    await db.execute(sql`analyze jobs`);
    expect(await pages()).toBeLessThan(40);
  });
});
