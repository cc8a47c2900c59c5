import { STATUS_CODES } from "node:http";
import { swagger } from "@elysiajs/swagger";
import { type AnyElysia, Elysia } from "elysia";
import { catalogAttribution, watchProviderAttribution } from "~/vocabulary";
import { ErrorBody } from "./errors";
import { type Components, type Json, tidySchema } from "./openapi-schema";

/** What the document says of the service itself. */
export type ServiceInfo = { version: string };

const description = `Normalized metadata about movies and series.

${catalogAttribution.text} (<${catalogAttribution.url}>)

${watchProviderAttribution.text} (<${watchProviderAttribution.url}>) Show this before you show any watch providers.`;

const securitySchemes = {
  operator: { type: "http", scheme: "bearer", description: "The operator token" },
  operatorHeader: { type: "apiKey", in: "header", name: "X-Admin-Token" },
};

const json = (schema: Json) => ({ "application/json": { schema } });
const errorContent = json({ $ref: "#/components/schemas/Error" });
const refusal = (codes: string) => ({ description: codes, content: errorContent });

function tidyParameter({ name, in: place, required, schema, ...rest }: Json, into: Components) {
  const { description, ...keywords } = rest;
  const tidied = tidySchema({ ...keywords, ...(schema as Json) }, into);
  return {
    name,
    in: place,
    required: place === "path" || (required === true && !("default" in tidied)),
    ...(description === undefined ? {} : { description }),
    schema: tidied,
  };
}

/** The schema of a body or response, which Elysia repeats for content types that are not taken. */
function schemaOf({ content }: Json): Json | undefined {
  const types = content as Record<string, { schema: Json }> | undefined;
  return types?.["application/json"]?.schema ?? Object.values(types ?? {})[0]?.schema;
}

function tidyResponse(status: string, response: Json, into: Components): Json {
  const told = { description: response.description ?? STATUS_CODES[status] ?? "Answer" };
  if (Number(status) >= 400) return { ...told, content: errorContent };
  const schema = schemaOf(response);
  if (status === "204" || schema === undefined) return told;
  return { ...told, content: json(tidySchema(schema, into)) };
}

/** The refusals that come from the rules of http/ and not from the route, by what the route takes. */
function commonRefusals(takes: { query: boolean; body: boolean; admin: boolean }): Json {
  return {
    ...(takes.query || takes.body
      ? {
          400: refusal(
            takes.body ? "`malformed_json` or `malformed_request`" : "`malformed_request`",
          ),
          422: refusal("`validation_error` or `invalid_filter`"),
        }
      : {}),
    ...(takes.body
      ? { 413: refusal("`payload_too_large`"), 415: refusal("`unsupported_media_type`") }
      : {}),
    ...(takes.admin
      ? { 401: refusal("`admin_auth_required`"), 403: refusal("`admin_disabled`") }
      : {}),
    default: refusal("Any other error"),
  };
}

function tidyOperation(path: string, operation: Json, into: Components): Json {
  const { parameters = [], responses = {}, requestBody, operationId, ...rest } = operation;
  const list = (parameters as Json[]).map((parameter) => tidyParameter(parameter, into));
  const body = requestBody as Json | undefined;
  const bodySchema = body && schemaOf(body);
  const admin = path.includes("/admin/");
  const query = list.some((parameter) => parameter.in === "query");
  const own = Object.entries(responses as Record<string, Json>).map(([status, response]) => [
    status,
    tidyResponse(status, response, into),
  ]);
  return {
    operationId: String(operationId).replace("ApiV1", ""),
    ...rest,
    ...(admin ? { security: [{ operator: [] }, { operatorHeader: [] }] } : {}),
    ...(list.length > 0 ? { parameters: list } : {}),
    ...(bodySchema === undefined
      ? {}
      : {
          requestBody: {
            required: body?.required ?? true,
            content: json(tidySchema(bodySchema, into)),
          },
        }),
    responses: {
      ...commonRefusals({ query, body: body !== undefined, admin }),
      ...Object.fromEntries(own),
    },
  };
}

function tidyPaths(paths: Record<string, Record<string, Json>>, into: Components): Json {
  const tidyPath = ([path, operations]: [string, Record<string, Json>]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        tidyOperation(path, operation, into),
      ]),
    ),
  ];
  return Object.fromEntries(Object.entries(paths).map(tidyPath));
}

function refuseDanglingReferences(document: string, components: Components): void {
  for (const [, name = ""] of document.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    if (!components.has(name)) throw new Error(`The OpenAPI document refers to no model ${name}.`);
  }
}

/**
 * Makes what @elysiajs/swagger wrote (a 3.0.3 document that validators refuse) into OpenAPI 3.1 that
 * says what the service does. Throws when a reference leads nowhere.
 */
export function tidyDocument(raw: Json, { version }: ServiceInfo): string {
  const components: Components = new Map();
  components.set("Error", tidySchema(JSON.parse(JSON.stringify(ErrorBody)), components));
  const models = (raw.components as { schemas?: Record<string, Json> } | undefined)?.schemas ?? {};
  for (const [name, model] of Object.entries(models)) {
    components.set(name, tidySchema(model, components));
  }
  const paths = tidyPaths(raw.paths as Record<string, Record<string, Json>>, components);
  const document = JSON.stringify({
    openapi: "3.1.0",
    info: {
      title: "Media Catalog",
      version,
      description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [],
    paths,
    components: { schemas: Object.fromEntries(components), securitySchemes },
  });
  refuseDanglingReferences(document, components);
  return document;
}

/** The OpenAPI document of these routes, as JSON text; asked of an instance that is never served. */
export async function openApiDocument(routes: AnyElysia, info: ServiceInfo): Promise<string> {
  const asked = new Elysia().use(swagger({ path: "/_docs", specPath: "/_docs/json" })).use(routes);
  const response = await asked.handle(new Request("http://localhost/_docs/json"));
  return tidyDocument((await response.json()) as Json, info);
}
