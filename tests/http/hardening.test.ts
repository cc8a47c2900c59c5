import { afterAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { AnyText } from "~/http/request/query";
import { codeOf, type TestResponse } from "../support/client";
import { serveRoutes } from "../support/service";

const origin = "https://app.test";

const routes = () =>
  new Elysia()
    .get("/slow", () => new Promise<string>(() => {}))
    .get("/quick", async () => "quick")
    .get("/broken", async () => {
      throw new Error("broken");
    })
    .get("/api/v1/movies", () => ({ results: [] }))
    .get("/api/v1/admin/jobs", () => "jobs")
    .get("/text", ({ query }) => ({ length: query.any?.length ?? 0 }), {
      query: Type.Object({
        any: Type.Optional(AnyText()),
        other: Type.Optional(Type.String()),
      }),
    });

const app = serveRoutes(routes, { deadlineMs: 100 });
const shared = serveRoutes(routes, { corsOrigins: [origin], deadlineMs: 100 });
afterAll(() => Promise.all([app[Symbol.asyncDispose](), shared[Symbol.asyncDispose]()]));

const corsOf = ({ headers }: TestResponse) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control")));

const preflight = { origin, "access-control-request-method": "PUT" };

describe("the deadline of a request", () => {
  test("P24, F8: an answer that does not come is 503, with all that every answer has", async () => {
    const { status, headers, body } = await app.get("/slow", { "x-request-id": "slow-request" });

    expect({ status, body, retry: headers.get("retry-after") }).toEqual({
      status: 503,
      body: {
        error: { code: "not_ready", message: "The service is not ready; retry in a moment." },
      },
      retry: "3",
    });
    expect(headers.get("x-request-id")).toBe("slow-request");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(app.records).toContainEqual({
      request_id: "slow-request",
      method: "GET",
      ms: 100,
      message: expect.any(String),
    });
  });

  test("an answer or an error in time is not touched", async () => {
    expect((await app.get("/quick")).text).toBe("quick");
    expect((await app.get("/broken")).status).toBe(500);
  });
});

describe("cross-origin calls", () => {
  test("S23: they are off by default: no headers, and OPTIONS is a wrong method", async () => {
    const answer = await app.get("/api/v1/movies", { origin });
    const asked = await app.request("OPTIONS", "/api/v1/movies", { headers: preflight });

    expect([answer.status, corsOf(answer), answer.headers.get("vary")]).toEqual([200, {}, null]);
    expect([asked.status, codeOf(asked), corsOf(asked)]).toEqual([405, "method_not_allowed", {}]);
  });

  test("S23: a named origin may read answers and what their headers say, without credentials", async () => {
    for (const path of ["/api/v1/movies", "/nothing", "/slow"]) {
      const answer = await shared.get(path, { origin });

      expect(corsOf(answer)).toEqual({
        "access-control-allow-origin": origin,
        "access-control-expose-headers":
          "x-request-id, x-ignored-params, etag, content-location, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset",
      });
      expect(answer.headers.get("vary")).toBe("origin");
    }
  });

  test("S23: its preflight is answered", async () => {
    const { status, text, headers } = await shared.request("OPTIONS", "/api/v1/movies", {
      headers: preflight,
    });

    expect({ status, text, methods: headers.get("access-control-allow-methods") }).toEqual({
      status: 204,
      text: "",
      methods: "GET, HEAD, POST, PUT, DELETE",
    });
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("x-request-id")).not.toBeNull();
  });

  test.each(["https://evil.test", "https://app.test.evil.test", "http://app.test", "null", "*"])(
    "S23: the origin %s gets nothing, and caches know that others do",
    async (other) => {
      const answer = await shared.get("/api/v1/movies", { origin: other });
      const asked = await shared.request("OPTIONS", "/api/v1/movies", {
        headers: { ...preflight, origin: other },
      });

      expect([answer.status, corsOf(answer), answer.headers.get("vary")]).toEqual([
        200,
        {},
        "origin",
      ]);
      expect([asked.status, corsOf(asked)]).toEqual([405, {}]);
    },
  );

  test("S23, M139: administration is for no page", async () => {
    const answer = await shared.get("/api/v1/admin/jobs", { origin });
    const asked = await shared.request("OPTIONS", "/api/v1/admin/jobs", { headers: preflight });

    expect([corsOf(answer), asked.status, corsOf(asked)]).toEqual([{}, 405, {}]);
  });

  test("B162: OPTIONS that is no preflight is a wrong method for a named origin, too", async () => {
    const asked = await shared.request("OPTIONS", "/api/v1/movies", { headers: { origin } });

    expect(asked.status).toBe(405);
  });
});

describe("U+0000", () => {
  test("B71, M78: a text that is never refused may hold it, any other may not", async () => {
    expect((await app.get("/text?any=%00a")).body).toEqual({ length: 2 });
    expect((await app.get("/text?other=%00a")).status).toBe(400);
    expect((await app.get("/text?any=%ff")).status).toBe(400);
    expect((await app.get("/text?any=a&any=b")).status).toBe(422);
  });
});

describe("hosts", () => {
  test.each(["a b", "a/b", "x/api/v1/health?", "a#b"])(
    "T26: the Host %p is refused, so that no path is read in two ways",
    async (host) => {
      const answer = await app.raw("GET", "/aaaaaaaaaaaa/api/v1/movies", { host });

      expect([answer.status, codeOf(answer)]).toEqual([400, "malformed_request"]);
    },
  );

  test("a host of one letter is a host like any other", async () => {
    expect((await app.raw("GET", "/api/v1/movies", { host: "x" })).status).toBe(200);
    expect((await app.raw("GET", "/ab/api/v1/movies", { host: "x" })).status).toBe(404);
  });
});

describe("headers of every answer", () => {
  test.each(["/quick", "/broken", "/nothing", "/text?other=%00", "/%ff"])(
    "S28, S17: %s has the security headers and says nothing of the software",
    async (path) => {
      const { headers } = await app.get(path);

      expect(
        Object.fromEntries(
          [...headers].filter(
            ([name]) => !/^(date|content-(type|length)|x-request-id)$/.test(name),
          ),
        ),
      ).toEqual({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        ...(path === "/quick" ? {} : { "cache-control": "no-store" }),
      });
    },
  );
});
