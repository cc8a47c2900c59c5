import { Elysia } from "elysia";
import { synchronous, withWholeContext } from "~/http/synchronous";
import type { Metrics } from "./metrics";
import type { Traces } from "./traces";

type RouteContext = { route?: string };

/**
 * Measures every request by the pattern of its route, never by its path. Use it after the hooks of
 * http/: the last wrapper is the outermost, so that the status counted is the one that is sent, for
 * example after a timeout.
 */
export function requestMetrics({ requests }: Pick<Metrics, "requests">, traces?: Traces) {
  const contexts = new WeakMap<Request, RouteContext>();
  const begin = (request: Request) => {
    const start = performance.now();
    const end = traces?.begin(request);
    return (response: unknown) => {
      const status = response instanceof Response ? response.status : 200;
      const route = contexts.get(request)?.route || "none";
      const seconds = (performance.now() - start) / 1_000;
      requests.observe({ method: methodOf(request), route, status }, seconds);
      end?.(status, route);
    };
  };
  return (
    new Elysia({ name: "request-metrics" })
      .onRequest(
        withWholeContext((context) => {
          contexts.set(context.request, context as RouteContext);
        }),
      )
      // Names what the hook above reads from the context.
      .onError(
        { as: "global" },
        synchronous(({ route }) => void route),
      )
      .wrap((handle) => (request: Request) => {
        const observe = begin(request);
        const handled: unknown = handle(request);
        if (!(handled instanceof Promise)) {
          observe(handled);
          return handled;
        }
        return handled.then((response: unknown) => {
          observe(response);
          return response;
        });
      })
  );
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]);

/** Other methods share one label value, because a client can invent any number of them. */
const methodOf = ({ method }: Request): string => (methods.has(method) ? method : "other");
