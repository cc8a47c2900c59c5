import { OptionalKind, type TSchema } from "@sinclair/typebox";
import type { Detail } from "~/http/errors";
import { shownName } from "./problems";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The field names of each closed object that a schema allows; empty when it is open. */
function variantsOf(schema: TSchema): string[][] {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap(variantsOf);
  return schema.additionalProperties === false ? [Object.keys(schema.properties ?? {})] : [];
}

const inBody = (field: string, message: string, allowed: string[]): Detail => ({
  in: "body",
  field,
  message,
  allowed,
});

/** The problems of a body's field names, whatever their values are. */
function nameProblems(allowed: string[][], names: string[]): Detail[] {
  if (allowed.some((fields) => names.every((name) => fields.includes(name)))) return [];
  const known = [...new Set(allowed.flat())];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return unknown.map((name) => inBody(shownName(name), "is not a field of this body", known));
  }
  const choices = allowed.map((fields) => fields.join(" and "));
  return [inBody("body", "has fields that exclude each other", choices)];
}

/** The problems of the field names in a body's lists. */
function itemProblems(schema: TSchema, body: Record<string, unknown>): Detail[] {
  const lists = Object.entries<TSchema>(schema.properties ?? {}).filter(([, { items }]) => items);
  return lists.flatMap(([name, { items }]) => {
    const allowed = variantsOf(items);
    const given = body[name];
    if (allowed.length === 0 || given === undefined) return [];
    if (!Array.isArray(given)) {
      return [{ in: "body" as const, field: name, message: "must be a list" }];
    }
    return given.flatMap((item: unknown, position) =>
      (isObject(item) ? nameProblems(allowed, Object.keys(item)) : []).map((problem) => ({
        ...problem,
        field: `${name}.${position}.${problem.field}`,
      })),
    );
  });
}

/**
 * Finds what Elysia repairs before it validates: unknown fields of a closed body, which it strips, and
 * null, a list or no body in place of an object.
 */
export function bodyProblems(schema: TSchema | undefined, body: unknown): Detail[] {
  const allowed = schema === undefined ? [] : variantsOf(schema);
  if (schema === undefined || allowed.length === 0) return [];
  if (isObject(body)) {
    return [...nameProblems(allowed, Object.keys(body)), ...itemProblems(schema, body)];
  }
  if (body !== undefined) return [{ in: "body", field: "body", message: "must be an object" }];
  if (schema[OptionalKind] === "Optional") return [];
  return [{ in: "body", field: "body", message: "is required" }];
}
