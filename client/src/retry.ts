/** How a request becomes a response: `fetch`, or what stands in for it. */
export type Fetch = (request: Request) => Promise<Response>;

const mostRetries = 3;

/** Whoever is told to wait longer than this, in seconds, gets the refusal at once. */
const longestWait = 300;

/** POST requests that only read: their question is too long for a URL. */
const readingPosts = /\/api\/v1\/(entities|changes\/check)$/;

function onlyReads({ method, url }: Request): boolean {
  if (method === "GET" || method === "HEAD") return true;
  return method === "POST" && readingPosts.test(new URL(url).pathname);
}

/** The seconds to wait before asking again; undefined when that is of no use. */
function waitOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const given = headers.get("retry-after") ?? "1";
  const seconds = /^\d+$/.test(given)
    ? Number(given)
    : Math.max(0, (Date.parse(given) - Date.now()) / 1_000);
  return seconds <= longestWait ? seconds : undefined;
}

/** Resolves after a time in milliseconds; rejects with the signal's reason when that aborts first. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** The same, but a read that is refused with 429 or 503 is sent again after `Retry-After`, three times at most. */
export function retrying(fetch: Fetch): Fetch {
  return async (request) => {
    if (!onlyReads(request)) return fetch(request);
    for (let retries = 0; ; retries += 1) {
      const response = await fetch(retries < mostRetries ? (request.clone() as Request) : request);
      const seconds = waitOf(response);
      if (seconds === undefined || retries === mostRetries) return response;
      await response.body?.cancel();
      await sleep(seconds * 1_000, request.signal);
    }
  };
}
