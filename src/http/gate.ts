import { Elysia } from "elysia";
import { uuidv7 } from "uuidv7";
import { ApiError, notReady } from "./errors";
import { synchronous } from "./synchronous";

const wellFormedRequestId = /^[A-Za-z0-9._-]{8,64}$/;

/** Headers of every response. A page that loads anything replaces the content security policy. */
const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The path of a request's URL as the client sent it, without the query. */
export function rawPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

const headersByRequest = new WeakMap<Request, Record<string, string>>();

/** The headers of any response to a request; empty for a request that never passed {@link identify}. */
export const commonHeaders = (request: Request): Record<string, string> =>
  headersByRequest.get(request) ?? {};

/**
 * Gives every request, also one without a route, its id and the security headers of its response. The
 * id is a well-formed X-Request-Id of the client, else a new one.
 */
export const identify = () =>
  new Elysia({ name: "identify" }).onRequest(
    synchronous(({ request, set }) => {
      const headers = set.headers as Record<string, string>;
      const given = request.headers.get("x-request-id");
      headers["x-request-id"] =
        given !== null && wellFormedRequestId.test(given) ? given : uuidv7();
      Object.assign(headers, securityHeaders);
      headersByRequest.set(request, headers);
    }),
  );

/**
 * Answers 503 until `isOpen`, except that the process is alive: the service listens before its database
 * is ready.
 */
export const waitUntilOpen = (isOpen: () => boolean) =>
  new Elysia({ name: "wait-until-open" }).onRequest(
    synchronous(({ request }) => {
      if (!isOpen() && rawPath(request.url) !== "/health/live") throw notReady();
    }),
  );

/** Refuses requests that no route can handle: without one host, or with a path that is not UTF-8. */
export const refuseMalformed = () =>
  new Elysia({ name: "refuse-malformed" }).onRequest(
    synchronous(({ request }) => {
      refuseWithoutHost(request);
      refuseUndecodablePath(request.url);
    }),
  );

/**
 * Without a valid Host the URL is a bare path, which Bun and Elysia read differently. Two Host headers
 * arrive as one with a comma, and a proxy may have used the other one.
 */
function refuseWithoutHost({ url, headers }: Request): void {
  if (url.startsWith("http") && headers.get("host")?.includes(",") !== true) return;
  throw new ApiError("malformed_request", { message: "The Host header must be one host." });
}

/** A path that cannot be decoded names nothing: 404, like every other malformed id. */
function refuseUndecodablePath(url: string): void {
  if (!url.includes("%")) return;
  try {
    decodeURIComponent(rawPath(url));
  } catch {
    throw new ApiError("route_not_found");
  }
}
