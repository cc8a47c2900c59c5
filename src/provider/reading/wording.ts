/** The type of a value in words, never the value. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return "a text";
  return typeof value === "number" ? "a number" : "true or false";
}

/** A range as people say it. */
export function rangeWords(min: number, max: number): string {
  if (max === Infinity) return `at least ${min}`;
  return min === -Infinity ? `at most ${max}` : `between ${min} and ${max}`;
}

/** Why an item of a list was left out. */
export const notAn = (expected: string, value: unknown): string =>
  `is ${kindOf(value)} and not the ${expected} expected; it was left out`;
