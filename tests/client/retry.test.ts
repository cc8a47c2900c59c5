import { describe, expect, test } from "bun:test";
import { clientOf, json, refusal } from "./answers";

const busy = (status: number, after = "0") =>
  json(refusal(status === 429 ? "rate_limited" : "not_ready"), status, { "retry-after": after });

const genres = json({ results: [] });
const body = { refs: ["movie/tmdb:603"], since: "0" };

describe("a read", () => {
  test.each([429, 503])(
    "N91: is sent again after a %d, and its answer is returned",
    async (status) => {
      const { client, asked } = clientOf(busy(status), busy(status), busy(status), genres);

      const { data, response } = await client.GET("/api/v1/genres");

      expect([response.status, data]).toEqual([200, { results: [] } as never]);
      expect(asked()).toEqual(Array(4).fill("GET /genres"));
    },
  );

  test("N91: is given up after three more tries", async () => {
    const { client, asked } = clientOf(busy(429));

    const { error, response } = await client.GET("/api/v1/genres");

    expect([response.status, error?.error.code]).toEqual([429, "rate_limited"]);
    expect(asked()).toHaveLength(4);
  });

  test.each(["/api/v1/changes/check", "/api/v1/entities"] as const)(
    "N91: of many records by POST %s is sent again with its body",
    async (path) => {
      const sent: unknown[] = [];
      const refuse = async (request: Request) => {
        sent.push(await request.json());
        return busy(503);
      };
      const { client } = clientOf(refuse, refuse, json({ results: [] }));

      const { response } = await client.POST(path, { body });

      expect([response.status, sent]).toEqual([200, [body, body]]);
    },
  );

  test("N91: waits as long as Retry-After says, in seconds or until a date", async () => {
    const inSeconds = (count: number) => new Date(Date.now() + count * 1_000).toUTCString();
    for (const after of [() => "1", () => inSeconds(2)]) {
      const began = performance.now();
      await clientOf(busy(503, after()), genres).client.GET("/api/v1/genres");
      expect(performance.now() - began).toBeGreaterThan(900);
    }
  });

  test("a wait ends when the caller gives up", async () => {
    const { client } = clientOf(busy(429, "60"));
    const signal = AbortSignal.timeout(50);

    expect(client.GET("/api/v1/genres", { signal })).rejects.toThrow();
  });

  test.each([
    [500, "0"],
    [404, "0"],
    [429, "3600"],
  ])("a %d with Retry-After %s is returned at once", async (status, after) => {
    const { client, asked } = clientOf(busy(status, after));

    expect((await client.GET("/api/v1/genres")).response.status).toBe(status);
    expect(asked()).toHaveLength(1);
  });
});

test("N91: what writes is sent once", async () => {
  const { client, requests, asked } = clientOf(busy(503));

  const params = { path: { id: "imdb:tt0133093" } };
  await client.PUT("/api/v1/movies/{id}/rating", { params, body: { value: 9 } });
  await client.POST("/api/v1/admin/ingest/movie", { body: { external_id: 603 } });
  await client.DELETE("/api/v1/movies/{id}/watchlist", { params });

  expect(asked()).toEqual([
    "PUT /movies/imdb%3Att0133093/rating",
    "POST /admin/ingest/movie",
    "DELETE /movies/imdb%3Att0133093/watchlist",
  ]);
  expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(
    Array(3).fill("Bearer secret"),
  );
});

test("a base_url that is none is refused at once", async () => {
  const { createClient } = await import("../../client/src/index");
  expect(() => createClient({ base_url: "catalog" })).toThrow();
});
