import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { codeOf } from "../support/client";
import { testService } from "../support/service";

const service = await testService();
const { db, operator } = service;
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await db.execute(sql`truncate jobs`);
});

const wrong: [source: unknown, value: unknown][] = [
  ["facebook", "zuck"],
  ["tmdb", "603"],
  ["IMDB", "tt0133093"],
  ["imdb", "nm12"],
  ["imdb", "nm00001x5"],
  ["imdb", "0133093"],
  ["imdb", "tt0133093 "],
  ["tvdb", "0121361"],
  ["tvdb", "2147483648"],
  ["tvdb", 121361],
  ["wikidata", "q83495"],
  ["imdb", ""],
  ["imdb", undefined],
];

describe("POST /admin/ingest/find", () => {
  test.each([
    ["imdb", "tt0133093"],
    ["imdb", "nm0000206"],
    ["tvdb", "121361"],
    ["wikidata", "Q83495"],
  ])("N15: %s %s is a job of kind find, the same one each time", async (source, value) => {
    const first = await operator.post<{ job_id: string }>("/ingest/find", { source, value });
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({ status: "queued", created: true });
    const again = await operator.post("/ingest/find", { source, value });
    expect(again.body).toEqual({ ...first.body, created: false });
    const external_id = `${source}:${value}`;
    const path = `/ingest/jobs/${first.body.job_id}`;
    expect((await operator.get(path)).body).toMatchObject({
      kind: "find",
      external_id,
      status: "queued",
    });
    const listed = await operator.get(`/ingest/jobs?kind=find&external_id=${external_id}`);
    expect(listed.body).toMatchObject({ total_results: 1, results: [{ external_id }] });
  });

  test.each(wrong)(
    "N15: source %p with value %p is 422, and nothing is enqueued",
    async (source, value) => {
      const answer = await operator.post("/ingest/find", { source, value });
      expect([answer.status, codeOf(answer)]).toEqual([422, "validation_error"]);
      expect(await db.execute(sql`select from jobs`)).toHaveLength(0);
    },
  );

  test("N15: a batch takes finds, and refuses those that name nothing", async () => {
    const find = (external_id: unknown) => ({ kind: "find", external_id });
    const answer = await operator.post("/ingest/batch", {
      items: [find("imdb:tt0133093"), { kind: "movie", external_id: 603 }, find("tvdb:121361")],
    });
    expect(answer.status).toBe(202);
    const rows = await db.execute(sql`select external_id from jobs where kind = 'find' order by 1`);
    expect([...rows]).toEqual([{ external_id: "imdb:tt0133093" }, { external_id: "tvdb:121361" }]);
    const refused = [
      "tt0133093",
      "603",
      603,
      "imdb:tt12",
      "facebook:x",
      "tvdb:2147483648",
      "1399:1",
    ];
    for (const external_id of refused) {
      const { status } = await operator.post("/ingest/batch", { items: [find(external_id)] });
      expect([external_id, status]).toEqual([external_id, 422]);
    }
    const misplaced = { items: [{ kind: "movie", external_id: "imdb:tt0133093" }] };
    expect((await operator.post("/ingest/batch", misplaced)).status).toBe(422);
  });
});
