import { STATUS_CODES } from "node:http";
import { swagger } from "@elysiajs/swagger";
import { type AnyElysia, Elysia } from "elysia";
import { ErrorBody } from "~/http/errors";
import { groupsOf } from "~/http/limits/rate-limit";
import { catalogAttribution, watchProviderAttribution } from "~/vocabulary";
import { Examples, type Samples } from "./examples";
import { Models } from "./models";
import { Recognition } from "./recognition";
import { headers, limitHeaders, Refusals, sharedHeaders } from "./refusals";
import type { Json } from "./schema";

/** What the document says of the service itself, and the names by which its models are known. */
export type ServiceInfo = {
  version: string;
  /** Models by name; what is used several times should be among them. */
  models?: Readonly<Record<string, object>>;
  samples?: Samples;
  /** What each tag stands for, in the order of the documentation. */
  tags?: Readonly<Record<string, string>>;
};

const description = `Normalized metadata about movies and series.

Ids are opaque and prefixed by what they name (\`movie_0198…\`). Data that is not known is \`null\`, never missing and never an empty string. Moments are RFC 3339 in UTC. Unknown query parameters are ignored and named in \`X-Ignored-Params\`. Every refusal has the same envelope, with a \`code\` made for programs. Every answer carries \`X-Request-Id\`. Within v1 fields, words of closed lists, parameters and operations may be added; tolerate what you do not know.

${catalogAttribution.text} (<${catalogAttribution.url}>)

${watchProviderAttribution.text} (<${watchProviderAttribution.url}>) Show this before you show any watch providers.`;

const securitySchemes = {
  account: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "An account's access token, as register and login answer it",
  },
  operator: {
    type: "http",
    scheme: "bearer",
    description: "The operator token (SERVICE_ADMIN_TOKEN)",
  },
  operatorHeader: {
    type: "apiKey",
    in: "header",
    name: "X-Admin-Token",
    description: "The operator token, in a header of its own",
  },
};

type Parts = { models: Models; refusals: Refusals; examples: Examples };

/** An empty value is refused for every parameter of a query (M69). */
const filled = ({ type, enum: words, pattern }: Json): Json =>
  type === "string" && words === undefined && pattern === undefined ? { minLength: 1 } : {};

