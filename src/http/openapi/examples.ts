import type { Models } from "./models";
import { isJson, type Json } from "./schema";

const byType: Record<string, unknown> = {
  string: "text",
  integer: 1,
  number: 1,
  boolean: false,
};

/** The declared value of a schema: its first example, its constant, default or first enum value. */
function declaredValue(schema: Json): { value: unknown } | undefined {
  if (Array.isArray(schema.examples)) return { value: schema.examples[0] };
  if ("const" in schema) return { value: schema.const };
  if ("default" in schema) return { value: schema.default };
  return Array.isArray(schema.enum) ? { value: schema.enum[0] } : undefined;
}

/**
 * An example that a schema allows, composed from the values that its fields declare. A list has one item,
 * a choice is its first variant, and a value without a declared one is null where it can be.
 */
export function exampleOf(schema: Json, models: Models): unknown {
  const resolved = models.resolve(schema);
  const declared = declaredValue(resolved);
  if (declared !== undefined) return declared.value;
  const choices = resolved.oneOf ?? resolved.anyOf;
  if (Array.isArray(choices)) return exampleOf(choices[0] as Json, models);
  if (isJson(resolved.properties)) {
    const fields = Object.entries(resolved.properties as Record<string, Json>);
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, models)]));
  }
  if (isJson(resolved.patternProperties)) {
    const [entry] = Object.values(resolved.patternProperties);
    return { US: exampleOf(entry as Json, models) };
  }
  if (isJson(resolved.items)) return [exampleOf(resolved.items, models)];
  const types = [resolved.type].flat();
  return types.includes("null") ? null : (byType[String(types[0])] ?? {});
}
