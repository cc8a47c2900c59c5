import { Elysia } from "elysia";
import { uuidv7 } from "uuidv7";
import { ApiError } from "./errors";

const wellFormedRequestId = /^[A-Za-z0-9._-]{8,64}$/;

/** What every answer carries; a page that needs more, such as the documentation, overrides the policy. */
const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The path of a request's URL as it was sent, without the query. */
export function rawPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/**
 * With a Host that is none the URL is a bare path, which the parts of a server read differently; of two
 * of them, which arrive as one with a comma, a proxy may have believed the other.
 */
function refuseWithoutHost({ url, headers }: Request): void {
  if (url.startsWith("http") && headers.get("host")?.includes(",") !== true) return;
  throw new ApiError("malformed_request", { message: "The Host header must be one host." });
}

/** A path that cannot be decoded names nothing: 404 like every other malformed id (M17, B110). */
function refuseUndecodablePath(url: string): void {
  if (!url.includes("%")) return;
  if (!isDecodable(rawPath(url))) throw new ApiError("route_not_found");
}

const headersByRequest = new WeakMap<Request, Record<string, string>>();

/** The headers that any answer to a request carries; none for one that {@link gate} never saw. */
export const commonHeaders = (request: Request): Record<string, string> =>
  headersByRequest.get(request) ?? {};

/**
 * The first thing every request meets, also one that matches no route: its id (taken over from a
 * well-formed X-Request-Id, else made) and the security headers.
 */
export const gate = () =>
  new Elysia({ name: "gate" }).onRequest(({ request, set }) => {
    const headers = set.headers as Record<string, string>;
    const given = request.headers.get("x-request-id");
    headers["x-request-id"] = given !== null && wellFormedRequestId.test(given) ? given : uuidv7();
    Object.assign(headers, securityHeaders);
    headersByRequest.set(request, headers);
  });

/** What no route could make sense of; after {@link gate} and whatever counts requests. */
export const bounds = () =>
  new Elysia({ name: "bounds" }).onRequest(({ request }) => {
    refuseWithoutHost(request);
    refuseUndecodablePath(request.url);
  });
