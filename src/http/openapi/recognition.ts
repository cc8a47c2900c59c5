import { isJson, type Json, sameModel, tidySchema } from "./schema";

/** Only objects and choices between them are worth a name. */
const isModel = (schema: Json): boolean =>
  (schema.type === "object" && ("properties" in schema || "patternProperties" in schema)) ||
  (Array.isArray(schema.anyOf) && schema.anyOf.every((each) => isJson(each) && isModel(each)));

/** A model by the name that it is known by. */
export type Named = { name: string; schema: Json };

/**
 * Recognizes models that have no `$id` by their keywords. It goes away with src/contract/models.ts, as
 * soon as every model has its `$id`.
 */
export class Recognition {
  readonly #known = new Map<string, Named>();

  constructor(models: Readonly<Record<string, object>>) {
    for (const [name, schema] of Object.entries(models)) {
      const tidy = tidySchema(JSON.parse(JSON.stringify(schema)) as Json);
      this.#known.set(sameModel(tidy), { name, schema: tidy });
    }
  }

  /** The model that a tidy schema is; undefined when it is none of the known ones. */
  modelOf(schema: Json): Named | undefined {
    return isModel(schema) ? this.#known.get(sameModel(schema)) : undefined;
  }
}
