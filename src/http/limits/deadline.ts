import { Elysia } from "elysia";
import { errorResponse, notReady } from "~/http/error-response";
import { commonHeaders } from "~/http/gate";

type Options = { ms: number; log: { error(facts: object, message: string): void } };

/** How long an answer has taken so far; it can be held. */
type Clock = { hold(): void; goOn(): void };

const clocks = new WeakMap<Request, Clock>();

/** Runs what waits for the client and not for us: the deadline of the request is held meanwhile. */
export async function pauseDeadline<T>(request: Request, work: () => Promise<T>): Promise<T> {
  const clock = clocks.get(request);
  clock?.hold();
  try {
    return await work();
  } finally {
    clock?.goOn();
  }
}

/** Calls `late` when a clock has run for `ms`, once. */
function startClock(ms: number, late: () => void): Clock {
  let left = ms;
  let since = performance.now();
  let isOver = false;
  const end = () => {
    isOver = true;
    late();
  };
  let timer = setTimeout(end, left);
  return {
    hold() {
      clearTimeout(timer);
      left -= performance.now() - since;
    },
    goOn() {
      if (isOver) return;
      since = performance.now();
      timer = setTimeout(end, left);
    },
  };
}

/**
 * Answers 503 when an answer takes too long, say because the database is reached but silent.
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
      const clock = startClock(ms, () => resolve(late(request)));
      clocks.set(request, clock);
      answer.then(resolve, reject).finally(() => clock.hold());
    });
  });
}
