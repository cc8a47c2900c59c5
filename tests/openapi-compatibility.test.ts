import { describe, expect, test } from "bun:test";
import { breakingChanges } from "../scripts/openapi-compatibility";

type Parts = { parameters?: object[]; body?: object; item?: object; path?: string };

const movie = {
  type: "object",
  required: ["id", "status"],
  properties: {
    id: { type: "string" },
    status: { type: ["string", "null"], enum: ["released", "planned", null] },
    genres: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
  },
};
const body = {
  type: "object",
  required: ["value"],
  properties: { value: { type: "number" }, note: { type: "string" } },
};
const sort = { name: "sort_by", in: "query", schema: { type: "string", enum: ["a", "b"] } };

const document = ({
  parameters = [sort],
  body: taken = body,
  item = movie,
  path = "/movies",
}: Parts = {}) => ({
  paths: {
    [path]: {
      post: {
        operationId: "postMovie",
        parameters,
        requestBody: { required: true, content: { "application/json": { schema: taken } } },
        responses: {
          200: { content: { "application/json": { schema: { $ref: "#/components/schemas/M" } } } },
          404: { $ref: "#/components/responses/Gone" },
        },
      },
    },
  },
  components: { schemas: { M: item } },
});

const { genres: _, ...withoutGenres } = movie.properties;
const withField = (field: string, schema: object) => ({
  ...movie,
  properties: { ...movie.properties, [field]: schema },
});

describe("M158: what breaks clients", () => {
  test.each<[string, Parts, string]>([
    ["a path that is gone", { path: "/films" }, "POST /movies is gone"],
    [
      "a parameter that is gone",
      { parameters: [] },
      "POST /movies: query parameter sort_by is gone",
    ],
    [
      "a word that is no longer taken",
      { parameters: [{ ...sort, schema: { type: "string", enum: ["a"] } }] },
      "POST /movies: query parameter sort_by: no b any more",
    ],
    [
      "a parameter that is newly required",
      {
        parameters: [sort, { name: "x", in: "query", required: true, schema: { type: "string" } }],
      },
      "POST /movies: query parameter x is now required",
    ],
    [
      "a field that a body newly needs",
      { body: { ...body, required: ["value", "note"] } },
      "POST /movies body.note is now required",
    ],
    [
      "a field that is gone",
      { item: { ...movie, properties: withoutGenres } },
      "POST /movies 200.genres is gone",
    ],
    [
      "a field that is retyped",
      { item: withField("id", { type: "integer" }) },
      "POST /movies 200.id: was string, is integer",
    ],
    [
      "a field that can newly be null",
      { item: withField("id", { type: ["string", "null"] }) },
      "POST /movies 200.id: was string, is string or null",
    ],
    [
      "a field that may be missing",
      { item: { ...movie, required: ["id"] } },
      "POST /movies 200.status may be missing now",
    ],
    [
      "a word that is never answered any more",
      { item: withField("status", { type: ["string", "null"], enum: ["released", null] }) },
      "POST /movies 200.status: no planned any more",
    ],
    [
      "a field deep inside",
      { item: withField("genres", { type: "array", items: { type: "object", properties: {} } }) },
      "POST /movies 200.genres[].name is gone",
    ],
  ])("%s", (_, parts, finding) => {
    expect(breakingChanges(document(), document(parts))).toEqual([finding]);
  });

  test("additions break nobody", () => {
    const added = document({
      parameters: [
        { ...sort, schema: { type: "string", enum: ["a", "b", "c"] } },
        { name: "more", in: "query", required: false, schema: { type: "integer" } },
      ],
      body: { ...body, properties: { ...body.properties, extra: { type: "string" } } },
      item: withField("runtime", { type: "integer" }),
    });
    const paths = { ...added.paths, "/series": {} };
    expect(breakingChanges(document(), { ...added, paths })).toEqual([]);
    expect(breakingChanges(document(), document())).toEqual([]);
  });
});
