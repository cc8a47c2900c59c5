import { isJson, type Json, tidySchema } from "./schema";

/** Keywords that say how a model is used, not what it is. */
const asides = new Set(["title", "description", "examples", "default"]);
const closed = "additionalProperties";

/**
 * What a model is recognized by. Elysia shuffles the keywords of a whole body or response, and forgets
 * that it is closed.
 */
const shapeOf = (schema: Json): string =>
  JSON.stringify(
    Object.entries(schema)
      .filter(([key, value]) => !asides.has(key) && !(key === closed && value === false))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Only objects and choices between them are worth a name. */
const isModel = (schema: Json): boolean =>
  (schema.type === "object" && ("properties" in schema || "patternProperties" in schema)) ||
  (Array.isArray(schema.anyOf) && schema.anyOf.every((each) => isJson(each) && isModel(each)));

const plain = (schema: object): Json => JSON.parse(JSON.stringify(schema)) as Json;

/** The word that a constant field of each variant has to itself: `kind: "movie"`. */
function wordOf(variant: Json, field: string): string | undefined {
  const properties = isJson(variant.properties) ? variant.properties : {};
  const told = properties[field];
  return isJson(told) && typeof told.const === "string" ? told.const : undefined;
}

/**
 * The models of a document. Elysia writes every model out wherever it is used; here each gets back the
 * name it has in `named`, recognized by its shape, and is told once, under components.
 */
export class Models {
  readonly #known = new Map<string, { name: string; schema: Json }>();
  readonly #components = new Map<string, Json>();

  constructor(named: Readonly<Record<string, object>>) {
    for (const [name, schema] of Object.entries(named)) {
      const tidy = tidySchema(plain(schema));
      const other = this.#known.get(shapeOf(tidy));
      if (other !== undefined) throw new Error(`${name} and ${other.name} are the same model.`);
      this.#known.set(shapeOf(tidy), { name, schema: tidy });
    }
  }

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

  /** A schema as the document shows it: tidy, with references in place of the models that have a name. */
  schema(raw: Json): Json {
    return this.#named(tidySchema(raw));
  }

  #named(schema: Json): Json {
    const known = isModel(schema) ? this.#known.get(shapeOf(schema)) : undefined;
    if (known === undefined) return this.#inside(schema);
    const { name, schema: whole } = known;
    if (!this.#components.has(name)) {
      this.#components.set(name, {});
      this.#components.set(name, this.#inside(whole));
    }
    const { description } = schema;
    const reference = { $ref: `#/components/schemas/${name}` };
    const same = description === undefined || description === whole.description;
    return same ? reference : { ...reference, description };
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

  /** A choice between models that `kind` tells apart is one of them, and generators may know it. */
  #discriminated(schema: Json, before: Json): Json {
    const { anyOf, ...rest } = schema;
    if (!Array.isArray(anyOf) || anyOf.length < 2 || !Array.isArray(before.anyOf)) return schema;
    const words = before.anyOf.map((variant: Json) => wordOf(variant, "kind"));
    const references = anyOf.map(({ $ref }: Json) => $ref);
    if (words.includes(undefined) || references.includes(undefined)) return schema;
    const mapping = Object.fromEntries(words.map((word, n) => [word, references[n]]));
    if (Object.keys(mapping).length < anyOf.length) return schema;
    return { ...rest, oneOf: anyOf, discriminator: { propertyName: "kind", mapping } };
  }
}
