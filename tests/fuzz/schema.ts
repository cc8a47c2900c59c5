import type { Document, Schema } from "./operations";

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (Number.isInteger(value)) return "integer";
  return typeof value;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === "object";

/** Judges values by the schemas of one document. */
export class Judge {
  readonly #schemas: Record<string, Schema>;

  constructor({ components }: Document) {
    this.#schemas = components.schemas;
  }

  /** The schema a reference stands for. */
  resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const found = this.#schemas[schema.$ref.slice("#/components/schemas/".length)];
    if (found === undefined) throw new Error(`${schema.$ref} leads nowhere`);
    return this.resolve(found);
  }

  /** Where a value breaks its schema; nothing when it fits. Unknown fields break it. */
  problems(given: Schema, value: unknown, at = "$"): string[] {
    const schema = this.resolve(given);
    if (schema.anyOf !== undefined) {
      const each = schema.anyOf.map((variant) => this.problems(variant, value, at));
      return each.some((found) => found.length === 0) ? [] : (each[0] ?? []);
    }
    return [...scalarProblems(schema, value, at), ...this.#inner(schema, value, at)];
  }

  #inner(schema: Schema, value: unknown, at: string): string[] {
    if (Array.isArray(value)) {
      const { items } = schema;
      if (items === undefined) return [];
      return value.flatMap((item, index) => this.problems(items, item, `${at}[${index}]`));
    }
    if (!isObject(value) || schema.properties === undefined) return [];
    const { properties, required = [] } = schema;
    const missing = required.filter((name) => !Object.hasOwn(value, name));
    return [
      ...missing.map((name) => `${at}.${name} is missing`),
      ...Object.entries(value).flatMap(([name, field]) => {
        const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
        if (property === undefined) return [`${at}.${name} is not documented`];
        return this.problems(property, field, `${at}.${name}`);
      }),
    ];
  }
}

const formats: Record<string, RegExp> = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

function scalarProblems(schema: Schema, value: unknown, at: string): string[] {
  const type = typeOf(value);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const fits = types.includes(type) || (type === "integer" && types.includes("number"));
  if (types.length > 0 && !fits) return [`${at} is ${type}, not ${types.join(" or ")}`];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${at} is no such word`];
  if ("const" in schema && schema.const !== value) return [`${at} is not the constant`];
  if (typeof value === "number") return numberProblems(schema, value, at);
  return typeof value === "string" ? textProblems(schema, value, at) : [];
}

const numberProblems = (
  { minimum = -Infinity, maximum = Infinity }: Schema,
  value: number,
  at: string,
): string[] => (value < minimum || value > maximum ? [`${at} is out of range`] : []);

function textProblems(schema: Schema, value: string, at: string): string[] {
  const { pattern, format, minLength = 0, maxLength = Infinity } = schema;
  const { length } = [...value];
  if (length < minLength || length > maxLength) return [`${at} has a wrong length`];
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value))
    return [`${at} has no such form`];
  const form = format === undefined ? undefined : formats[format];
  return form !== undefined && !form.test(value) ? [`${at} is no ${format}`] : [];
}
