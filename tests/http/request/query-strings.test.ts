import { afterAll, describe, expect, test } from "bun:test";
import { codeOf } from "../../support/client";
import { firstPage, genre, id, serveMovies } from "./movies";

const app = serveMovies();
afterAll(() => app[Symbol.asyncDispose]());

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

  test.each(["page_sise=5&strict=true", "strict=true&page_sise=5", "page_sise=5&stric%74=tru%65"])(
    "M68: ?%s refuses what would be ignored, and names what is meant",
    async (query) => {
      const { status, headers, body } = await app.get(`/api/v1/movies?${query}`);

      expect([status, headers.get("x-ignored-params")]).toEqual([422, null]);
      expect(body).toEqual({
        error: {
          code: "validation_error",
          message: "page_sise is not a parameter of this path; page_size is.",
          details: [
            {
              in: "query",
              field: "page_sise",
              message: "is not a parameter of this path; page_size is",
              allowed: "country page page_size genre year status region strict".split(" "),
            },
          ],
        },
      });
    },
  );

  test.each([
    "handling=strict",
    'wait=5, Handling = "strict"; x=1',
    "respond-async,handling=strict",
  ])("M68: Prefer: %s is strict=true, on paths without parameters too", async (prefer) => {
    const path = "/api/v1/movies/now-playing";
    const [refused, taken] = await Promise.all([
      app.get(`${path}?lang=de&page[]=1`, { prefer }),
      app.get(path, { prefer }),
    ]);

    expect([refused.status, taken.status]).toEqual([422, 200]);
    expect(refused.body).toMatchObject({
      error: { details: [{ field: "lang", allowed: ["strict"] }, { field: "page[]" }] },
    });
  });

  test.each([
    ["y=1&strict=false", "handling=strict"],
    ["y=1", "handling=lenient, handling=strict"],
    ["y=1", "strict"],
    ["y=1", "x-handling=strict"],
  ])("M68: ?%s with Prefer: %s is answered, and tells what it ignored", async (query, prefer) => {
    const { status, headers, body } = await app.get(`/api/v1/movies?${query}`, { prefer });

    expect([status, headers.get("x-ignored-params")]).toEqual([200, "y"]);
    expect(body).toEqual(firstPage);
  });

  test.each(["maybe", "True", "1", "", "true&strict=true"])(
    "M68, M69: strict=%s is refused",
    async (value) => {
      const answer = await app.get(`/api/v1/movies?strict=${value}`);

      expect([answer.status, codeOf(answer)]).toEqual([422, "validation_error"]);
      expect(answer.body).toMatchObject({ error: { details: [{ field: "strict" }] } });
    },
  );

  test.each(["region=de", "country=de", "region=de&country=d%65", "country=de&region=de"])(
    "M83: ?%s is taken, by either name",
    async (query) => {
      const { status, headers, body } = await app.get(`/api/v1/releases?${query}`);

      expect([status, headers.get("x-ignored-params"), body]).toEqual([
        200,
        null,
        { region: "de" },
      ]);
    },
  );

  test.each(["region=de&country=us", "country=us&region=de", "region=de&country="])(
    "M69: ?%s is refused where the two differ, and both names are told",
    async (query) => {
      const answer = await app.get<{ error: { message: string } }>(`/api/v1/releases?${query}`);

      expect([answer.status, codeOf(answer)]).toEqual([422, "invalid_filter"]);
      expect(answer.body.error.message).toMatch(/country.*region|region.*country/);
    },
  );

  test.each([
    ["country=deu", "country must be two letters."],
    ["country=", "country must not be empty; leave it out instead."],
    ["region=deu", "region must be two letters."],
  ])("M148, M149: ?%s is told by the name that was given", async (query, message) => {
    const answer = await app.get(`/api/v1/releases?${query}`);

    expect(codeOf(answer)).toBe("invalid_filter");
    expect(answer.body).toMatchObject({ error: { message } });
  });
});
