import { Elysia } from "elysia";

/** How long a response of the catalog is fresh, and how long it may be used after that while it is renewed. */
const freshSeconds = 60;
const staleSeconds = 300;

/** Smaller bodies fit into one packet without compression. */
const smallestCompressed = 1_024;

const secondsOfDay = 86_400;

/**
 * `Cache-Control` of the catalog. Both ages end at the next midnight UTC, when the lists of current and
 * upcoming movies change; one rule for all routes is simpler than exceptions.
 */
export function cacheControl(now: Date): string {
  const left = secondsOfDay - Math.ceil((now.getTime() / 1_000) % secondsOfDay);
  const fresh = Math.min(freshSeconds, left);
  return `public, max-age=${fresh}, stale-while-revalidate=${Math.min(staleSeconds, left - fresh)}`;
}

/** Whether `If-None-Match` matches this entity, by weak comparison (RFC 9110, 13.1.2). */
export function matches(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((given) => given.trim().replace(/^W\//, "") === tag);
}

type Coding = "zstd" | "gzip";

/** In the order of preference: zstd is faster and smaller. */
const codings: readonly Coding[] = ["zstd", "gzip"];

/** The first of the offered codings that a client accepts (RFC 9110, 12.5.3). */
export function codingFor(
  acceptEncoding: string | null,
  offered: readonly Coding[] = codings,
): Coding | undefined {
  const accepted = new Map(
    (acceptEncoding ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  const takes = (coding: Coding) => accepted.get(coding) ?? accepted.get("*") ?? false;
  return offered.find(takes);
}

/** Level 1: higher levels double the time and save a tenth of the size. */
function compressed(text: string, coding: Coding): Uint8Array<ArrayBuffer> {
  if (coding === "zstd") return new Uint8Array(Bun.zstdCompressSync(text, { level: 1 }));
  return Bun.gzipSync(text, { level: 1, library: "libdeflate" });
}

/** When the record in a body last changed; a listing has no such time. */
function lastModified(body: object): string | undefined {
  const { updated_at } = body as { updated_at?: unknown };
  return typeof updated_at === "string" ? new Date(updated_at).toUTCString() : undefined;
}

type Content = { request: Request; body: object; now: Date; headers: Record<string, string> };

function cacheable({ request, body, now, headers }: Content): Response {
  const text = JSON.stringify(body);
  const tag = `"${Bun.hash(text).toString(36)}"`;
  const modified = lastModified(body);
  headers["cache-control"] = cacheControl(now);
  headers.vary = "accept-encoding";
  headers.etag = tag;
  if (modified !== undefined) headers["last-modified"] = modified;
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch !== null && matches(ifNoneMatch, tag)) return new Response(null, { status: 304 });
  headers["content-type"] = "application/json";
  const coding =
    text.length < smallestCompressed
      ? undefined
      : codingFor(request.headers.get("accept-encoding"));
  if (coding === undefined) return new Response(text);
  // Compressed bytes have the same meaning but are not those of the strong tag.
  headers.etag = `W/${tag}`;
  headers["content-encoding"] = coding;
  return new Response(compressed(text, coding));
}

/**
 * Makes the responses of public reads cacheable: ETag, If-None-Match (304), Last-Modified for records,
 * `Cache-Control` and compression. Applies to the routes that follow in the same instance. Errors stay
 * `no-store`.
 */
export const catalogCaching = ({ now = () => new Date() }: { now?: () => Date } = {}) =>
  new Elysia({ name: "catalog-caching" }).mapResponse(
    { as: "scoped" },
    ({ request, responseValue, set }) => {
      if (responseValue instanceof Response || typeof responseValue !== "object") return;
      if (responseValue === null || (set.status ?? 200) !== 200) return;
      const headers = set.headers as Record<string, string>;
      return cacheable({ request, body: responseValue, now: now(), headers });
    },
  );
