/** The path of a value in a body, innermost key first; null is the body itself. */
export type JsonPath = { readonly parent: JsonPath | null; readonly key: string | number };

/** In the usual notation: `credits.cast[12].id`. Built only when there is a warning to write. */
export function formatPath(path: JsonPath | null): string {
  if (path === null) return "";
  const parent = formatPath(path.parent);
  if (typeof path.key === "number") return `${parent}[${path.key}]`;
  return parent === "" ? path.key : `${parent}.${path.key}`;
}

/** The top-level key of the body under which a value lies, for example `credits`. */
export function topLevelKey(path: JsonPath | null): string {
  if (path === null) return "";
  return path.parent === null ? String(path.key) : topLevelKey(path.parent);
}
