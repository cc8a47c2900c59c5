import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { codeOf } from "../support/client";
import { testService } from "../support/service";

const service = await testService();
const { db, operator } = service;
afterAll(() => service[Symbol.asyncDispose]());
beforeAll(async () => {
  await db.execute(sql`
    insert into titles (id, kind, external_id) values (uuidv7(), 'series', 1399)`);
});

type Enqueued = { job_id: string; created: boolean };
type Refused = { error: { details: { field: string }[] } };

describe("POST /admin/ingest/season", () => {
  test("M117 M120: both numbers in one are the same season as its fields", async () => {
    const [whole, fields, batch] = [
      await operator.post<Enqueued>("/ingest/season", { external_id: "1399:1" }),
      await operator.post<Enqueued>("/ingest/season", {
        series_external_id: 1399,
        season_number: 1,
      }),
      await operator.post<{ results: Enqueued[] }>("/ingest/batch", {
        items: [{ kind: "season", external_id: "1399:1" }],
      }),
    ];

    const { job_id } = whole.body;
    expect([whole.status, whole.body.created]).toEqual([202, true]);
    expect(fields.body).toMatchObject({ job_id, created: false });
    expect(batch.body.results).toMatchObject([{ job_id, created: false }]);
  });

  test.each([
    "1399",
    "1399:",
    "1399:01",
    "01399:1",
    "1399:10000",
    "2147483648:1",
    "1399:1:1",
    " 1399:1",
    1399,
    null,
  ])("M117: %p is no season", async (external_id) => {
    const answer = await operator.post<Refused>("/ingest/season", { external_id });

    expect([answer.status, codeOf(answer)]).toEqual([422, "validation_error"]);
    expect(answer.body.error.details.map(({ field }) => field)).toEqual(["external_id"]);
  });

  test("M117: both numbers in one exclude the fields", async () => {
    const body = { external_id: "1399:1", series_external_id: 1399, season_number: 1 };

    expect((await operator.post("/ingest/season", body)).status).toBe(422);
  });

  test("M124: a season of a series that is not there is 409, and nothing is made", async () => {
    const answer = await operator.post("/ingest/season", { external_id: "7:1" });

    expect([answer.status, codeOf(answer)]).toEqual([409, "series_not_ingested"]);
    expect(await db.execute(sql`select from jobs where external_id = '7:1'`)).toHaveLength(0);
  });
});