function tidyParameter({ name, in: place, required, schema, ...rest }: Json, { models }: Parts) {
  const { description, ...keywords } = rest;
  const tidied = models.schema({ ...keywords, ...(schema as Json) });
  const { description: inSchema, ...plain } = tidied;
  const told = description ?? inSchema;
  return {
    name,
    in: place,
    required: place === "path" || (required === true && !("default" in tidied)),
    ...(told === undefined ? {} : { description: told }),
    schema: { ...(place === "query" ? filled(plain) : {}), ...plain },
  };
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

function json(raw: Json, { models, examples }: Parts): Json {
  const schema = models.schema(raw);
  return { "application/json": { schema, example: examples.of(schema) } };
}

type Told = { limited: boolean; cached: boolean; parts: Parts };

function tidySuccess(status: string, response: Json, { limited, cached, parts }: Told): Json {
  const names = [
    ...(status === "202" ? ["Location"] : []),
    ...(cached ? ["ETag", "Cache-Control"] : []),
    ...(limited ? limitHeaders : []),
  ];
  const told = {
    description: response.description ?? STATUS_CODES[status] ?? "Answer",
    ...(names.length > 0 ? { headers: headers(...names) } : {}),
  };
  const { content } = response as { content?: object };
  if (content !== undefined && "text/event-stream" in content) return { ...told, content };
  const schema = responseSchemaOf(response);
  if (status === "204" || schema === undefined) return told;
  return { ...told, content: json(schema, parts) };
}

function tidyResponses(declared: Record<string, Json>, common: Json, told: Told): Json {
  const responses: Json = { ...common };
  const { refusals } = told.parts;
  for (const [status, response] of Object.entries(declared)) {
    responses[status] =
      Number(status) < 400
        ? tidySuccess(status, response, told)
        : (refusals.declared(response.description) ?? common[status] ?? refusals.bare(status));
  }
  if (told.cached) {
    responses[304] = {
      description: "Not Modified: the entity that If-None-Match named is still the same",
      headers: headers("ETag", "Cache-Control"),
    };
  }
  return responses;
}

const schemesOf = (security: unknown): string[] =>
  Array.isArray(security) ? security.flatMap((each: object) => Object.keys(each)) : [];

/** Where no field is required the body may be left out (M130); the plugin asks for one everywhere. */
const asksForFields = ({ type, required }: Json): boolean =>
  type !== "object" || (Array.isArray(required) && required.length > 0);

function tidyOperation(path: string, method: string, operation: Json, parts: Parts): Json {
  const { parameters = [], responses, requestBody, operationId, security, ...rest } = operation;
  const list = (parameters as Json[]).map((parameter) => tidyParameter(parameter, parts));
  const body = requestBody as Json | undefined;
  const bodySchema = body && schemaOf(body);
  const schemes = schemesOf(security);
  const admin = schemes.includes("operator");
  const account = schemes.includes("account");
  const limited = groupsOf(path).length > 0;
  const query = list.some((parameter) => parameter.in === "query");
  const writes = method !== "get";
  const traits = { query, body: body !== undefined, writes, admin, account, limited };
  const common = parts.refusals.common(traits);
  const cached = limited && !writes && !admin && !account;
  return {
    operationId: String(operationId).replace("ApiV1", ""),
    ...rest,
    security: admin ? [{ operator: [] }, { operatorHeader: [] }] : (security ?? []),
    ...(list.length > 0 ? { parameters: list } : {}),
    ...(bodySchema && {
      requestBody: { required: asksForFields(bodySchema), content: json(bodySchema, parts) },
    }),
    responses: tidyResponses((responses ?? {}) as Record<string, Json>, common, {
      limited,
      cached,
      parts,
    }),
  };
}

function tidyPaths(paths: Record<string, Record<string, Json>>, parts: Parts): Json {
  const tidyPath = ([path, operations]: [string, Record<string, Json>]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        tidyOperation(path, method, operation, parts),
      ]),
    ),
  ];
  return Object.fromEntries(Object.entries(paths).map(tidyPath));
}

function refuseDanglingReferences(document: string, schemas: Json): void {
  for (const [, name = ""] of document.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    if (!Object.hasOwn(schemas, name)) {
      throw new Error(`The OpenAPI document refers to no model ${name}.`);
    }
  }
}

/**
 * Makes what @elysiajs/swagger wrote (a 3.0.3 document that validators refuse) into OpenAPI 3.1 that
 * says what the service does. Throws when a reference leads nowhere.
 */
export function tidyDocument(raw: Json, { version, models, samples, tags }: ServiceInfo): string {
  const named = new Models(new Recognition(models ?? {}));
  const parts = {
    models: named,
    refusals: new Refusals(),
    examples: new Examples(named, samples ?? []),
  };
  named.schema(JSON.parse(JSON.stringify(ErrorBody)));
  const paths = tidyPaths(raw.paths as Record<string, Record<string, Json>>, parts);
  const schemas = named.components;
  const told = Object.entries(tags ?? {}).map(([name, description]) => ({ name, description }));
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
    ...(told.length > 0 ? { tags: told } : {}),
    paths,
    components: {
      schemas,
      responses: parts.refusals.components,
      headers: sharedHeaders,
      securitySchemes,
    },
  });
  refuseDanglingReferences(document, schemas);
  return document;
}

/** The OpenAPI document of these routes, as JSON text; asked of an instance that is never served. */
export async function openApiDocument(routes: AnyElysia, info: ServiceInfo): Promise<string> {
  const asked = new Elysia().use(swagger({ path: "/_docs", specPath: "/_docs/json" })).use(routes);
  const response = await asked.handle(new Request("http://localhost/_docs/json"));
  return tidyDocument((await response.json()) as Json, info);
}
