import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { ProviderErrorCode } from "~/provider/http/errors";
import type { Pace } from "~/provider/http/pace";
import type { Misbehaviour } from "../support/bodies/misbehaviour";
import { type StandIn, standIn } from "../support/provider";
import { fullMovie } from "./movie-body";
import { failure, open } from "./test-client";

setDefaultTimeout(60_000);

function misbehaving(how: Misbehaviour): StandIn {
  return standIn().serve("/movie/603", fullMovie()).misbehave("/movie/603", how);
}

function notingPace() {
  const pauses: number[] = [];
  let taken = 0;
  const pace: Pace = {
    take: async () => {
      taken += 1;
    },
    pause: async (seconds) => {
      pauses.push(seconds);
    },
  };
  return { pace, pauses, taken: () => taken };
}

describe.concurrent("Provider.get when the provider goes wrong", () => {
  test.each<[string, Misbehaviour, ProviderErrorCode, boolean]>([
    ["F21: 404", 404, "provider_not_found", false],
    ["F21: 401", 401, "provider_unauthorized", false],
    ["F21: 403", 403, "provider_unauthorized", false],
    ["400", 400, "provider_payload_invalid", false],
    ["422", 422, "provider_payload_invalid", false],
    ["F18: 500", 500, "provider_unavailable", true],
    ["F18: 502", 502, "provider_unavailable", true],
    ["F18: 503", 503, "provider_unavailable", true],
    ["F18: 504", 504, "provider_unavailable", true],
    ["F18: a reset", "reset", "provider_unavailable", true],
    ["F18: a body cut in the middle", "truncate", "provider_unavailable", true],
    ["F18: a wrong Content-Length", "wrong-length", "provider_unavailable", true],
    ["F18: truncated JSON", "truncated-json", "provider_unavailable", true],
    ["F18: an empty body", "empty", "provider_unavailable", true],
    ["F19: silence before the headers", "hang", "provider_unavailable", true],
    ["F19: silence in the body", "stall", "provider_unavailable", true],
    ["F19: one byte each 20 ms", { mode: "drip", ms: 20 }, "provider_unavailable", true],
    ["F20: HTML", "html", "provider_payload_invalid", false],
    ["F20: null", "null", "provider_payload_invalid", false],
    ["F20: []", "empty-array", "provider_payload_invalid", false],
    ["F20: 50 MB", "huge", "provider_payload_invalid", false],
    ["F20: 70 levels", "deep", "provider_payload_invalid", false],
    ["T22: a redirect", "redirect", "provider_unavailable", true],
  ])("%s is one call and its own code", async (_, how, code, transient) => {
    await using provider = misbehaving(how);
    const start = performance.now();

    // So many bytes take a while on a busy machine.
    const error = await failure(provider, how === "huge" ? { timeout_ms: 5_000 } : {});

    expect([error.code, error.transient, error.retry_after_seconds]).toEqual([
      code,
      transient,
      null,
    ]);
    expect(error.message).not.toContain(provider.token);
    expect(error.message).not.toContain("http");
    expect([provider.calls(), provider.elsewhere.requests.length]).toEqual([1, 0]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test("T22, F20: a gzip bomb is refused within 64 MB of memory", async () => {
    await using provider = misbehaving("bomb");
    await failure(provider, { timeout_ms: 5000 });
    const before = process.memoryUsage().rss;

    const error = await failure(provider, { timeout_ms: 5000 });

    expect(error.code).toBe("provider_payload_invalid");
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("F18: nobody listening, and a name that does not resolve, are provider_unavailable", async () => {
    const provider = standIn();
    await provider.close();

    const errors = [
      await failure(provider),
      await failure(provider, { base_url: "http://name.invalid/3", timeout_ms: 3000 }),
      await failure(provider, { base_url: provider.url.replace("http:", "https:") }),
    ];

    expect(errors.map(({ code }) => code)).toEqual(errors.map(() => "provider_unavailable"));
  });

  test("an answer that is slow but whole within the deadline is fine", async () => {
    await using provider = misbehaving({ mode: "slow", ms: 50 });

    const answer = await open(provider).get("/movie/603");

    expect(answer.body()).toMatchObject({ id: 603, title: "Harbor Light" });
  });

  test.each([
    ["7", 7],
    ["0", 10],
    ["-5", 10],
    ["garbage", 10],
    [undefined, 10],
    ["86400", 3600],
    ["Sat, 21 Nov 2026 12:01:40 GMT", 100],
  ])("F17: a 429 with Retry-After %p pauses every caller for %d s", async (retryAfter, seconds) => {
    await using provider = misbehaving({ status: 429, ...(retryAfter && { retryAfter }) });
    const { pace, pauses } = notingPace();

    const error = await failure(provider, { pace, now: () => Date.parse("2026-11-21T12:00:00Z") });

    expect([error.code, error.transient, error.retry_after_seconds]).toEqual([
      "provider_rate_limited",
      true,
      seconds,
    ]);
    expect(pauses).toEqual([seconds]);
  });

  test.each([200, 400, 503])(
    "F17: status_code 25 in a body of status %d is a rate limit",
    async (status) => {
      await using provider = misbehaving({ status, body: { success: false, status_code: 25 } });
      const { pace, pauses } = notingPace();

      const error = await failure(provider, { pace });

      expect([error.code, pauses]).toEqual(["provider_rate_limited", [10]]);
    },
  );

  test("only a 429 pauses the others", async () => {
    await using provider = misbehaving(503);
    const { pace, pauses, taken } = notingPace();

    await failure(provider, { pace });

    expect([pauses, taken()]).toEqual([[], 1]);
  });
});
