import { afterAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { OneOf, QueryInt } from "~/http/request/fields";
import { Page, page, pageQuery } from "~/http/request/page";
import { IdInput, IdPath, PublicId, pathId } from "~/http/request/public-id";
import { codeOf } from "../../support/client";
import { serveRoutes } from "../../support/service";

const id = "movie_0198c7d2f3a97c3e8f5b2d1a4c6e7f80";
const genre = "genre_01980000000070008000000000000001";

const app = serveRoutes(() =>
  new Elysia({ prefix: "/api/v1" })
    .get("/movies", ({ query }) => page(query, { results: [{ id }], total_results: 41 }), {
      query: Type.Object({
        ...pageQuery({ page_size: 20, maximum: 50 }),
        genre: Type.Optional(IdInput("genre", { filter: true })),
        year: Type.Optional(QueryInt({ minimum: 1870, maximum: 2200, filter: true })),
        status: Type.Optional(OneOf(["released", "planned"], { filter: true })),
        country: Type.Optional(Type.String()),
      }),
      response: { 200: Page(Type.Object({ id: PublicId("movie") })) },
    })
    .get("/movies/now-playing", () => ({ list: "now playing" }))
    .get("/movies/:id", ({ params }) => ({ uuid: pathId("movie", params.id) }), {
      params: Type.Object({ id: IdPath("movie") }),
    })
    .put("/movies/:id/watchlist", () => ({ added: true }))
    .delete("/movies/:id/watchlist", ({ set }) => {
      set.status = 204;
    }),
);
afterAll(() => app[Symbol.asyncDispose]());

const firstPage = { page: 1, page_size: 20, total_results: 41, total_pages: 3, results: [{ id }] };

describe("routes", () => {
  test("X9: a static route wins over one with a parameter", async () => {
    const { body } = await app.get("/api/v1/movies/now-playing");

    expect(body).toEqual({ list: "now playing" });
  });

  test.each([
    "/",
    "/nothing",
    "/api/v1/movies/",
    "/api/v1//movies",
    "//api/v1/movies",
    "/api/v1/Movies",
    "/api/v1/%6dovies",
    "/api/v1/movies/a/b",
  ])("M150, B162: %s is not a route", async (target) => {
    const answer = await app.raw("GET", target);

    expect(answer).toEqual({
      status: 404,
      body: { error: { code: "route_not_found", message: "There is nothing at this path." } },
    });
  });

  test.each([
    ["POST", "/api/v1/movies", "GET, HEAD"],
    ["PUT", "/api/v1/movies", "GET, HEAD"],
    ["PATCH", `/api/v1/movies/${id}`, "GET, HEAD"],
    ["DELETE", "/api/v1/movies/now-playing", "GET, HEAD"],
    ["OPTIONS", "/api/v1/movies", "GET, HEAD"],
    ["GET", `/api/v1/movies/${id}/watchlist`, "DELETE, PUT"],
  ])("M6, B162: %s %s answers 405 and names what is allowed", async (method, path, allow) => {
    const { status, headers, body } = await app.request(method, path);

    expect({ status, allow: headers.get("allow"), body }).toEqual({
      status: 405,
      allow,
      body: { error: { code: "method_not_allowed", message: `This path takes ${allow}.` } },
    });
  });

  test("B162: TRACE answers 405, and a method-override header changes nothing", async () => {
    const headers = { "x-http-method-override": "DELETE" };

    expect((await app.raw("TRACE", "/api/v1/movies")).status).toBe(405);
    expect((await app.get("/api/v1/movies", headers)).body).toEqual(firstPage);
  });

  test("M6: HEAD answers like GET, without the body", async () => {
    const { status, headers, text } = await app.request("HEAD", "/api/v1/movies");

    expect({ status, text, type: headers.get("content-type") }).toEqual({
      status: 200,
      text: "",
      type: expect.stringMatching(/^application\/json/),
    });
  });

  test("M60: PUT and DELETE without a body pass", async () => {
    const path = `/api/v1/movies/${id}/watchlist`;

    expect((await app.request("PUT", path)).status).toBe(200);
    expect((await app.request("DELETE", path)).status).toBe(204);
  });
});

describe("path ids", () => {
  test("M15, B117: the canonical spelling names a UUID, whatever query follows", async () => {
    const { body } = await app.get(`/api/v1/movies/${id}?x`);

    expect(body).toEqual({ uuid: "0198c7d2-f3a9-7c3e-8f5b-2d1a4c6e7f80" });
  });

  test.each([
    ["B108", "abc"],
    ["B109", "%00"],
    ["B110", "%ff"],
    ["B111", "..%2f..%2fetc"],
    ["B112", "a%2Fb"],
    ["B113", "x".repeat(7_000)],
    ["B114", "0198c7d2-f3a9-7c3e-8f5b-2d1a4c6e7f80"],
    ["B116", "series_0198c7d2f3a97c3e8f5b2d1a4c6e7f80"],
    ["B118", `${id}/${id}`],
    ["B119", "{}"],
    ["B120", `%20${id}`],
    ["B120", `${id}%20`],
    ["B121", id.toUpperCase()],
    ["M15", "movie_0198C7D2F3A97C3E8F5B2D1A4C6E7F80"],
    ["M15", "movie_0198c7d2f3a97c3e8f5b2d1a4c6e7f8"],
    ["M15", "movie_0198c7d2-f3a9-7c3e-8f5b-2d1a4c6e7f80"],
  ])("M17, %s: the malformed id %p is not found", async (_, text) => {
    const answer = await app.raw("GET", `/api/v1/movies/${text}`);

    expect(answer.status).toBe(404);
    expect(["movie_not_found", "route_not_found"]).toContain(String(codeOf(answer)));
  });
});

describe("query strings", () => {
  test("M64, B34: 4,096 digits of a page are a validation_error", async () => {
    const answer = await app.get(`/api/v1/movies?page=${"1".repeat(4_096)}`);

    expect([answer.status, codeOf(answer)]).toEqual([422, "validation_error"]);
  });

  test.each([
    ["B39", "genre=28"],
    ["B40", "genre=genre_"],
    ["B41", `genre=${genre}0`],
    ["B42", `genre=${genre.toUpperCase()}`],
    ["B44", `genre=${id}`],
    ["B47", `genre=${genre}&genre=${genre}`],
    ["B49", "status=bogus"],
    ["B51", "status="],
    ["B52", "status=released,planned"],
    ["B55", "year=1869"],
    ["B57", "year=-1"],
    ["M149", "genre=28&status=bogus&year=1"],
  ])("M76, M149, %s: ?%s is an invalid_filter", async (_, query) => {
    const answer = await app.get(`/api/v1/movies?${query}`);

    expect([answer.status, codeOf(answer)]).toEqual([422, "invalid_filter"]);
  });

  test.each([
    ["B8, M150", "page=1%00"],
    ["B30", "page=%"],
    ["B31", "status=%ZZ"],
    ["B32", "country=%ff%fe"],
    ["B33", "country=%ED%A0%80"],
  ])("%s: ?%s is a malformed_request", async (_, query) => {
    const answer = await app.get(`/api/v1/movies?${query}`);

    expect([answer.status, codeOf(answer)]).toEqual([400, "malformed_request"]);
  });

  test("M148: every problem is told at once with its rule and without the value", async () => {
    const { text, body } = await app.get(
      "/api/v1/movies?page=7e7&page_size=51&status=secret&year=",
    );

    expect(body).toEqual({
      error: {
        code: "validation_error",
        message:
          "year must not be empty; leave it out instead; page must be an integer from 1 to 1000000; page_size must be an integer from 1 to 50; status must be one of released, planned.",
        details: [
          { in: "query", field: "year", message: "must not be empty; leave it out instead" },
          { in: "query", field: "page", message: "must be an integer from 1 to 1000000" },
          { in: "query", field: "page_size", message: "must be an integer from 1 to 50" },
          {
            in: "query",
            field: "status",
            message: "must be one of released, planned",
            allowed: ["released", "planned"],
          },
        ],
      },
    });
    expect(text).not.toContain("secret");
    expect(text).not.toContain("7e7");
  });

  test.each([
    ["B18", "page=1000000", { page: 1_000_000, page_size: 20 }],
    ["B21", "page=01", { page: 1, page_size: 20 }],
    ["B28", "page_size=50", { page: 1, page_size: 50 }],
    ["B107", "", { page: 1, page_size: 20 }],
  ])("%s: ?%s is taken", async (_, query, expected) => {
    const { status, body } = await app.get(`/api/v1/movies?${query}`);

    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
  });

  test.each([
    ["B20, T27", "page[]=1", null],
    ["B37, T27", "a%0d%0aSet-Cookie:=1", null],
    ["B38", "__proto__=1&constructor[prototype]=1", "__proto__"],
    ["M68", "y=2020&foo=%ZZ&y=2021", "y, foo"],
    ["M68", `${"n".repeat(33)}=1`, null],
  ])("%s: ?%s is ignored, and told where it can be", async (_, query, ignored) => {
    const { status, headers, body } = await app.get(`/api/v1/movies?${query}`);

    expect({ status, body, ignored: headers.get("x-ignored-params") }).toEqual({
      status: 200,
      body: firstPage,
      ignored,
    });
  });

  test("M69: a parameter given three times is told once", async () => {
    const { body } = await app.get("/api/v1/movies?page=1&page=2&page=");

    expect(body).toMatchObject({
      error: { details: [{ in: "query", field: "page", message: "must be given only once" }] },
    });
  });

  test("B36, T27: of 500 unknown parameters ten are named", async () => {
    const query = Array.from({ length: 500 }, (_, n) => `p${n}=1`).join("&");

    const { status, headers } = await app.get(`/api/v1/movies?${query}`);

    expect(status).toBe(200);
    expect(headers.get("x-ignored-params")?.split(", ")).toHaveLength(10);
  });
});

describe("every answer", () => {
  test.each(["/api/v1/movies", "/nothing", "/api/v1/movies?page=0"])(
    "M148: %s carries a new request id and the security headers",
    async (path) => {
      const { headers } = await app.get(path);

      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-type")).toStartWith("application/json");
    },
  );

  test.each([
    ["abc-DEF_1.2", true],
    ["short", false],
    ["x".repeat(65), false],
    ["with space", false],
  ])("M148: the request id %p is taken over: %p", async (given, isTaken) => {
    const { headers } = await app.get("/nothing", { "x-request-id": given });

    expect(headers.get("x-request-id") === given).toBe(isTaken);
  });
});
