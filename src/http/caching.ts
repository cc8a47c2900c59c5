import { Elysia } from "elysia";
import { Answer } from "./answer";
import { cacheControl } from "./freshness";
import type { AnyHotAnswers } from "./hot-answers/hot-answers";
import { flightOf, sharedResponse } from "./hot-answers/shared";
import { JsonAnswer } from "./json-answer";
import { variesByLanguage } from "./request/accept-language";

/** Whether a handler returned a body, and not a response that is finished already. */
const isBody = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  (value instanceof JsonAnswer || !(value instanceof Response));

type Read = { text: string; updated_at?: unknown; language?: string | undefined };

/** The text of a body, its languages, and when its record last changed; a listing has no such time. */
function read(body: object): Read {
  if (body instanceof JsonAnswer) {
    const { json_text: text, updated_at, content_language: language } = body;
    return { text, updated_at, language };
  }
  return { text: JSON.stringify(body), updated_at: (body as { updated_at?: unknown }).updated_at };
}

type Content = { body: object; control: string; headers: Record<string, unknown> };

function answerOf({ body, control, headers }: Content): Answer {
  const { text, updated_at, language } = read(body);
  const modified = typeof updated_at === "string" ? new Date(updated_at).toUTCString() : undefined;
  const ignored = headers["x-ignored-params"];
  const location = headers["content-location"];
  return new Answer(text, {
    "cache-control": control,
    vary: variesByLanguage({ headers }) ? "accept-language, accept-encoding" : "accept-encoding",
    ...(language !== undefined && { "content-language": language }),
    ...(modified !== undefined && { "last-modified": modified }),
    ...(typeof ignored === "string" && { "x-ignored-params": ignored }),
    ...(typeof location === "string" && { "content-location": location }),
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
      // Under its URL alone one would be given to clients who accept other languages.
      hot === undefined || variesByLanguage(set) ? undefined : sharedResponse(hot, request, set),
    )
    .mapResponse({ as: "scoped" }, ({ request, responseValue, set, route }) => {
      if (!isBody(responseValue) || (set.status ?? 200) !== 200) return;
      const flight = flightOf(request);
      // The day on which a computation began may be over.
      const began = flight === undefined ? now() : new Date(flight.since);
      const answer = answerOf({
        body: responseValue,
        control: cacheControl(began),
        headers: set.headers,
      });
      const response = answer.respond(request, set);
      if (flight === undefined) return response;
      const isUntold = responseValue instanceof JsonAnswer && responseValue.shows_untold;
      if (isUntold) hot?.end(flight, answer);
      else hot?.land(flight, { answer, route });
      return response;
    });

/**
 * The same for answers that are right only at their moment: whoever keeps one has to ask whether it still holds.
 * Leaves answers alone whose handler has set `Cache-Control`.
 */
export const revalidated = () =>
  new Elysia({ name: "revalidated" }).mapResponse(
    { as: "scoped" },
    ({ request, responseValue, set }) => {
      if (!isBody(responseValue) || (set.status ?? 200) !== 200) return;
      if (set.headers["cache-control"] !== undefined) return;
      const { headers } = set;
      return answerOf({ body: responseValue, control: "no-cache", headers }).respond(request, set);
    },
  );
