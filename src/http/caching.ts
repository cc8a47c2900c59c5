import { Elysia } from "elysia";
import { Answer } from "./answer";
import type { AnyHotAnswers } from "./hot-answers/hot-answers";
import { flightOf, sharedResponse } from "./hot-answers/shared";
import { JsonAnswer } from "./json-answer";

/** How long a response of the catalog is fresh, and how long it may be used after that while it is renewed. */
const freshSeconds = 60;
const staleSeconds = 300;

const secondsOfDay = 86_400;

/**
 * For how many seconds a response of the catalog is fresh, and for how many more it may be used while it is
 * renewed. Both end at the next midnight UTC, when the lists of current and upcoming movies change; one rule
 * for all routes is simpler than exceptions.
 */
export function freshness(now: Date): { fresh: number; stale: number } {
  const left = secondsOfDay - Math.ceil((now.getTime() / 1_000) % secondsOfDay);
  const fresh = Math.min(freshSeconds, left);
  return { fresh, stale: Math.min(staleSeconds, left - fresh) };
}

/** `Cache-Control` of the catalog. */
export function cacheControl(now: Date): string {
  const { fresh, stale } = freshness(now);
  return `public, max-age=${fresh}, stale-while-revalidate=${stale}`;
}

/** The text of a body, and when its record last changed; a listing has no such time. */
function read(body: object): { text: string; updated_at?: unknown } {
  if (body instanceof JsonAnswer) return { text: body.json_text, updated_at: body.updated_at };
  return { text: JSON.stringify(body), updated_at: (body as { updated_at?: unknown }).updated_at };
}

type Content = { body: object; now: Date; headers: Record<string, unknown> };

function answerOf({ body, now, headers }: Content): Answer {
  const { text, updated_at } = read(body);
  const modified = typeof updated_at === "string" ? new Date(updated_at).toUTCString() : undefined;
  const ignored = headers["x-ignored-params"];
  return new Answer(text, {
    "cache-control": cacheControl(now),
    ...(modified !== undefined && { "last-modified": modified }),
    ...(typeof ignored === "string" && { "x-ignored-params": ignored }),
  });
}

type Options = {
  now?: () => Date;
  /** Keeps the answers; by default each request computes its own. */
  hot?: AnyHotAnswers | undefined;
};

/**
 * Makes the responses of public reads cacheable: ETag, If-None-Match (304), Last-Modified for records,
 * `Cache-Control` and compression. Applies to the routes that follow in the same instance. Errors stay
 * `no-store`.
 */
export const catalogCaching = ({ now = () => new Date(), hot }: Options = {}) =>
  new Elysia({ name: "catalog-caching" })
    .onBeforeHandle({ as: "scoped" }, async ({ request, set }) =>
      hot === undefined ? undefined : sharedResponse(hot, request, set),
    )
    .mapResponse({ as: "scoped" }, ({ request, responseValue, set, route }) => {
      if (responseValue instanceof Response && !(responseValue instanceof JsonAnswer)) return;
      if (typeof responseValue !== "object" || responseValue === null) return;
      if ((set.status ?? 200) !== 200) return;
      const answer = answerOf({ body: responseValue, now: now(), headers: set.headers });
      const response = answer.respond(request, set);
      const flight = flightOf(request);
      if (flight !== undefined) hot?.land(flight, { answer, route, ...freshness(now()) });
      return response;
    });
