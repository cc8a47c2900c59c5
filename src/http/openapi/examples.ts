import type { Models } from "./models";
import { isJson, type Json } from "./schema";

/** Example values of fields by name, for models whose name starts with one of `models`. */
export type Samples = readonly { models: readonly string[]; fields: Json }[];

const byFormat: Record<string, string> = {
  date: "2024-05-17",
  "date-time": "2026-11-20T06:00:04.120Z",
  email: "mara@example.org",
  uri: "https://example.org",
};

const byType: Record<string, unknown> = {
  string: "text",
  integer: 1,
  number: 1,
  boolean: false,
  null: null,
};

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** Whether a schema allows a sample: its type, constant and enum. */
function fits(value: unknown, schema: Json): boolean {
  for (const choice of [schema.oneOf, schema.anyOf]) {
    if (Array.isArray(choice)) return choice.some((each: Json) => fits(value, each));
  }
  if ("const" in schema && schema.const !== value) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  const type = typeOf(value);
  const types = [schema.type].flat();
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Composes examples from the `examples` of fields, else from samples, constants, enums and types. */
export class Examples {
  readonly #models: Models;
  readonly #samples: Samples;

  constructor(models: Models, samples: Samples) {
    this.#models = models;
    this.#samples = samples;
  }

  /** A value that the schema allows, with one item per list. Samples are those of `model`. */
  of(schema: Json, model = "", field = ""): unknown {
    const own = typeof schema.$ref === "string" ? schema.$ref.replace(/^.*\//, "") : model;
    const resolved = this.#models.resolve(schema);
    const sample = this.#sample(own, field);
    if (sample !== undefined && fits(sample, resolved)) return sample;
    return this.#declared(resolved, own, field);
  }

  #sample(model: string, field: string): unknown {
    for (const { models, fields } of this.#samples) {
      const applies = models.length === 0 || models.some((word) => model.startsWith(word));
      if (applies && Object.hasOwn(fields, field)) return fields[field];
    }
    return undefined;
  }

  #declared(schema: Json, model: string, field: string): unknown {
    const [first] = Array.isArray(schema.examples) ? schema.examples : [];
    if (first !== undefined) return first;
    if (schema.const !== undefined) return schema.const;
    if (schema.default !== undefined) return schema.default;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    for (const choice of [schema.oneOf, schema.anyOf]) {
      if (Array.isArray(choice)) return this.of(choice[0] as Json, model, field);
    }
    return this.#typed(schema, model, field);
  }

  #typed(schema: Json, model: string, field: string): unknown {
    const [type] = [schema.type].flat();
    if (isJson(schema.properties)) {
      const fields = Object.entries(schema.properties as Record<string, Json>);
      return Object.fromEntries(fields.map(([name, each]) => [name, this.of(each, model, name)]));
    }
    if (isJson(schema.patternProperties)) {
      const [each] = Object.values(schema.patternProperties);
      return { US: this.of(each as Json, model, "") };
    }
    if (type === "array" && isJson(schema.items)) return [this.of(schema.items, model, field)];
    if (typeof schema.format === "string" && type === "string") {
      return byFormat[schema.format] ?? "text";
    }
    return byType[String(type)] ?? {};
  }
}
