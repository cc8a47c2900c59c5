import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { testService } from "../support/service";

const service = await testService();
const { db, operator } = service;
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await db.execute(sql`truncate jobs`);
});

type Item = { kind: string; external_id: number | string; include_seasons?: boolean };
type Enqueued = { results: { job_id: string; created: boolean }[] };

const send = (items: unknown) => operator.post("/ingest/batch", { items });

async function storedJobs() {
  return [
    ...(await db.execute(
      sql`select kind, external_id, params from jobs order by kind, external_id`,
    )),
  ];
}

describe("POST /admin/ingest/batch", () => {
  test("M118, M119: enqueues each item and answers in their order", async () => {
    await operator.post("/ingest/person", { external_id: 6384 });

    const { status, body } = await send([
      { kind: "series", external_id: "1399", include_seasons: true },
      { kind: "person", external_id: 6384 },
      { kind: "movie", external_id: 603 },
      { kind: "movie", external_id: "603" },
      { kind: "collection", external_id: 2344 },
    ]);

    expect(status).toBe(202);
    const { results } = body as Enqueued;
    expect(results.map(({ created }) => created)).toEqual([true, false, true, false, true]);
    const seen = await Promise.all(
      results.map(async ({ job_id }) => (await operator.get(`/ingest/jobs/${job_id}`)).body),
    );
    expect(seen).toMatchObject([
      { kind: "series", external_id: "1399", params: { include_seasons: true } },
      { kind: "person", external_id: "6384" },
      { kind: "movie", external_id: "603" },
      { kind: "movie", external_id: "603" },
      { kind: "collection", external_id: "2344" },
    ]);
    expect(results[0]).toEqual({
      job_id: expect.stringMatching(/^job_[0-9a-f]{32}$/),
      status: "queued",
      created: true,
      status_url: `/api/v1/admin/ingest/jobs/${results[0]?.job_id}`,
    } as never);
    expect(await storedJobs()).toHaveLength(4);
  });

  test("takes 500 items and refuses 501", async () => {
    const items = (count: number): Item[] =>
      Array.from({ length: count }, (_, i) => ({ kind: "movie", external_id: i + 1 }));

    expect((await send(items(501))).status).toBe(422);
    expect(await storedJobs()).toEqual([]);
    const { body } = await send(items(500));
    expect(new Set((body as Enqueued).results.map(({ job_id }) => job_id)).size).toBe(500);
    expect(await storedJobs()).toHaveLength(500);
  });

  test.each<[string, unknown, string]>([
    ["no item", [], "items"],
    ["no list", { kind: "movie" }, "items"],
    ["an unknown kind", [{ kind: "show", external_id: 1 }], "items.0.kind"],
    ["no id", [{ kind: "movie" }], "items.0.external_id"],
    ["a leading zero", [{ kind: "movie", external_id: "0603" }], "items.0.external_id"],
    [
      "an id past the largest",
      [{ kind: "movie", external_id: "9999999999" }],
      "items.0.external_id",
    ],
    ["a season's id of a movie", [{ kind: "movie", external_id: "603:1" }], "items.0.external_id"],
    ["a season without a number", [{ kind: "season", external_id: 1399 }], "items.0.external_id"],
    [
      "seasons of a movie",
      [{ kind: "movie", external_id: 603, include_seasons: true }],
      "items.0.include_seasons",
    ],
    ["a field nobody knows", [{ kind: "movie", external_id: 603, title: "x" }], "items.0.title"],
  ])("M148: refuses all for one item that is wrong and names it: %s", async (_, wrong, field) => {
    const items =
      Array.isArray(wrong) && wrong.length > 0
        ? [...wrong, { kind: "movie", external_id: 1 }]
        : wrong;

    const { status, body } = await send(items);

    expect({ status, body }).toMatchObject({
      status: 422,
      body: { error: { code: "validation_error", details: [{ in: "body", field }] } },
    });
    expect(await storedJobs()).toEqual([]);
  });

  test("names every item that is wrong", async () => {
    const { body } = await send([
      { kind: "movie", external_id: "603:1" },
      { kind: "person", external_id: 1 },
      { kind: "season", external_id: 5 },
    ]);

    const { error } = body as { error: { message: string; details: { field: string }[] } };
    expect(error.details.map(({ field }) => field)).toEqual([
      "items.0.external_id",
      "items.2.external_id",
    ]);
    expect(error.message).toEndWith(", and 1 more.");
  });

  test("M124: refuses a season whose series is not in the catalog, and takes one whose series is", async () => {
    await db.execute(sql`
      insert into titles (id, kind, external_id) values (uuidv7(), 'series', 1399)`);

    const { status, body } = await send([
      { kind: "season", external_id: "1399:0" },
      { kind: "season", external_id: "7:1" },
    ]);
    const taken = await send([{ kind: "season", external_id: "1399:0" }]);

    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { code: "series_not_ingested", details: [{ field: "items.1.external_id" }] } },
    });
    expect(taken.status).toBe(202);
    expect(await storedJobs()).toEqual([{ kind: "season", external_id: "1399:0", params: {} }]);
  });
});
