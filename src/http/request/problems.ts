import type { SchemaOptions, TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { ApiError, type Detail } from "~/http/errors";
import { parametersOf } from "./parameters";

const printable = /^[\x21-\x7e]{1,64}$/;

/** How many problems the message names; the details list all. */
const maxInMessage = 10;

/** Keywords of JSON Schema that a message is made of. */
type Rule = SchemaOptions & {
  type?: string;
  expected?: string;
  allowed?: readonly string[];
  enum?: readonly unknown[];
  anyOf?: readonly Rule[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};

const nouns: Record<string, string> = {
  integer: "an integer",
  number: "a number",
  string: "a string",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

function allowedWords(rule: Rule): string[] | undefined {
  const { allowed, enum: words, anyOf, const: constant } = rule;
  if (allowed !== undefined) return [...allowed];
  if (words !== undefined) return words.map(String);
  if (constant !== undefined) return [String(constant)];
  const each = anyOf?.map(allowedWords);
  return each?.every((list) => list !== undefined) ? each.flat() : undefined;
}

function range(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && to !== undefined) return ` from ${from} to ${to}`;
  if (from !== undefined) return ` of at least ${from}`;
  return to === undefined ? "" : ` of at most ${to}`;
}

function expectation(rule: Rule): string {
  if (rule.expected !== undefined) return rule.expected;
  const words = allowedWords(rule);
  if (words !== undefined) return `one of ${words.join(", ")}`;
  if (rule.anyOf !== undefined) return [...new Set(rule.anyOf.map(expectation))].join(" or ");
  const noun = nouns[rule.type ?? ""] ?? "valid";
  if (rule.type === "string") {
    const length = range(rule.minLength, rule.maxLength);
    return length === "" ? noun : `${noun} with a length${length}`;
  }
  return `${noun}${range(rule.minimum, rule.maximum)}`;
}

/** A field name that is safe to repeat: the client chose the names of unknown fields. */
export const shownName = (name: string): string =>
  printable.test(name) ? name : "(a name that cannot be shown)";

function fieldName(path: string, part: Detail["in"]): string {
  const name = path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
  return name === "" ? part : shownName(name);
}

/** For a union of objects, the errors of the variant that fits best. */
function errorsOfBestVariant(error: ValueError): ValueError[] {
  const isObject = typeof error.value === "object" && error.value !== null;
  if (error.type !== ValueErrorType.Union || !isObject) return [error];
  const variants = error.errors.map((errors) => [...errors]);
  return (
    variants.toSorted((a, b) => a.length - b.length)[0]?.flatMap(errorsOfBestVariant) ?? [error]
  );
}

function detail(error: ValueError, part: Detail["in"]): Detail {
  const field = fieldName(error.path, part);
  if (error.value === undefined) return { in: part, field, message: "is required" };
  const allowed = allowedWords(error.schema);
  const message = `must be ${expectation(error.schema)}`;
  return allowed === undefined
    ? { in: part, field, message }
    : { in: part, field, message, allowed };
}

/**
 * One detail per field, in the order of the errors: its name and rule, never the value that was sent.
 * Unknown fields of a closed body are left to closed-body.ts.
 */
export function detailsOf(errors: Iterable<ValueError>, part: Detail["in"]): Detail[] {
  const byField = new Map<string, Detail>();
  for (const error of [...errors].flatMap(errorsOfBestVariant)) {
    if (error.type === ValueErrorType.ObjectAdditionalProperties) continue;
    const found = detail(error, part);
    if (!byField.has(found.field)) byField.set(found.field, found);
  }
  return [...byField.values()];
}

/**
 * The 422 with these details. Its code is `invalid_filter` when all concern parameters that the schema of
 * the query marks with `filter: true`.
 */
export function validationError(details: readonly Detail[], query?: TSchema): ApiError {
  if (details.length === 0) return new ApiError("validation_error");
  const onlyFilters = details.every(
    ({ in: part, field }) =>
      part === "query" && parametersOf(query).get(field)?.schema.filter === true,
  );
  const sentences = details
    .slice(0, maxInMessage)
    .map(({ field, message }) => `${field} ${message}`);
  if (details.length > maxInMessage) sentences.push(`and ${details.length - maxInMessage} more`);
  const message = sentences.join("; ");
  return new ApiError(onlyFilters ? "invalid_filter" : "validation_error", {
    message: `${message}.`,
    details,
  });
}
