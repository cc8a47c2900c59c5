import { Elysia } from "elysia";
import { errorResponse, notReady } from "./error-response";
import { commonHeaders } from "./gate";

type Options = { ms: number; log: { error(facts: object, message: string): void } };

/**
 * Answers 503 when an answer takes too long, say because the database is reached but silent (P24, F8).
 * The work that is still under way ends by itself; its result is dropped.
 */
export function deadline({ ms, log }: Options) {
  const late = (request: Request): Response => {
    const headers = commonHeaders(request);
    const facts = { request_id: headers["x-request-id"], method: request.method, ms };
    log.error(facts, "request took too long");
    const response = errorResponse(notReady());
    for (const [name, value] of Object.entries(headers)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };
  return new Elysia({ name: "deadline" }).wrap((handle) => (request: Request) => {
    const answer: unknown = handle(request);
    if (!(answer instanceof Promise)) return answer;
    return new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => resolve(late(request)), ms);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  });
}
