import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Elysia } from "elysia";
import type { Log } from "~/log";
import { JsonAnswer } from "./json-answer";
import type { RouteTable } from "./request/route-table";

/** One answer of so many is compared, besides the first of each route. */
const one_of = 1_000;

/** More would not help to find the cause. */
const maxFields = 10;

/** Where an answer differs from its model: no values. */
type Mismatch = { field: string; message: string };

/** An answer that has another shape than its route declares. */
export class AnswerMismatch extends Error {
  override readonly name = "AnswerMismatch";

  readonly fields: readonly Mismatch[];

  constructor(fields: readonly Mismatch[]) {
    super("The answer does not match the model of its route.");
    this.fields = fields;
  }
}

/** The same schema without room for fields that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Reflect.ownKeys(schema).map((key) => {
    const value = (schema as Record<PropertyKey, unknown>)[key];
    return [key, typeof key === "symbol" ? value : closed(value)];
  });
  const copy = Object.fromEntries(entries);
  return copy.type === "object" && copy.properties !== undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}

/** The variant of a model that a value matches, also of a choice among choices. */
function variantOf(model: TSchema, value: unknown): TSchema {
  const variants: TSchema[] | undefined = model.anyOf;
  const variant = variants?.find((each) => Value.Check(each, value));
  return variant === undefined ? model : variantOf(variant, value);
}

/** A value that matches its model, with its fields in the order of the model. */
function inOrder(model: TSchema, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const variant = variantOf(model, value);
  if (Array.isArray(value)) return value.map((item) => inOrder(variant.items, item));
  const { properties, patternProperties = {} } = variant;
  const [items = {}] = Object.values<TSchema>(patternProperties);
  const names = Object.keys(properties ?? value).filter((name) => name in value);
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    names.map((name) => [name, inOrder(properties?.[name] ?? items, given[name])]),
  );
}

/** What is wrong with an answer; empty when nothing is. */
function mismatchesOf(model: TSchema, json: string): Mismatch[] {
  const answer: unknown = JSON.parse(json);
  if (Value.Check(model, answer)) {
    const expected = JSON.stringify(inOrder(model, answer));
    return json === expected ? [] : [{ field: "", message: "Expected compact JSON in order" }];
  }
  return Iterator.from(Value.Errors(model, answer))
    .take(maxFields)
    .map(({ path, message }) => ({ field: path, message }))
    .toArray();
}

export type AnswerCheckOptions = {
  /** Compares every answer before it goes out, and fails the request if it does not match. For tests. */
  every?: boolean;
  /** Told about each answer that was compared. */
  onChecked?: (route: string, matches: boolean) => void;
};

type Given = AnswerCheckOptions & { log: Pick<Log, "error">; table: () => RouteTable };

/**
 * Compares answers that are texts (json-answer.ts) with the models of their routes: all of them in
 * tests, otherwise the first of each route and then a small share, after they went out.
 */
export function answerCheck({ every = false, onChecked = () => {}, log, table }: Given) {
  const models = new Map<string, TSchema | undefined>();
  const left = new Map<string, number>();
  const modelOf = (method: string, route: string): TSchema | undefined => {
    const name = `${method} ${route}`;
    if (!models.has(name)) {
      models.set(name, closed(table().declared(method, route)?.answer) as TSchema | undefined);
    }
    return models.get(name);
  };
  const compare = (method: string, route: string, json: string): Mismatch[] => {
    const model = modelOf(method, route);
    const fields = model === undefined ? [] : mismatchesOf(model, json);
    onChecked(route, fields.length === 0);
    return fields;
  };
  const report = (method: string, route: string, json: string) => {
    const fields = compare(method, route, json);
    if (fields.length > 0) log.error({ route, fields }, "an answer does not match its model");
  };
  const isNext = (route: string): boolean => {
    const count = left.get(route) ?? 0;
    left.set(route, count === 0 ? one_of - 1 : count - 1);
    return count === 0;
  };
  return new Elysia({ name: "answer-check" }).mapResponse(
    { as: "global" },
    ({ request: { method }, route, responseValue }) => {
      if (!(responseValue instanceof JsonAnswer)) return;
      const { json_text } = responseValue;
      if (!every) {
        if (isNext(route)) setImmediate(report, method, route, json_text);
        return;
      }
      const fields = compare(method, route, json_text);
      if (fields.length > 0) throw new AnswerMismatch(fields);
    },
  );
}
