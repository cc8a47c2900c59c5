import { afterAll, describe, expect, test } from "bun:test";
import { codeOf } from "../../support/client";
import { firstPage, id, serveMovies } from "./movies";

const app = serveMovies();
afterAll(() => app[Symbol.asyncDispose]());

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
