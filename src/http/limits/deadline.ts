import { Elysia } from "elysia";
import { errorResponse, notReady } from "~/http/errors";
import { commonHeaders } from "~/http/gate";
import type { Log } from "~/log";

type Options = { ms: number; log: Pick<Log, "error"> };

/** Measures how long a response has taken; can be paused. */
type Clock = { pause(): void; resume(): void };

const clocks = new WeakMap<Request, Clock>();

/** Does work that waits for the client, with the deadline of the request paused. */
export async function pauseDeadline<T>(request: Request, work: () => Promise<T>): Promise<T> {
  const clock = clocks.get(request);
  clock?.pause();
  try {
    return await work();
  } finally {
    clock?.resume();
  }
}

/** Calls `onLate` once, when the clock has run for `ms`. */
function startClock(ms: number, onLate: () => void): Clock {
  let left = ms;
  let since = performance.now();
  let isOver = false;
  const end = () => {
    isOver = true;
    onLate();
  };
  let timer = setTimeout(end, left);
  return {
    pause() {
      clearTimeout(timer);
      left -= performance.now() - since;
    },
    resume() {
      if (isOver) return;
      since = performance.now();
      timer = setTimeout(end, left);
    },
  };
}

/**
 * Answers 503 when a response takes too long, for example because the database does not answer. The
 * work goes on until it ends by itself; its result is dropped.
 */
export function deadline({ ms, log }: Options) {
  const lateResponse = (request: Request): Response => {
    const headers = commonHeaders(request);
    const facts = { request_id: headers["x-request-id"], method: request.method, ms };
    log.error(facts, "request took too long");
    const response = errorResponse(notReady());
    for (const [name, value] of Object.entries(headers)) {
      const isOfAnswer = name === "content-location";
      if (!isOfAnswer && !response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };
  return new Elysia({ name: "deadline" }).wrap((handle) => (request: Request) => {
    const response: unknown = handle(request);
    if (!(response instanceof Promise)) return response;
    return new Promise<unknown>((resolve, reject) => {
      const clock = startClock(ms, () => resolve(lateResponse(request)));
      clocks.set(request, clock);
      response.then(resolve, reject).finally(() => clock.pause());
    });
  });
}
