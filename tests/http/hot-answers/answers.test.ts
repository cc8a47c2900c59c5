import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { testService } from "../../support/service";
import { type HotService, hotService, lasting } from "./hot-service";

let service: HotService;
let movie: string;

beforeAll(async () => {
  service = await hotService({ settings: { CORS_ORIGINS: "https://app.test" } });
  movie = await service.addMovie("Kept ");
  await service.addMovie("Other ", 604);
});
afterAll(() => service[Symbol.asyncDispose]());

/** How many statements `work` made the service send. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = service.statements();
  await work();
  return service.statements() - before;
}

describe("a hot answer", () => {
  test("M68: is not for those who want to be told of parameters that it ignored", async () => {
    const path = "/movies?page_size=3&unknown=1";
    const prefer = "handling=strict";
    const taken = await service.get(path);
    const refused = await service.get(path, { prefer });
    const again = await service.get(path);

    expect([taken.status, refused.status, again.status]).toEqual([200, 422, 200]);
    expect([again.text, lasting(again)]).toEqual([taken.text, lasting(taken)]);
    const known = "/movies?page_size=3";
    await service.get(known);
    expect(await statementsOf(() => service.get(known, { prefer }))).toBe(0);
  });

  test.each([
    ["identity", "/movies?page_size=1"],
    ["zstd", "/movies?page_size=2"],
    ["gzip", "/movies?page_size=1&unknown=1"],
    ["br", "/search?query=kept"],
    ["identity", "/genres"],
  ])("is the computed one, byte for byte, without a statement: %s of %s", async (coding, path) => {
    const headers = { "accept-encoding": coding };
    const cold = await service.get(path, headers);
    let hot = cold;
    const statements = await statementsOf(async () => {
      hot = await service.get(path, headers);
    });

    expect(statements).toBe(0);
    expect([hot.status, hot.text, lasting(hot)]).toEqual([200, cold.text, lasting(cold)]);
    expect([cold.headers.get("age"), hot.headers.get("age")]).toEqual([null, "0"]);
    expect(hot.headers.get("x-request-id")).not.toBe(cold.headers.get("x-request-id"));
  });

  test("answers HEAD and If-None-Match without a statement", async () => {
    const path = `/movies/${movie}`;
    const get = await service.get(path, { "accept-encoding": "identity" });
    const tag = get.headers.get("etag") ?? "";
    const statements = await statementsOf(async () => {
      const head = await service.request("HEAD", path, {
        headers: { "accept-encoding": "identity" },
      });
      expect([head.status, head.text]).toEqual([200, ""]);
      expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
      expect(lasting(head)).toEqual(lasting(get));

      const known = await service.get(path, { "if-none-match": tag });
      expect([known.status, known.text, known.headers.get("etag")]).toEqual([304, "", tag]);
      expect(known.headers.get("last-modified")).toBe(get.headers.get("last-modified"));
      expect(known.headers.get("age")).toBe("0");
    });
    expect(statements).toBe(0);
  });

  test("HEAD makes an answer hot for GET", async () => {
    await service.request("HEAD", `/movies/${movie}/credits`);
    const statements = await statementsOf(() => service.get(`/movies/${movie}/credits`));
    expect(statements).toBe(0);
  });

  test("a page of an allowed origin may read it, and its preflight is not kept", async () => {
    await service.get("/keywords");
    const { headers } = await service.get("/keywords", { origin: "https://app.test" });
    expect(headers.get("access-control-allow-origin")).toBe("https://app.test");
    expect(headers.get("vary")).toBe("accept-encoding, origin");
    expect((await service.get("/keywords")).headers.has("access-control-allow-origin")).toBe(false);
  });

  test.each([
    ["/movies?page=0", 422],
    ["/movies/movie_1", 404],
    ["/nowhere", 404],
    ["/auth/me", 401],
  ])("a refusal is never kept: %s", async (path, status) => {
    const entries = service.hot.entries;
    for (let times = 0; times < 2; times += 1) {
      const answer = await service.get(path);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([status, "no-store"]);
      expect(answer.headers.get("age")).toBeNull();
    }
    expect(service.hot.entries).toBe(entries);
  });

  test("S24: what an account owns is never kept", async () => {
    const [first, second] = [
      await service.addAccount("first@a.test"),
      await service.addAccount("second@a.test"),
    ];
    const email = async (token: string) =>
      (await service.send<{ email: string }>("GET", "/auth/me", undefined, token)).body.email;
    expect(await Promise.all([email(first), email(second), email(first)])).toEqual([
      "first@a.test",
      "second@a.test",
      "first@a.test",
    ]);
  });

  test("is given in each coding that a client asks for, from one computation", async () => {
    const path = "/movies?page_size=3";
    const plain = await service.get(path, { "accept-encoding": "identity" });
    const bytes = service.hot.bytes;
    const statements = await statementsOf(async () => {
      for (const coding of ["gzip", "zstd"]) {
        const { headers, body } = await service.get(path, { "accept-encoding": coding });
        expect(headers.get("content-encoding")).toBe(coding);
        expect(body).toEqual(plain.body);
      }
    });
    expect(statements).toBe(0);
    expect(service.hot.bytes).toBeGreaterThan(bytes);
  });

  test("is measured under the pattern of its route", async () => {
    for (let times = 0; times < 3; times += 1) await service.get(`/movies/${movie}/videos`);
    const metrics = await fetch(`${service.url}/metrics`, {
      headers: { "x-admin-token": service.config.admin.tokens[0] ?? "" },
    });
    const text = await metrics.text();
    expect(text).toContain(
      'duration_seconds_count{method="GET",route="/api/v1/movies/:id/videos",status="200"} 3',
    );
    const { hits, misses } = service.hot.counts;
    expect(text).toContain(`hot_answers_reads_total{outcome="hit"} ${hits}`);
    expect(text).toContain(`hot_answers_reads_total{outcome="miss"} ${misses}`);
    expect(text).toContain(`hot_answers_bytes ${service.hot.bytes}`);
    expect(text).toContain("hot_answers_up 1");
  });
});

test("M151: is counted and limited like any other", async () => {
  await using limited = await hotService({ settings: { RATE_LIMIT_PUBLIC: "3" } });
  const statuses: number[] = [];
  const remaining: (string | null)[] = [];
  for (let times = 0; times < 4; times += 1) {
    const { status, headers } = await limited.get("/genres");
    statuses.push(status);
    remaining.push(headers.get("ratelimit-remaining"));
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(remaining).toEqual(["2", "1", "0", "0"]);
});

test("HOT_ANSWERS_MB=0 keeps nothing and opens no connection", async () => {
  await using off = await testService({ hot: true, settings: { HOT_ANSWERS_MB: "0" } });
  expect(off.hot).toBeUndefined();
  await off.get("/genres");
  const before = off.statements();
  await off.get("/genres");
  expect(off.statements() - before).toBe(1);
  expect((await off.get("/genres")).headers.has("age")).toBe(false);
});

/** Requests twice; returns whether the second response came from memory. */
async function isKept(at: HotService, path: string): Promise<boolean> {
  await at.get(path);
  return (await at.get(path)).headers.has("age");
}

test("from a standby nothing is kept soon after a change, which includes the start", async () => {
  const url = "postgres://catalog@127.0.0.1:1/catalog";
  const settings = { DATABASE_URL: url, DATABASE_REPLICA_URL: url };
  await using replicated = await hotService({ settings });
  expect(await isKept(replicated, "/genres")).toBe(false);
});

test("searches are not kept when Meilisearch, which tells of no change, answers some of them", async () => {
  const settings = { SEARCH_BACKEND: "meilisearch", MEILI_URL: "http://127.0.0.1:1" };
  await using searching = await hotService({ settings });
  expect(await isKept(searching, "/search?query=kept")).toBe(false);
  expect(await isKept(searching, "/genres")).toBe(true);
});
