import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { openDatabase } from "~/db/client";
import { ApiError } from "~/http/errors";
import type { RateLimits } from "~/http/limits/rate-limit";
import { ClosedObject, WholeNumber } from "~/http/request/fields";
import { codeOf } from "../../support/client";
import { type TestDatabase, testDatabase } from "../../support/database";
import { type ServedRoutes, serveRoutes } from "../../support/service";
import { type Call, calls } from "./calls";

const limit = 5;

let database: TestDatabase;
const gone = openDatabase({ url: "postgres://nobody:pw@127.0.0.1:1/none" });
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await gone.close();
  await database.close();
});

type Given = Partial<Omit<RateLimits, "log" | "perMinute">> & {
  perMinute?: Partial<RateLimits["perMinute"]>;
};

function limited({ perMinute, ...given }: Given = {}): ServedRoutes {
  const limits = {
    perMinute: { auth: limit, public: 100, search: 3, admin: 2, ...perMinute },
    trustedProxies: 0,
    store: "memory" as const,
    db: database.db,
    ...given,
  };
  return serveRoutes(
    () =>
      new Elysia()
        .get("/", () => "home")
        .get("/health/live", () => "ok")
        .group("/api/v1", (app) =>
          app
            .get("/movies", () => "movies")
            .get("/search", () => "search")
            .get("/admin/jobs", () => "jobs")
            .post("/auth/login", ({ body }) => body, { body: ClosedObject({ id: WholeNumber() }) })
            .post("/auth/wrong", () => {
              throw new ApiError("invalid_credentials");
            })
            .get("/auth/me", () => "me", {
              transform: () => {
                throw new ApiError("not_authenticated");
              },
              query: Type.Object({}),
            }),
        ),
    { limits },
  );
}

const statuses = async (app: ServedRoutes, count: number, next: (index: number) => Call) => {
  const found: number[] = [];
  for (let index = 0; index < count; index++) {
    const [method, target, how] = next(index);
    found.push((await app.raw(method, target, how)).status);
  }
  return found;
};

const exactly = (passed: number) =>
  Array.from({ length: 10 * limit }, (_, index) => (index < limit ? passed : 429));

