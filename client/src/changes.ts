import type { components, paths } from "./document.js";
import { CatalogError, CursorExpired, isError } from "./errors.js";
import type { AnyGet } from "./pages.js";
import { sleep } from "./retry.js";

type Query = NonNullable<paths["/api/v1/changes"]["get"]["parameters"]["query"]>;

/** What to follow, as the parameters of GET /api/v1/changes; `wait` is 30 seconds unless it is given. */
export type ChangesOptions = Query & {
  /** Ends the iteration when it aborts. */
  signal?: AbortSignal;
};

/** An answer of the feed: store `cursor` when its `results` have been dealt with, and go on from it. */
export type ChangesAnswer = components["schemas"]["ChangePage"];

/** Follows the change feed. */
export type Changes = (options?: ChangesOptions) => AsyncGenerator<ChangesAnswer, void, undefined>;

const longestPause = 30_000;

/** A connection that nobody cut and nobody answers on is given up so much later than the answer is due. */
const patience = 15_000;

/** Whether asking again may help: the service, or what is before it, is busy or away. */
const isTemporary = (status: number): boolean => status === 429 || status === 408 || status >= 500;

type Asked = { answer: ChangesAnswer } | { failed: true };

async function ask(get: AnyGet, query: Query, signal: AbortSignal | undefined): Promise<Asked> {
  // Not AbortSignal.any: Node has it from 20.3 on, and a signal that lives long would keep one for each answer.
  const controller = new AbortController();
  const abort = () => controller.abort();
  const late = setTimeout(abort, (query.wait ?? 0) * 1_000 + patience);
  signal?.addEventListener("abort", abort, { once: true });
  const answered = await get("/api/v1/changes", {
    params: { query, path: undefined },
    signal: controller.signal,
  }).catch(() => undefined);
  clearTimeout(late);
  signal?.removeEventListener("abort", abort);
  if (answered === undefined) return { failed: true };
  const { data, error, response } = answered;
  if (data !== undefined) return { answer: data as ChangesAnswer };
  if (isError(error, "cursor_expired")) throw new CursorExpired(error, response.status);
  if (isTemporary(response.status)) return { failed: true };
  throw new CatalogError(error, response.status);
}

/**
 * Asks with `get` for what changed, again and again, from the cursor that the last answer gave. A lost connection or
 * a service that is away is only a pause. Throws {@link CursorExpired} when the cursor is no longer known.
 */
export const changesOf = (get: AnyGet): Changes =>
  async function* changes({ signal, ...given } = {}) {
    const query: Query = { wait: 30, ...given };
    let failures = 0;
    while (!signal?.aborted) {
      const asked = await ask(get, query, signal);
      if ("failed" in asked) {
        const pause = Math.min(longestPause, 500 * 2 ** failures);
        failures += 1;
        await sleep(pause, signal).catch(() => undefined);
        continue;
      }
      failures = 0;
      const { answer } = asked;
      const isNew = answer.results.length > 0 || answer.cursor !== query.since;
      query.since = answer.cursor;
      if (isNew) yield answer;
    }
  };
