import { beforeAll, describe, expect, test } from "bun:test";
import SwaggerParser from "@apidevtools/swagger-parser";
import { openApiText } from "~/commands/openapi";
import { breakingChanges } from "../scripts/openapi-compatibility";
import { testService } from "./support/service";

type Response = { $ref?: string; content?: Record<string, { schema?: Json; example?: unknown }> };
type Json = { [key: string]: unknown };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<string, Response>;
};
type Document = {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
};

const committed = "docs/openapi.json";
let text: string;
let document: Document;
beforeAll(async () => {
  text = await openApiText();
  document = JSON.parse(text) as Document;
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      method,
      operation,
    })),
  );

describe("the OpenAPI document of the whole API", () => {
  test("M159: is valid OpenAPI 3.1", async () => {
    expect(document.openapi).toBe("3.1.0");
    expect(await SwaggerParser.validate(structuredClone(document) as never)).toBeDefined();
  });

  test("M158: is the committed one (bun run openapi writes it)", async () => {
    const problem = "docs/openapi.json is out of date; bun run openapi writes it";
    expect((await Bun.file(committed).text()) === text ? "" : problem).toBe("");
  });

  test("M158: says the same after requests, when Elysia has closed schemas that are open", async () => {
    await using service = await testService();
    await service.get("/movies/unknown");
    const served = await fetch(`${service.url}/api/v1/openapi.json`);
    expect(await served.json()).toEqual(document);
  });

  test("M157, M158: takes nothing away from clients of the committed one", async () => {
    expect(breakingChanges(await Bun.file(committed).json(), document)).toEqual([]);
  });

  test("every operation has a name of its own, a summary and a tag that is described", () => {
    const names = operations().map(({ operation }) => operation.operationId);
    const described = new Set(document.tags.map(({ name }) => name));

    expect(new Set(names).size).toBe(names.length);
    for (const { operation } of operations()) {
      expect(operation.operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
      expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(operation.tags.filter((tag) => !described.has(tag))).toEqual([]);
      expect(operation.tags).toHaveLength(1);
    }
  });

  test("M151, M152: every operation of the API can be limited, and the database can be away", () => {
    const silent = operations().filter(
      ({ path, operation: { responses } }) =>
        path.startsWith("/api/") && !(responses["429"] && responses["503"] && responses.default),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test("M17: what has an id in its path can be missing", () => {
    const silent = operations().filter(
      ({ path, operation: { responses } }) => path.includes("{") && responses["404"] === undefined,
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test("M139, M140: administration needs the operator token, accounts theirs, the rest none", () => {
    const schemeOf = (path: string, { security }: Operation) => {
      const schemes = security.flatMap((each) => Object.keys(each)).join(", ");
      return path.startsWith("/api/v1/admin/") ? `admin: ${schemes}` : schemes;
    };
    const schemes = new Set(operations().map(({ path, operation }) => schemeOf(path, operation)));
    expect([...schemes].sort()).toEqual(["", "account", "admin: operator, operatorHeader"]);
    for (const { operation } of operations().filter(({ operation }) => operation.security.length)) {
      expect(operation.responses["401"]).toBeDefined();
    }
  });

  test("bodies and answers of the API are models with a name, each with an example", () => {
    const contents = operations()
      .filter(({ path }) => path.startsWith("/api/"))
      .flatMap(({ name, operation: { responses, requestBody } }) => [
        ...Object.entries(responses)
          .filter(([status]) => Number(status) < 400)
          .map(([status, { content }]) => ({ name: `${name} ${status}`, content })),
        { name: `${name} body`, content: requestBody?.content },
      ])
      .flatMap(({ name, content }) => {
        const json = content?.["application/json"];
        return json === undefined ? [] : [{ name, ...json }];
      });

    const nameless = contents.filter(({ schema }) => typeof schema?.$ref !== "string");
    expect(nameless.map(({ name }) => `${name}: give its model an $id`)).toEqual([]);
    expect(contents.filter(({ example }) => example === undefined)).toEqual([]);
    expect(contents.length).toBeGreaterThan(40);
  });

  test("every parameter and every field of a model has a description", () => {
    const parameters = operations().flatMap(({ name, operation }) =>
      (operation.parameters ?? []).map((each) => ({ name: `${name} ${each.name}`, schema: each })),
    );
    const fieldsOf = (name: string, schema: Json): { name: string; schema: object }[] =>
      Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([key, field]) => [
        { name: `${name}.${key}`, schema: field },
        ...fieldsOf(`${name}.${key}`, field),
      ]);
    const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      fieldsOf(name, schema),
    );
    const silent = [...parameters, ...fields].filter(
      ({ schema }) => !("description" in schema || "$ref" in schema),
    );

    expect(silent.map(({ name }) => name)).toEqual([]);
    expect(fields.length).toBeGreaterThan(300);
  });

  test("M18: nothing of TypeBox or of OpenAPI 3.0 is left", () => {
    expect(text).not.toMatch(/"(nullable|\$id|documented|expected)":(?! \{)/);
    expect(text).not.toMatch(/"type": "(Date|void|undefined)"/);
  });
});
