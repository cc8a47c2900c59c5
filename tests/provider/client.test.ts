import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openProvider } from "~/provider/http/client";
import { ProviderError } from "~/provider/http/errors";
import { freePace } from "~/provider/http/pace";
import { standIn } from "../support/provider";
import { fullMovie } from "./movie-body";
import { failure, open, TIMEOUT_MS } from "./test-client";

setDefaultTimeout(60_000);

describe.concurrent("Provider.get", () => {
  test("M138: one call is one request with the token in a header, and brings hash and body", async () => {
    await using provider = standIn();
    const text = JSON.stringify(fullMovie());
    provider.serve("/movie/603", text);

    const answer = await open(provider).get("/movie/603", {
      append_to_response: "credits,watch/providers",
      api_key: "hidden",
    });

    expect(answer).toEqual({
      endpoint: "/movie/603?append_to_response=credits,watch/providers",
      payload_hash: new Bun.CryptoHasher("sha256").update(text).digest("hex"),
      body: expect.any(Function),
    });
    expect(answer.body()).toEqual(fullMovie());
    expect(
      provider.requests.map(({ path, query, headers }) => [path, query, headers.authorization]),
    ).toEqual([
      ["/movie/603", { append_to_response: "credits,watch/providers" }, `Bearer ${provider.token}`],
    ]);
  });

  test("names the endpoint with its query in sorted order", async () => {
    await using provider = standIn();
    provider.serve("/trending/tv/day", { results: [] });

    const { endpoint } = await open(provider).get("/trending/tv/day", {
      page: "1",
      language: "de",
    });

    expect(endpoint).toBe("/trending/tv/day?language=de&page=1");
  });

  test("inflates gzip", async () => {
    await using provider = standIn();
    const packed = Bun.gzipSync(new TextEncoder().encode('{"id":1}'));
    provider.serve(
      "/movie/603",
      () => new Response(packed, { headers: { "content-encoding": "gzip" } }),
    );

    const answer = await open(provider).get("/movie/603");

    expect(answer.body()).toEqual({ id: 1 });
    expect(provider.requests[0]?.headers["accept-encoding"]).toBe("gzip");
  });

  test("M133: a missing token fails as provider_unauthorized without a call and names the setting", async () => {
    await using provider = standIn();

    const error = await failure(provider, { token: undefined });

    expect([error.code, error.transient, provider.calls()]).toEqual([
      "provider_unauthorized",
      false,
      0,
    ]);
    expect(error.message).toContain("TMDB_API_TOKEN");
  });

  test("a provider inside the process needs no token and no network", async () => {
    const inside = openProvider({
      base_url: "http://demo.invalid/3",
      token: undefined,
      timeout_ms: TIMEOUT_MS,
      pace: freePace,
      fetch: async (request) => Response.json({ url: request.url }),
    });

    expect((await inside.get("/movie/1")).body()).toEqual({ url: "http://demo.invalid/3/movie/1" });
  });

  test("M138: waits for its turn before the request, and passes on that there is none", async () => {
    await using provider = standIn();
    const paused = new ProviderError("provider_rate_limited", "paused", 42);

    const error = await failure(provider, {
      pace: { ...freePace, take: () => Promise.reject(paused) },
    });

    expect(error).toBe(paused);
    expect(provider.calls()).toBe(0);
  });

  test.each(["/movie/../account", "//evil.example", "/movie/1@evil", "movie/1", "/movie/1?x=1"])(
    "S15: refuses to call %s",
    async (path) => {
      await using provider = standIn();

      await expect(open(provider).get(path)).rejects.toBeInstanceOf(RangeError);
      expect(provider.calls()).toBe(0);
    },
  );
});
