import { Elysia } from "elysia";
import { rawPath } from "./gate";
import { synchronous } from "./synchronous";

/** Response headers that a page may read, besides those that every page may. */
const exposed = [
  "x-request-id",
  "x-ignored-params",
  "etag",
  "content-location",
  "retry-after",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
].join(", ");

const preflight = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE",
  "access-control-allow-headers":
    "authorization, content-type, if-none-match, prefer, x-request-id",
  "access-control-max-age": "600",
};

const operatorPath = /^(?:\/api\/v1)?\/admin(?:\/|$)/;

/**
 * Lets pages of the given origins call the API, without cookies and without operator routes. Answers
 * their preflights; any other OPTIONS request is a wrong method. Does nothing without origins.
 */
export function cors(origins: readonly string[]) {
  const allowed = new Set(origins);
  const plugin = new Elysia({ name: "cors" });
  if (allowed.size === 0) return plugin;
  // Also on responses without CORS headers, so that a cache keeps both kinds.
  const varying = async (handled: unknown) => {
    const response = await handled;
    if (response instanceof Response) response.headers.append("vary", "origin");
    return response;
  };
  plugin.wrap((handle) => (request: Request) => varying(handle(request)));
  return plugin.onRequest(
    synchronous(({ request, set }) => {
      const origin = request.headers.get("origin");
      if (origin === null || !allowed.has(origin) || operatorPath.test(rawPath(request.url)))
        return;
      set.headers["access-control-allow-origin"] = origin;
      set.headers["access-control-expose-headers"] = exposed;
      const asks = request.headers.has("access-control-request-method");
      if (request.method !== "OPTIONS" || !asks) return;
      return new Response(null, { status: 204, headers: preflight });
    }),
  );
}
