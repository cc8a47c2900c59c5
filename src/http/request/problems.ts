import type { SchemaOptions } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { ApiError, type Detail } from "~/http/errors";

/** Listing filters, whose refusal has a code of its own (M149). */
const filters = new Set([
  "genre",
  "status",
  "year",
  "keyword",
  "company_type",
  "sort_by",
  "window",
  "region",
]);

const printable = /^[\x21-\x7e]{1,64}$/;

/** How many details the sentence of a refusal names; all of them are in its list. */
const mostTold = 10;

/** Keywords of JSON Schema that a sentence can be made of. */
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

/** A field's name as far as it can be shown; the client chose the names of fields we do not know. */
export const shown = (name: string): string =>
  printable.test(name) ? name : "(a name that cannot be shown)";

function fieldName(path: string, place: Detail["in"]): string {
  const name = path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
  return name === "" ? place : shown(name);
}

/** Of several shapes a value may have, the one it comes nearest to says best what is wrong. */
function nearest(error: ValueError): ValueError[] {
  const isObject = typeof error.value === "object" && error.value !== null;
  if (error.type !== ValueErrorType.Union || !isObject) return [error];
  const variants = error.errors.map((errors) => [...errors]);
  return variants.toSorted((a, b) => a.length - b.length)[0]?.flatMap(nearest) ?? [error];
}

function detail(error: ValueError, place: Detail["in"]): Detail {
  const field = fieldName(error.path, place);
  if (error.value === undefined) return { in: place, field, message: "is required" };
  const allowed = allowedWords(error.schema);
  const message = `must be ${expectation(error.schema)}`;
  return allowed === undefined
    ? { in: place, field, message }
    : { in: place, field, message, allowed };
}

/**
 * One detail per field, in the order found: path and rule only, never the value that was sent (T5).
 * Fields a closed body does not know are the business of closed-body.ts.
 */
export function details(errors: Iterable<ValueError>, place: Detail["in"]): Detail[] {
  const byField = new Map<string, Detail>();
  for (const error of [...errors].flatMap(nearest)) {
    if (error.type === ValueErrorType.ObjectAdditionalProperties) continue;
    const found = detail(error, place);
    if (!byField.has(found.field)) byField.set(found.field, found);
  }
  return [...byField.values()];
}

/** The 422 for these details: `invalid_filter` when all concern listing filters (M149). */
export function refusal(found: readonly Detail[]): ApiError {
  if (found.length === 0) return new ApiError("validation_error");
  const onlyFilters = found.every(
    ({ in: place, field }) => place === "query" && filters.has(field),
  );
  const sentences = found.slice(0, mostTold).map(({ field, message }) => `${field} ${message}`);
  if (found.length > mostTold) sentences.push(`and ${found.length - mostTold} more`);
  const message = sentences.join("; ");
  return new ApiError(onlyFilters ? "invalid_filter" : "validation_error", {
    message: `${message}.`,
    details: found,
  });
}