describe("rate limits", () => {
  test.each(Object.entries(calls))(
    "P18, M151: of 50 calls that are %s exactly 5 pass",
    async (_, [passed, call]) => {
      await using app = limited();

      expect(await statuses(app, 10 * limit, () => call)).toEqual(exactly(passed));
    },
  );

  test("P18, T1, T2: all kinds of calls share one count, and none gives any back", async () => {
    await using app = limited();
    const kinds = Object.values(calls).map(([, call]) => call);

    const found = await statuses(app, 10 * limit, (index) => kinds[index % kinds.length] as Call);

    expect(found.slice(limit).every((status) => status === 429)).toBe(true);
    expect(found.slice(0, limit)).not.toContain(429);
  });

  test.each([
    ["X-Forwarded-For", "10.0.0.%"],
    ["X-Real-IP", "10.0.0.%"],
    ["Forwarded", "for=10.0.0.%"],
    ["CF-Connecting-IP", "10.0.0.%"],
    ["X-Client-IP", "10.0.0.%"],
  ])("P18, S22: %s is not believed", async (name, value) => {
    await using app = limited();
    const spoofed = (index: number): Call => [
      "POST",
      "/api/v1/auth/wrong",
      { headers: [`${name}: ${value.replace("%", String(index))}`] },
    ];

    expect(await statuses(app, 10 * limit, spoofed)).toEqual(exactly(401));
  });

  test("S22: behind one proxy the last address counts, whatever stands left of it", async () => {
    await using app = limited({ trustedProxies: 1 });
    const via = (header: string): Call => [
      "POST",
      "/api/v1/auth/wrong",
      { headers: [`X-Forwarded-For: ${header}`] },
    ];

    const one = await statuses(app, 10 * limit, (index) => via(`10.0.0.${index}, 192.0.2.1`));
    const [other] = await statuses(app, 1, () => via("192.0.2.1, 192.0.2.2"));
    const bare = await statuses(app, 10 * limit, (index) => via(index % 2 ? "" : "nonsense"));

    expect(one).toEqual(exactly(401));
    expect(other).toBe(401);
    expect(bare).toEqual(exactly(401));
  });

  test("P18, T3: two addresses do not influence each other", async () => {
    await using app = limited();
    const from = (address: string) => (): Call => ["POST", "/api/v1/auth/wrong", { from: address }];

    expect(await statuses(app, 10 * limit, from("127.0.0.2"))).toEqual(exactly(401));
    expect(await statuses(app, 10 * limit, from("127.0.0.3"))).toEqual(exactly(401));
  });

  test("M152, M153: a refusal says when to retry, in the body and in the headers", async () => {
    await using app = limited({ perMinute: { public: 1 } });

    const first = await app.get("/api/v1/movies");
    const second = await app.get("/api/v1/movies");

    const triple = ({ headers }: { headers: Headers }) =>
      ["ratelimit-limit", "ratelimit-remaining"].map((name) => headers.get(name));
    const retry = Number(second.headers.get("retry-after"));
    expect([first.status, triple(first), first.headers.get("retry-after")]).toEqual([
      200,
      ["1", "0"],
      null,
    ]);
    expect({ status: second.status, triple: triple(second), body: second.body }).toEqual({
      status: 429,
      triple: ["1", "0"],
      body: {
        error: {
          code: "rate_limited",
          message: `Too many requests; retry in ${retry} s.`,
          retry_after: retry,
        },
      },
    });
    expect(second.headers.get("ratelimit-reset")).toBe(String(retry));
    expect([60, 59, 58]).toContain(retry);
    expect(second.headers.get("content-type")).toBe("application/json");
    expect(second.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("M152: every limited answer carries the triple, whatever its status", async () => {
    await using app = limited({ perMinute: { auth: 100 } });
    for (const [, [status, [method, target, how]]] of Object.entries(calls)) {
      if (how.host !== undefined) continue;
      const headers = Object.fromEntries(how.headers?.map((line) => line.split(": ")) ?? []);
      const answer = await app.request(method, target, {
        headers,
        ...(how.body === undefined ? {} : { body: how.body }),
      });

      expect([answer.status, answer.headers.get("ratelimit-limit")]).toEqual([status, "100"]);
      expect(Number(answer.headers.get("ratelimit-reset"))).toBeGreaterThan(50);
    }
  });

  test("M151: a search counts as a search and as a read, and the tighter limit is told", async () => {
    await using app = limited({ perMinute: { public: 4 } });
    const limits: unknown[] = [];
    for (const path of ["/search", "/search", "/search", "/search", "/movies"]) {
      const { status, headers } = await app.get(`/api/v1${path}`);
      limits.push([status, headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")]);
    }

    expect(limits).toEqual([
      [200, "3", "2"],
      [200, "3", "1"],
      [200, "3", "0"],
      [429, "3", "0"],
      [429, "4", "0"],
    ]);
  });

  test("M151: groups have counts of their own; health and home have none", async () => {
    await using app = limited({ perMinute: { public: 1, auth: 1 } });
    const paths = ["/api/v1/movies", "/api/v1/auth/me", "/api/v1/admin/jobs"];
    const free = ["/", "/health/live"];
    const twice = [...paths, ...paths, ...free, ...free];

    expect(await statuses(app, twice.length, (index) => ["GET", twice[index] ?? "", {}])).toEqual([
      200, 401, 200, 429, 429, 200, 200, 200, 200, 200,
    ]);
  });

  test("M151: 0 is no limit", async () => {
    await using app = limited({ perMinute: { auth: 0 } });
    const answer = await app.get("/api/v1/auth/me");

    expect([answer.status, answer.headers.get("ratelimit-limit")]).toEqual([401, null]);
    expect(await statuses(app, 30, () => ["GET", "/api/v1/auth/me", {}])).not.toContain(429);
  });

  test("M151: 200 calls at once over two replicas with the shared store: exactly 5 pass", async () => {
    await using one = limited({ store: "postgres" });
    await using two = limited({ store: "postgres" });

    const found = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 ? one : two).request("POST", "/api/v1/auth/wrong"),
      ),
    );

    expect(found.filter(({ status }) => status === 401)).toHaveLength(limit);
    expect(found.filter(({ status }) => status === 429)).toHaveLength(200 - limit);
  });

  test("5.4: without the shared store logins and administration are refused, reads still counted", async () => {
    await using app = limited({ store: "postgres", db: gone.db, perMinute: { public: 2 } });

    const [login, admin] = [await app.get("/api/v1/auth/me"), await app.get("/api/v1/admin/jobs")];
    const reads = await statuses(app, 3, () => ["GET", "/api/v1/movies", {}]);

    expect([login.status, codeOf(login), login.headers.get("retry-after")]).toEqual([
      503,
      "not_ready",
      "3",
    ]);
    expect(admin.status).toBe(503);
    expect(reads).toEqual([200, 200, 429]);
  });
});
