/** Values as the text of a PostgreSQL array; numbers that are not finite become null. */
export const arrayLiteral = (values: readonly unknown[]): string =>
  `{${values.map(element).join(",")}}`;

function element(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "NULL";
  return typeof value === "boolean" ? String(value) : "NULL";
}

const quoted = (text: string): string =>
  `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, "\\$&") : text}"`;
