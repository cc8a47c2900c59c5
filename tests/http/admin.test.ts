import { afterAll, describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { adminGuard } from "~/http/admin";
import { ClosedObject, WholeNumber } from "~/http/request/fields";
import { codeOf } from "../support/client";
import { type ServedRoutes, serveRoutes } from "../support/service";

const [first, second] = [`${"f".repeat(31)}1`, `${"s".repeat(31)}2`];
const json = { "content-type": "application/json" };

const admin = (disabled: boolean): ServedRoutes =>
  serveRoutes((log) =>
    new Elysia()
      .get("/public", () => "open")
      .use(
        new Elysia({ prefix: "/admin" })
          .use(adminGuard({ tokens: disabled ? [] : [first, second], disabled, log }))
          .get("/jobs", () => "jobs")
          .post("/ingest", ({ body }) => body, { body: ClosedObject({ id: WholeNumber() }) }),
      )
      .use(
        new Elysia({ prefix: "/admin/more" })
          .use(adminGuard({ tokens: disabled ? [] : [first, second], disabled, log }))
          .get("", () => "more"),
      ),
  );

const open = admin(false);
const closed = admin(true);
afterAll(() => Promise.all([open[Symbol.asyncDispose](), closed[Symbol.asyncDispose]()]));

describe("administration", () => {
  test.each([
    ["bearer", { authorization: `Bearer ${first}` }],
    ["bearer in lower case", { authorization: `bearer ${first}` }],
    ["header", { "x-admin-token": first }],
    ["second token", { authorization: `Bearer ${second}` }],
  ])("M139: the operator token opens it (%s), and the answer is not cached", async (_, headers) => {
    const {
      status,
      text,
      headers: answered,
    } = await open.get("/admin/jobs", headers as Record<string, string>);

    expect({ status, text, cache: answered.get("cache-control") }).toEqual({
      status: 200,
      text: "jobs",
      cache: "no-store",
    });
  });

  test.each<[string, Record<string, string>, string]>([
    ["nothing", {}, ""],
    ["an empty bearer", { authorization: "Bearer" }, ""],
    ["another scheme", { authorization: `Basic ${first}` }, ""],
    ["no scheme", { authorization: first }, ""],
    ["a prefix", { authorization: `Bearer ${first.slice(0, -1)}` }, ""],
    ["a longer token", { authorization: `Bearer ${first}x` }, ""],
    ["another case", { authorization: `Bearer ${first.toUpperCase()}` }, ""],
    ["both tokens as one", { authorization: `Bearer ${first},${second}` }, ""],
    ["a list in the header", { "x-admin-token": `${first}, ${second}` }, ""],
    ["an account's token", { authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln" }, ""],
    ["the query", {}, `?token=${first}`],
    ["a cookie", { cookie: `token=${first}` }, ""],
  ])("S9: %s does not open it", async (_, headers, query) => {
    const answer = await open.get(`/admin/jobs${query}`, headers);

    expect({
      status: answer.status,
      code: codeOf(answer),
      scheme: answer.headers.get("www-authenticate"),
    }).toEqual({ status: 401, code: "admin_auth_required", scheme: "Bearer" });
  });

  test.each([
    ["a wrong type", '{"id":"x"}'],
    ["an unknown field", '{"id":1,"x":1}'],
    ["no object", "null"],
  ])("M139: the token is asked for before the body is judged (%s)", async (_, body) => {
    expect((await open.post("/admin/ingest", body)).status).toBe(401);
    expect(
      (await open.post("/admin/ingest", body, { ...json, "x-admin-token": first })).status,
    ).toBe(422);
  });

  test("M139: every group of routes that uses the guard is closed, and no other", async () => {
    expect((await open.get("/admin/more")).status).toBe(401);
    expect((await open.get("/admin/more", { "x-admin-token": first })).status).toBe(200);
    expect((await open.get("/public")).status).toBe(200);
  });

  test.each([{}, { "x-admin-token": first }, { authorization: "Bearer " }])(
    "M139: it is disabled when production has no token: %p",
    async (headers) => {
      const answer = await closed.get("/admin/jobs", headers as Record<string, string>);

      expect([answer.status, codeOf(answer)]).toEqual([403, "admin_disabled"]);
    },
  );

  test("M139: there are no CORS headers", async () => {
    const { headers } = await open.get("/admin/jobs", {
      origin: "https://evil.test",
      "x-admin-token": first,
    });

    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test.each([
    [200, { "x-admin-token": first }],
    [401, { "x-admin-token": "guess" }],
  ])(
    "S9: a call that ends in %p is logged with its address, without the token",
    async (status, given) => {
      const { headers } = await open.get("/admin/jobs", given as Record<string, string>);
      const request_id = headers.get("x-request-id");
      const find = () =>
        open.records.find((record) => "request_id" in record && record.request_id === request_id);
      while (find() === undefined) await Bun.sleep(1);

      expect(find()).toEqual({
        request_id,
        method: "GET",
        route: "/admin/jobs",
        status,
        address: "127.0.0.1",
        message: expect.any(String),
      });
      expect(open.logged()).not.toContain(first);
      expect(open.logged()).not.toContain("guess");
    },
  );
});
