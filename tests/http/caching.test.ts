import { afterAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { matches } from "~/http/answer";
import { catalogCaching } from "~/http/caching";
import { codingFor } from "~/http/content-coding";
import { ApiError } from "~/http/errors";
import { cacheControl } from "~/http/freshness";
import { serveRoutes } from "../support/service";

const now = () => new Date("2026-11-21T12:00:00Z");
const long = { results: Array.from({ length: 100 }, (_, n) => ({ n, title: `Title ${n}` })) };
const record = { title: "Small", updated_at: "2026-11-20T06:00:04.120Z" };

const catalog = new Elysia({ prefix: "/movies" })
  .get("/long", () => long)
  .get("/record", () => ({ ...record, secret: "not declared" }), {
    response: { 200: Type.Object({ title: Type.String(), updated_at: Type.String() }) },
  })
  .get("/missing", () => {
    throw new ApiError("movie_not_found");
  })
  .get("/broken", () => ({}) as never, { response: { 200: Type.Object({ id: Type.String() }) } });

const app = serveRoutes(() =>
  new Elysia()
    .use(new Elysia({ prefix: "/api" }).use(catalogCaching({ now })).use(catalog))
    .use(new Elysia({ prefix: "/account" }).get("/me", () => ({ email: "a@b.test" })))
    .get("/after", () => ({ plain: true })),
);
afterAll(() => app[Symbol.asyncDispose]());

const plain = { "accept-encoding": "identity" };

describe("answers of the catalog", () => {
  test("S24: carry an entity tag, an age and what they vary with", async () => {
    const { status, headers, body } = await app.get("/api/movies/record", plain);

    expect([status, body]).toEqual([200, record]);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("etag")).toMatch(/^"[0-9a-z]+"$/);
    expect(headers.get("cache-control")).toBe("public, max-age=60, stale-while-revalidate=300");
    expect(headers.get("vary")).toBe("accept-encoding");
    expect(headers.get("last-modified")).toBe("Fri, 20 Nov 2026 06:00:04 GMT");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).not.toBeNull();
  });

  test("are not sent again to a client that has them", async () => {
    const first = await app.get("/api/movies/long", plain);
    const zipped = await app.get("/api/movies/long", { "accept-encoding": "gzip" });
    const tag = first.headers.get("etag") ?? "";
    const again = await app.get("/api/movies/long", { "if-none-match": `"other", W/${tag}` });

    expect(zipped.headers.get("etag")).toBe(`W/${tag}`);
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(tag);
    expect(again.headers.get("cache-control")).toContain("max-age=60");
    expect(again.headers.get("vary")).toBe("accept-encoding");
    expect((await app.get("/api/movies/long", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test.each(["gzip", "zstd"])("are compressed with %s where it pays", async (coding) => {
    const { headers, body } = await app.get("/api/movies/long", { "accept-encoding": coding });
    const small = await app.get("/api/movies/record", { "accept-encoding": coding });

    expect(headers.get("content-encoding")).toBe(coding);
    expect(Number(headers.get("content-length"))).toBeLessThan(1_000);
    expect(body).toEqual(long);
    expect(small.headers.get("content-encoding")).toBeNull();
    expect(small.body).toEqual(record);
  });

  test("HEAD tells the headers of GET, and knows 304 as well", async () => {
    const get = await app.get("/api/movies/long", plain);
    const head = await app.request("HEAD", "/api/movies/long", { headers: plain });
    const tag = get.headers.get("etag") ?? "";
    const known = await app.request("HEAD", "/api/movies/long", {
      headers: { "if-none-match": tag },
    });

    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", tag]);
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
    expect(head.headers.get("content-type")).toBe("application/json");
    expect(known.status).toBe(304);
  });

  test.each(["/api/movies/missing", "/api/movies/broken", "/nowhere"])(
    "S24: a refusal is never kept: %s",
    async (path) => {
      const { status, headers } = await app.get(path, { "if-none-match": "*" });

      expect(status).toBeGreaterThanOrEqual(404);
      expect(headers.get("cache-control")).toBe("no-store");
      expect([headers.get("etag"), headers.get("last-modified")]).toEqual([null, null]);
    },
  );

  test("S24: routes outside of the catalog get none of it", async () => {
    for (const path of ["/account/me", "/after"]) {
      const { headers } = await app.get(path);
      expect([headers.get("etag"), headers.get("cache-control")]).toEqual([null, null]);
    }
  });
});

describe("Cache-Control", () => {
  test.each([
    ["2026-11-21T00:00:00Z", "public, max-age=60, stale-while-revalidate=300"],
    ["2026-11-21T23:54:00Z", "public, max-age=60, stale-while-revalidate=300"],
    ["2026-11-21T23:58:00Z", "public, max-age=60, stale-while-revalidate=60"],
    ["2026-11-21T23:59:30.500Z", "public, max-age=29, stale-while-revalidate=0"],
    ["2026-11-21T23:59:59.999Z", "public, max-age=0, stale-while-revalidate=0"],
  ])("M85: no answer given at %s outlives the day in UTC", (at, expected) => {
    expect(cacheControl(new Date(at))).toBe(expected);
  });
});

test.each([
  [null, undefined],
  ["", undefined],
  ["br", undefined],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip;q=1.0, zstd;q=0", "gzip"],
  ["GZIP", "gzip"],
  ["*", "zstd"],
  ["*;q=0.0", undefined],
  ["identity", undefined],
] as const)("Accept-Encoding %p is answered with %p", (header, coding) => {
  expect(codingFor(header)).toBe(coding as never);
});

test.each([
  ["*", true],
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x","abc"', true],
  ["abc", false],
  ['"ab"', false],
])("If-None-Match %s names the tag: %p", (header, known) => {
  expect(matches(header, '"abc"')).toBe(known);
});
