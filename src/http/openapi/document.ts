import { STATUS_CODES } from "node:http";
import { swagger } from "@elysiajs/swagger";
import { type AnyElysia, Elysia } from "elysia";
import { ErrorBody } from "~/http/errors";
import { groupsOf } from "~/http/limits/rate-limit";
import { strictParameter } from "~/http/request/parameters";
import { version } from "~/version";
import { description, securitySchemes, tags } from "./description";
import { ErrorResponses, headers, limitHeaders, sharedHeaders } from "./error-responses";
import { exampleOf } from "./examples";
import { Models } from "./models";
import { isJson, type Json } from "./schema";

/** The parameter of every operation that has any. */
const strict = { ...strictParameter, in: "query" };

/** The components that the operations of a document share. */
type Parts = { models: Models; errors: ErrorResponses };

/** The rules of every free text in a query: not empty and, unless it is `AnyText`, without U+0000. */
function freeText({ type, enum: words, pattern }: Json, anyText: boolean): Json {
  if (type !== "string" || words !== undefined || pattern !== undefined) return {};
  return anyText ? { minLength: 1 } : { minLength: 1, pattern: "^[^\\u0000]+$" };
}

function parameterOf({ name, in: part, required, schema, ...rest }: Json, { models }: Parts) {
  const { description, ...keywords } = rest;
  const tidied = models.schema({ ...keywords, ...(schema as Json) });
  const { description: inSchema, ...plain } = tidied;
  const text = description ?? inSchema;
  return {
    name,
    in: part,
    required: part === "path" || (required === true && !("default" in tidied)),
    ...(text === undefined ? {} : { description: text }),
    schema: {
      ...(part === "query" ? freeText(plain, (schema as Json).anyText === true) : {}),
      ...plain,
    },
  };
}

/** A parameter of a query by its first name, and by its other one if it has one. */
function parametersOf(raw: Json, parts: Parts): Json[] {
  const parameter = parameterOf(raw, parts);
  const { alias } = raw.schema as Json;
  if (typeof alias !== "string") return [parameter];
  const { default: _, ...schema } = parameter.schema as Json;
  const description = `The same as \`${raw.name}\`, by another name; if both are given, they must be equal`;
  return [
    parameter,
    { ...parameter, name: alias, required: false, description, schema, "x-alias-of": raw.name },
  ];
}

/** The schema of a body or response, which the plugin repeats for content types that are not taken. */
function schemaOf({ content }: Json): Json | undefined {
  const types = content as Record<string, { schema: Json }> | undefined;
  return types?.["application/json"]?.schema ?? Object.values(types ?? {})[0]?.schema;
}

/**
 * The schema of a response. For an object the plugin moves the keywords that it does not know, such as
 * `$id`, from the schema to the response; here they go back.
 */
function responseSchemaOf(response: Json): Json | undefined {
  const { content: _, headers: __, ...keywords } = response;
  const schema = schemaOf(response);
  if (schema === undefined) return undefined;
  const { type, required, ...rest } = schema;
  return { ...keywords, ...(type !== undefined && { type, required }), ...rest };
}

/** A model as JSON content, with an example. */
function json(raw: Json, { models }: Parts): Json {
  const schema = models.schema(raw);
  return { "application/json": { schema, example: exampleOf(schema, models) } };
}

const isEventStream = ({ content }: Json): boolean =>
  isJson(content) && "text/event-stream" in content;

type ResponseTraits = { limited: boolean; cached: boolean; referenced: boolean; parts: Parts };

function successOf(
  status: string,
  response: Json,
  { limited, cached, referenced, parts }: ResponseTraits,
): Json {
  const names = [
    ...(status === "202" ? ["Location"] : []),
    ...(referenced ? ["Content-Location"] : []),
    ...(cached ? ["ETag", "Cache-Control", "Age"] : []),
    ...(limited ? limitHeaders : []),
  ];
  const base = {
    description: response.description ?? STATUS_CODES[status] ?? "Success",
    ...(names.length > 0 ? { headers: headers(...names) } : {}),
  };
  const { content } = response as { content?: object };
  if (isEventStream(response)) return { ...base, content };
  const schema = responseSchemaOf(response);
  if (status === "204" || schema === undefined) return base;
  return { ...base, content: json(schema, parts) };
}

