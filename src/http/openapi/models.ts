import { isJson, type Json, sameModel, tidySchema } from "./schema";

/** The constant that a field of a variant holds: `kind: "movie"`. */
function constantOf(variant: Json, field: string): string | undefined {
  const properties = isJson(variant.properties) ? variant.properties : {};
  const schema = properties[field];
  return isJson(schema) && typeof schema.const === "string" ? schema.const : undefined;
}

/**
 * The models of a document. Elysia writes a model out wherever it is used. Here every schema with an
 * `$id` becomes a component of that name, and each use of it a reference.
 */
export class Models {
  readonly #used = new Map<string, Json>();
  readonly #components = new Map<string, Json>();

  /** The models used so far, in the order of their names. */
  get components(): Json {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** What a reference stands for; a schema that is none stands for itself. */
  resolve(schema: Json): Json {
    const { $ref } = schema;
    if (typeof $ref !== "string") return schema;
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    return this.#components.get(name) ?? {};
  }

  /** A schema as the document shows it: tidy, with references in place of models. */
  schema(raw: Json): Json {
    return this.#named(tidySchema(raw));
  }

  #named(schema: Json): Json {
    const { $id: name, ...keywords } = schema;
    if (typeof name !== "string") return this.#inside(schema);
    const whole = this.#add(name, keywords);
    const { description } = schema;
    const reference = { $ref: `#/components/schemas/${name}` };
    const same = description === undefined || description === whole.description;
    return same ? reference : { ...reference, description };
  }

  /** Makes a model a component when it is used for the first time; returns it as it was then. */
  #add(name: string, schema: Json): Json {
    const used = this.#used.get(name);
    if (used !== undefined) {
      if (sameModel(used) === sameModel(schema)) return used;
      throw new Error(`Two different models have the $id ${name}.`);
    }
    this.#used.set(name, schema);
    this.#components.set(name, {});
    this.#components.set(name, this.#inside(schema));
    return schema;
  }

  #inside(schema: Json): Json {
    const entries = Object.entries(schema).map(([key, value]) => [key, this.#keyword(key, value)]);
    return this.#discriminated(Object.fromEntries(entries), schema);
  }

  #keyword(key: string, value: unknown): unknown {
    if (key === "properties" || key === "patternProperties") {
      const fields = Object.entries(value as Record<string, Json>);
      return Object.fromEntries(fields.map(([name, field]) => [name, this.#named(field)]));
    }
    if (Array.isArray(value) && (key === "anyOf" || key === "allOf" || key === "oneOf")) {
      return value.map((each: Json) => this.#named(each));
    }
    const isSchema = key === "items" || key === "additionalProperties";
    return isSchema && isJson(value) ? this.#named(value) : value;
  }

  /** Models that `kind` tells apart become `oneOf` with a discriminator, which generators use. */
  #discriminated(schema: Json, before: Json): Json {
    const { anyOf, ...rest } = schema;
    if (!Array.isArray(anyOf) || anyOf.length < 2 || !Array.isArray(before.anyOf)) return schema;
    const kinds = before.anyOf.map((variant: Json) => constantOf(variant, "kind"));
    const references = anyOf.map(({ $ref }: Json) => $ref);
    if (kinds.includes(undefined) || references.includes(undefined)) return schema;
    const mapping = Object.fromEntries(kinds.map((kind, n) => [kind, references[n]]));
    if (Object.keys(mapping).length < anyOf.length) return schema;
    return { ...rest, oneOf: anyOf, discriminator: { propertyName: "kind", mapping } };
  }
}
