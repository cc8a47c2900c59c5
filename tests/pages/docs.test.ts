import { afterAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { errorResponses } from "~/http/errors";
import { tidySchema } from "~/http/openapi/schema";
import { ClosedObject, Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { pageQuery } from "~/http/request/page";
import { strictParameter } from "~/http/request/parameters";
import { IdPath, PublicId } from "~/http/request/public-id";
import { docs } from "~/pages/docs";
import { serveRoutes } from "../support/service";

const Movie = Type.Object(
  { id: PublicId("movie"), status: Nullable(OneOf(["released", "planned"])), at: Timestamp() },
  { $id: "Movie", title: "Movie" },
);

const routes = new Elysia({ prefix: "/api/v1" })
  .get("/movies", () => [], {
    query: Type.Object(pageQuery({ page_size: 20, maximum: 50 })),
    response: { 200: Type.Array(Movie) },
  })
  .get("/movies/:id", () => ({}) as never, {
    params: Type.Object({ id: IdPath("movie") }),
    response: { 200: Movie, ...errorResponses("movie_not_found") },
  })
  .post(
    "/admin/ingest/movie",
    ({ set }) => {
      set.status = 204;
    },
    {
      body: ClosedObject({ external_id: WholeNumber({ minimum: 1 }) }),
      detail: { security: [{ operator: [] }] },
      response: { 204: Type.Void() },
    },
  );

const app = serveRoutes(() => new Elysia().use(routes).use(docs(() => routes)));
afterAll(() => app[Symbol.asyncDispose]());

type Operation = { parameters?: object[]; responses: Record<string, object>; security?: object[] };
type Document = {
  openapi: string;
  info: { version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};
const document = async () => (await app.get("/api/v1/openapi.json")).body as Document;

const headers = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const limits = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

describe("GET /api/v1/openapi.json", () => {
  test("M111, M156, M159: is OpenAPI 3.1 of version 0.1.0 and carries both attributions", async () => {
    const { openapi, info } = await document();

    expect([openapi, info.version]).toEqual(["3.1.0", "0.1.0"]);
    expect(info.description).toContain(
      "uses the TMDB API but is not endorsed or certified by TMDB",
    );
    expect(info.description).toContain("JustWatch");
  });

  test("describes a listing with its optional parameters and its refusals", async () => {
    const { paths } = await document();

    expect(paths["/api/v1/movies"]?.get).toEqual({
      operationId: "getMovies",
      parameters: [
        {
          name: "page",
          in: "query",
          required: false,
          description: "Page, from 1",
          schema: { type: "integer", minimum: 1, maximum: 1_000_000, default: 1 },
        },
        {
          name: "page_size",
          in: "query",
          required: false,
          description: "Results on a page",
          schema: { type: "integer", minimum: 1, maximum: 50, default: 20 },
        },
        {
          name: "strict",
          in: "query",
          required: false,
          description: strictParameter.schema.description,
          schema: { type: "string", enum: ["true", "false"], default: "false" },
        },
      ],
      security: [],
      responses: {
        200: {
          description: "OK",
          headers: headers("ETag", "Cache-Control", "Age", ...limits),
          content: {
            "application/json": {
              schema: { type: "array", items: { $ref: "#/components/schemas/Movie" } },
              example: [
                {
                  id: "movie_0198c7d2f3a97c3e8f5b2d1a4c6e7f80",
                  status: "released",
                  at: "2026-11-20T06:00:04.120Z",
                },
              ],
            },
          },
        },
        304: {
          description: "Not Modified: the entity of If-None-Match has not changed",
          headers: headers("ETag", "Cache-Control", "Age"),
        },
        400: { $ref: "#/components/responses/MalformedRequest" },
        422: { $ref: "#/components/responses/ValidationError" },
        429: { $ref: "#/components/responses/RateLimited" },
        503: { $ref: "#/components/responses/NotReady" },
        default: { $ref: "#/components/responses/OtherError" },
      },
    } as never);
  });

  test("describes a model once, with formats, words and nulls as JSON Schema has them", async () => {
    const { components } = await document();

    expect(components.schemas.Movie).toEqual({
      type: "object",
      title: "Movie",
      required: ["id", "status", "at"],
      properties: {
        id: {
          description: "Id of the movie",
          type: "string",
          pattern: "^movie_[0-9a-f]{32}$",
          examples: ["movie_0198c7d2f3a97c3e8f5b2d1a4c6e7f80"],
        },
        status: { type: ["string", "null"], enum: ["released", "planned", null] },
        at: { type: "string", format: "date-time", examples: ["2026-11-20T06:00:04.120Z"] },
      },
    });
  });

  test("M139: says that administration needs the operator token, and what else can happen", async () => {
    const { paths } = await document();
    const operation = paths["/api/v1/admin/ingest/movie"]?.post;

    expect(operation?.security).toEqual([{ operator: [] }, { operatorHeader: [] }]);
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      "204",
      "400",
      "401",
      "403",
      "408",
      "413",
      "415",
      "422",
      "429",
      "503",
      "default",
    ]);
    expect(operation?.responses["204"]).toEqual({
      description: "No Content",
      headers: headers(...limits),
    });
  });

  test.each([
    [
      {
        anyOf: [
          { const: "a", type: "string" },
          { const: "b", type: "string" },
        ],
      },
      { type: "string", enum: ["a", "b"] },
    ],
    [
      { anyOf: [{ type: "integer" }, { type: "null" }], description: "n" },
      { type: ["integer", "null"], description: "n" },
    ],
    [
      { anyOf: [{ $ref: "Movie" }, { type: "null" }] },
      { anyOf: [{ $ref: "#/components/schemas/Movie" }, { type: "null" }] },
    ],
    [
      { anyOf: [{ type: "integer" }, { type: "string" }] },
      { anyOf: [{ type: "integer" }, { type: "string" }] },
    ],
    [
      { type: "object", properties: { expected: { type: "string", expected: "an id" } } },
      { type: "object", properties: { expected: { type: "string" } } },
    ],
  ])("tidies %j", (schema, tidied) => {
    expect(tidySchema(schema)).toEqual(tidied);
  });
});

describe("GET /docs", () => {
  test("M160: is a page that loads only from this service, under a strict policy", async () => {
    const { status, headers, text } = await app.get("/docs");
    const sources = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source = ""]) => source);

    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(sources).toHaveLength(4);
    for (const source of sources) expect((await app.get(source)).status).toBe(200);
  });

  test.each([
    ["swagger-ui-bundle.js", "text/javascript; charset=utf-8", "SwaggerUIBundle"],
    ["init.js", "text/javascript; charset=utf-8", 'url: "/api/v1/openapi.json"'],
    ["swagger-ui.css", "text/css; charset=utf-8", ".swagger-ui"],
  ])("serves %s, compressed or not", async (file, type, part) => {
    const zipped = await app.get(`/docs/assets/${file}`);
    const plain = await app.get(`/docs/assets/${file}`, { "accept-encoding": "identity" });

    expect(zipped.headers.get("content-type")).toBe(type);
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(zipped.text).toContain(part);
    expect(plain.text).toBe(zipped.text);
  });

  test.each(["package.json", "..%2fpackage.json", "constructor", "swagger-ui.js"])(
    "serves no other file: %s",
    async (file) => {
      expect((await app.get(`/docs/assets/${file}`)).status).toBe(404);
    },
  );
});
