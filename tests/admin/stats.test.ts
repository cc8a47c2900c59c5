import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { enqueue, enqueueAll } from "~/jobs/queue";
import { fail } from "~/jobs/settlement";
import { version } from "~/version";
import { jobKinds } from "~/vocabulary";
import { type Document, operationsOf } from "../fuzz/operations";
import { claimed, gone, movie, series } from "../jobs/records";
import { testService } from "../support/service";

const none = { queued: 0, running: 0, succeeded: 0, failed: 0, canceled: 0 };
const lists = [
  { kind: "movie", window: "day" },
  { kind: "movie", window: "week" },
  { kind: "series", window: "day" },
  { kind: "series", window: "week" },
];

describe("GET /admin/stats", () => {
  test("tells of an empty service", async () => {
    await using service = await testService();

    const { status, body } = await service.operator.get("/stats");

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        version,
        catalog: { movies: 0, series: 0, episodes: 0, people: 0, collections: 0 },
        queue: {
          by_status: none,
          by_kind: jobKinds.map((kind) => ({ kind, ...none })),
          oldest_due_seconds: null,
        },
        trending: lists.map((list) => ({ ...list, refreshed_at: null })),
        database: { size_bytes: expect.any(Number) },
        index: null,
      },
    });
  });

  test("counts jobs by status and kind, and how long the oldest is due", async () => {
    await using service = await testService();
    const { db } = service;
    await enqueue(db, series);
    await fail(db, await claimed(db), gone);
    await enqueueAll(db, [
      movie,
      { kind: "movie", external_id: "604" },
      { kind: "person", external_id: "1" },
    ]);
    await db.execute(sql`
      update jobs set next_attempt_at = case external_id when '603' then now() - interval '90 s'
        else now() + interval '1 h' end where status = 'queued'`);
    await db.execute(sql`
      insert into trending_lists (kind, "window", refreshed_at) values ('series', 'week', '2026-11-21T06:00:00Z')`);

    const { body } = await service.operator.get("/stats");

    expect(body).toMatchObject({
      queue: {
        by_status: { ...none, queued: 3, failed: 1 },
        by_kind: jobKinds.map((kind) => ({
          kind,
          ...none,
          queued: { movie: 2, person: 1 }[kind as string] ?? 0,
          failed: kind === "series" ? 1 : 0,
        })),
        oldest_due_seconds: expect.closeTo(90, -1),
      },
      trending: [
        ...lists.slice(0, 3).map((list) => ({ ...list, refreshed_at: null })),
        { kind: "series", window: "week", refreshed_at: "2026-11-21T06:00:00.000Z" },
      ],
    });
  });

  test("M159: tells how the secondary index is, where there is one", async () => {
    await using service = await testService({ settings: { MEILI_URL: "http://127.0.0.1:9" } });
    const index = async () =>
      ((await service.operator.get("/stats")).body as { index: unknown }).index;
    const waiting = {
      state: "waiting",
      pending: 0,
      lag_seconds: 0,
      documents: null,
      drift: null,
      reconciled_at: null,
      failing_since: null,
    };
    expect(await index()).toEqual(waiting);

    await service.db.execute(sql`
      insert into search_index (documents, failing_since) values (12, '2026-11-21T06:00:00Z')`);

    expect(await index()).toEqual({
      ...waiting,
      state: "failing",
      documents: 12,
      failing_since: "2026-11-21T06:00:00.000Z",
    });
  });
});

test("M139: no operation of administration opens without the operator token", async () => {
  await using service = await testService();
  const root = `${service.url}/api/v1`;
  const document = (await (await fetch(`${root}/openapi.json`)).json()) as Document;
  const operations = operationsOf(document).filter(({ path }) => path.includes("/admin/"));

  const opened: string[] = [];
  for (const { method, path } of operations) {
    const real = path.replace("/api/v1", "").replace("{job_id}", `job_${"0".repeat(32)}`);
    const { status } = await fetch(root + real, { method });
    if (status !== 401) opened.push(`${method} ${path}: ${status}`);
  }

  expect(opened).toEqual([]);
  expect(operations.length).toBeGreaterThan(12);
});
