import { Elysia } from "elysia";
import type { Metrics } from "./metrics";
import type { Traces } from "./traces";

type Reached = { route?: string };

/**
 * Measures every request by the pattern of its route, never by its path. For use after the rules of
 * http/: what wraps last is outermost, so an answer that came too late counts as what it was.
 */
export function requestMetrics({ requests }: Pick<Metrics, "requests">, traces?: Traces) {
  const contexts = new WeakMap<Request, Reached>();
  const begin = (request: Request) => {
    const start = performance.now();
    const end = traces?.begin(request);
    return (answer: unknown) => {
      const status = answer instanceof Response ? answer.status : 200;
      const route = contexts.get(request)?.route || "none";
      const seconds = (performance.now() - start) / 1_000;
      requests.observe({ method: methodOf(request), route, status }, seconds);
      end?.(status, route);
    };
  };
  return new Elysia({ name: "request-metrics" })
    .onRequest((context) => {
      contexts.set(context.request, context as Reached);
    })
    .wrap((handle) => (request: Request) => {
      const observe = begin(request);
      const answer: unknown = handle(request);
      if (!(answer instanceof Promise)) {
        observe(answer);
        return answer;
      }
      return answer.then((response: unknown) => {
        observe(response);
        return response;
      });
    });
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]);

/** Methods that anybody may make up would each be a series of their own. */
const methodOf = ({ method }: Request): string => (methods.has(method) ? method : "other");
