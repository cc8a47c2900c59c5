/** Nobody asks twice for a longer one. */
const longest = 2_000;

/** Path and query of a read as the client sent them; undefined for a request whose answer is never kept. */
export function targetOf({ method, url }: Request): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return url.length - start > longest ? undefined : url.slice(start);
}
