/** A JSON object as the provider sends it; loose on purpose, so that a test can break any field. */
export type Json = Record<string, unknown>;

/** Whether a JSON value is an object: neither null nor an array. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * `base` with `overrides` laid over it: objects are merged to any depth, everything else (arrays
 * too) is replaced, and `undefined` removes the key.
 */
export function overlaid(base: Json, overrides: Json = {}): Json {
  const result = { ...base };
  for (const [key, value] of Object.entries(overrides)) {
    const below = result[key];
    if (value === undefined) delete result[key];
    else result[key] = isObject(below) && isObject(value) ? overlaid(below, value) : value;
  }
  return result;
}

/** The `id` among overrides, else `usual`: builders derive names, paths and credit ids from it. */
export function idIn(overrides: Json, usual: number): number {
  return typeof overrides.id === "number" ? overrides.id : usual;
}

/** 24 hex digits made of numbers: the shape of credit, video and season `_id` values. */
export function hexId(...numbers: number[]): string {
  return numbers
    .map((number) => number.toString(16).padStart(8, "0"))
    .join("")
    .padStart(24, "5")
    .slice(-24);
}
