import { Elysia } from "elysia";
import { JsonAnswer } from "./json-answer";

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

/** The text of a body, and when its record last changed; a listing has no such time. */
function read(body: object): { text: string; updated_at?: unknown } {
  if (body instanceof JsonAnswer) return { text: body.json_text, updated_at: body.updated_at };
  return { text: JSON.stringify(body), updated_at: (body as { updated_at?: unknown }).updated_at };
}

type Content = { request: Request; body: object; now: Date; headers: Record<string, string> };

/**
 * The body as it goes out; its headers are added to `headers`. A text or bytes where there is a body,
 * because Elysia adds headers to a Response by copying it with its body as a stream.
 */
function cacheable({ request, body, now, headers }: Content): string | Uint8Array | Response {
  const { text, updated_at } = read(body);
  const tag = `"${Bun.hash(text).toString(36)}"`;
  headers["cache-control"] = cacheControl(now);
  headers.vary = "accept-encoding";
  headers.etag = tag;
  if (typeof updated_at === "string") {
    headers["last-modified"] = new Date(updated_at).toUTCString();
  }
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch !== null && matches(ifNoneMatch, tag)) return new Response(null, { status: 304 });
  headers["content-type"] = "application/json";
  const coding =
    text.length < smallestCompressed
      ? undefined
      : codingFor(request.headers.get("accept-encoding"));
  if (coding === undefined) return text;
  // Compressed bytes have the same meaning but are not those of the strong tag.
  headers.etag = `W/${tag}`;
  headers["content-encoding"] = coding;
  return compressed(text, coding);
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
      if (responseValue instanceof Response && !(responseValue instanceof JsonAnswer)) return;
      if (typeof responseValue !== "object" || responseValue === null) return;
      if ((set.status ?? 200) !== 200) return;
      const headers = set.headers as Record<string, string>;
      // Elysia makes a Response of whatever the hook returns; its type says that only a Response is.
      return cacheable({ request, body: responseValue, now: now(), headers }) as Response;
    },
  );
