/** A JSON Schema, or any other JSON object of an OpenAPI document. */
export type Json = { [key: string]: unknown };

/** Whether a value is a JSON object. */
export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const nested = new Set([
  "properties",
  "patternProperties",
  "items",
  "anyOf",
  "allOf",
  "oneOf",
  "additionalProperties",
]);
const byName = new Set(["properties", "patternProperties"]);

const isNull = (schema: unknown): boolean => isJson(schema) && schema.type === "null";

/** The constants of an `anyOf`, which become an enum; undefined when it has other variants. */
function constantsOf(variants: readonly Json[]): unknown[] | undefined {
  return variants.every((variant) => "const" in variant)
    ? variants.map((variant) => variant.const)
    : undefined;
}

/**
 * A variant with null among its types, in place of `anyOf [X, null]`. Undefined for a reference, which
 * has no type, and for an object, which can become a reference.
 */
function withNull(variant: Json): Json | undefined {
  if (typeof variant.type !== "string" || variant.type === "object") return undefined;
  const words = Array.isArray(variant.enum) ? { enum: [...variant.enum, null] } : {};
  return { ...variant, ...words, type: [variant.type, "null"] };
}

function tidyUnion(union: Json, anyOf: readonly Json[]): Json {
  const { anyOf: _, ...rest } = union;
  const variants = anyOf.filter((variant) => !isNull(variant));
  const words = constantsOf(variants);
  const only = words === undefined ? variants[0] : { type: "string", enum: words };
  if (only === undefined || (words === undefined && variants.length > 1)) return union;
  if (variants.length === anyOf.length) return { ...only, ...rest };
  return { ...(withNull(only) ?? { anyOf: [only, { type: "null" }] }), ...rest };
}

function tidyReference(reference: string): string {
  return reference.startsWith("#/") ? reference : `#/components/schemas/${reference}`;
}

function tidyKeyword(key: string, value: unknown): unknown {
  if (key === "$ref" && typeof value === "string") return tidyReference(value);
  if (!nested.has(key)) return value;
  if (Array.isArray(value)) return value.map((each) => tidySchema(each as Json));
  if (!isJson(value)) return value;
  if (!byName.has(key)) return tidySchema(value);
  const fields = Object.entries(value).map(([name, field]) => [name, tidySchema(field as Json)]);
  return Object.fromEntries(fields);
}

/** Keywords of this project, which its own validation reads. */
const ownKeywords = new Set([
  "expected",
  "allowed",
  "anyText",
  "filter",
  "nullable",
  "names",
  "alias",
  "takesReferences",
]);

/**
 * Turns a schema of TypeBox and Elysia into JSON Schema of OpenAPI 3.1: `documented` keywords take
 * effect, the project's own keywords go, constants become enums, null becomes a type. Elysia closes
 * the schemas that it has compiled, also open ones, so only a documented `additionalProperties: false`
 * is kept.
 */
export function tidySchema(schema: Json): Json {
  const { documented, ...others } = schema;
  const rest: Json = Object.fromEntries(
    Object.entries(others).filter(([keyword]) => !ownKeywords.has(keyword)),
  );
  const ours = isJson(documented) ? documented : {};
  if (rest.additionalProperties === false && ours.additionalProperties !== false) {
    delete rest.additionalProperties;
  }
  const entries = Object.entries({ ...rest, ...ours });
  const tidied: Json = Object.fromEntries(
    entries.map(([key, value]) => [key, tidyKeyword(key, value)]),
  );
  return Array.isArray(tidied.anyOf) ? tidyUnion(tidied, tidied.anyOf) : tidied;
}

/** Keywords that say how a model is used, not what it is. */
const aboutUse = new Set(["$id", "title", "description", "examples", "default"]);

/**
 * Equal for two tidy schemas that are the same model. Elysia reorders the keywords of a whole body or
 * response.
 */
export const sameModel = (schema: Json): string =>
  JSON.stringify(
    Object.entries(schema)
      .filter(([key]) => !aboutUse.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
