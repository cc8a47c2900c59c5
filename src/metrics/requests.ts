import { Elysia } from "elysia";
import type { Metrics } from "./metrics";

type Reached = { route?: string };

/**
 * Measures every request by the pattern of its route, never by its path. For use after the rules of
 * http/: what wraps last is outermost, so an answer that came too late counts as what it was.
 */
export function requestMetrics({ requests }: Pick<Metrics, "requests">) {
  const contexts = new WeakMap<Request, Reached>();
  const observe = (request: Request, answer: unknown, start: number) => {
    const status = answer instanceof Response ? answer.status : 200;
    const route = contexts.get(request)?.route || "none";
    const seconds = (performance.now() - start) / 1_000;
    requests.observe({ method: methodOf(request), route, status }, seconds);
  };
  return new Elysia({ name: "request-metrics" })
    .onRequest((context) => {
      contexts.set(context.request, context as Reached);
    })
    .wrap((handle) => (request: Request) => {
      const start = performance.now();
      const answer: unknown = handle(request);
      if (!(answer instanceof Promise)) {
        observe(request, answer, start);
        return answer;
      }
      return answer.then((response: unknown) => {
        observe(request, response, start);
        return response;
      });
    });
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]);

/** Methods that anybody may make up would each be a series of their own. */
const methodOf = ({ method }: Request): string => (methods.has(method) ? method : "other");