function responsesOf(declared: Record<string, Json>, common: Json, traits: ResponseTraits): Json {
  const responses: Json = { ...common };
  const { errors } = traits.parts;
  for (const [status, response] of Object.entries(declared)) {
    responses[status] =
      Number(status) < 400
        ? successOf(status, response, traits)
        : (errors.declared(response.description) ?? common[status] ?? errors.bare(status));
  }
  if (traits.cached) {
    responses[304] = {
      description: "Not Modified: the entity of If-None-Match has not changed",
      headers: headers(
        ...(traits.referenced ? ["Content-Location"] : []),
        ...["ETag", "Cache-Control", "Age"],
      ),
    };
  }
  return responses;
}

const schemesOf = (security: unknown): string[] =>
  Array.isArray(security) ? security.flatMap((each: object) => Object.keys(each)) : [];

/** Whether a parameter is the place of a record in the path. */
const takesReferences = (parameter: Json): boolean =>
  (isJson(parameter.schema) ? parameter.schema : parameter).takesReferences === true;

/** A body without required fields may be left out; the plugin says that every body is required. */
const hasRequiredFields = ({ type, required }: Json): boolean =>
  type !== "object" || (Array.isArray(required) && required.length > 0);

/** A body that a route reads by itself is described by the route. */
function requestBodyOf(body: Json, parts: Parts): Json {
  const schema = schemaOf(body);
  const isJson = Object.hasOwn((body.content ?? {}) as object, "application/json");
  if (!isJson || schema === undefined) return body;
  return { required: hasRequiredFields(schema), content: json(schema, parts) };
}

function operationOf(path: string, method: string, operation: Json, parts: Parts): Json {
  const { parameters = [], responses, requestBody, operationId, security, ...rest } = operation;
  const own = (parameters as Json[]).flatMap((parameter) => parametersOf(parameter, parts));
  const takesQuery = own.some((parameter) => parameter.in === "query");
  const list = takesQuery ? [...own, parameterOf(strict, parts)] : own;
  const body = requestBody as Json | undefined;
  const schemes = schemesOf(security);
  const admin = schemes.includes("operator");
  const account = schemes.includes("account");
  const limited = groupsOf(path).length > 0;
  const writes = method !== "get";
  const referenced = (parameters as Json[]).some(takesReferences);
  const traits = {
    query: takesQuery,
    body: body !== undefined,
    writes,
    admin,
    account,
    limited,
    referenced,
  };
  const common = parts.errors.common(traits);
  const cached =
    limited &&
    !writes &&
    !admin &&
    !account &&
    !Object.values((responses ?? {}) as Record<string, Json>).some(isEventStream);
  return {
    operationId: String(operationId).replace("ApiV1", ""),
    ...rest,
    security: admin ? [{ operator: [] }, { operatorHeader: [] }] : (security ?? []),
    ...(list.length > 0 ? { parameters: list } : {}),
    ...(body !== undefined && { requestBody: requestBodyOf(body, parts) }),
    responses: responsesOf((responses ?? {}) as Record<string, Json>, common, {
      limited,
      cached,
      referenced,
      parts,
    }),
  };
}

function pathsOf(paths: Record<string, Record<string, Json>>, parts: Parts): Json {
  const pathOf = ([path, operations]: [string, Record<string, Json>]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        operationOf(path, method, operation, parts),
      ]),
    ),
  ];
  return Object.fromEntries(Object.entries(paths).map(pathOf));
}

function assertReferences(document: string, schemas: Json): void {
  for (const [, name = ""] of document.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    if (!Object.hasOwn(schemas, name)) {
      throw new Error(`The OpenAPI document refers to no model ${name}.`);
    }
  }
}

/**
 * Turns the document of @elysiajs/swagger, which is 3.0.3 and not valid, into OpenAPI 3.1 with the
 * behaviour that all routes share. Throws when a reference has no target.
 */
function documentOf(raw: Json): string {
  const parts = { models: new Models(), errors: new ErrorResponses() };
  parts.models.schema(JSON.parse(JSON.stringify(ErrorBody)));
  const paths = pathsOf(raw.paths as Record<string, Record<string, Json>>, parts);
  const schemas = parts.models.components;
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
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      schemas,
      responses: parts.errors.components,
      headers: sharedHeaders,
      securitySchemes,
    },
  });
  assertReferences(document, schemas);
  return document;
}

/** The OpenAPI document of these routes as JSON text. The plugin runs in an instance that is never served. */
export async function openApiDocument(routes: AnyElysia): Promise<string> {
  const instance = new Elysia()
    .use(swagger({ path: "/_docs", specPath: "/_docs/json" }))
    .use(routes);
  const response = await instance.handle(new Request("http://localhost/_docs/json"));
  return documentOf((await response.json()) as Json);
}
