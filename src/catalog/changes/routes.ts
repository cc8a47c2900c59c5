import { Elysia } from "elysia";
import type { Sql } from "postgres";
import { publicRead } from "~/catalog/public-read";
import type { Db } from "~/db/client";
import { joinObjects, jsonField, jsonOf } from "~/db/json-text";
import { revalidated } from "~/http/caching";
import { errorResponses } from "~/http/errors";
import { EventStreams } from "~/http/event-stream";
import { JsonAnswer } from "~/http/json-answer";
import { clientNetwork } from "~/http/limits/client-network";
import { Arrivals } from "./arrivals";
import { checkChanges } from "./check";
import { readEnd } from "./counter";
import { cursorText, parseCursor } from "./cursor";
import { changeEvents } from "./events";
import { ChangePage, Checked } from "./model";
import { ChangeQuery, ChangeStreamQuery, Check } from "./parameters";
import type { Changes } from "./queries";
import { awaitChanges } from "./waiting";

type Options = {
  /** The primary: a standby may be behind what a client has read already. */
  db: Db;
  /** Listens for new changes; without it they are found by asking. */
  driver?: Sql | undefined;
  trustedProxies: number;
  /** Aborts when the service stops, which ends all waiting. */
  stopping?: AbortSignal | undefined;
};

/** Bun closes a connection after 10 s of silence. */
const SILENCE_SECONDS = 10;

const answer = ({ results, cursor, more, head }: Changes): JsonAnswer =>
  new JsonAnswer({
    json: joinObjects(
      jsonField("results", results),
      jsonOf({ cursor: cursorText(cursor), more, head }),
    ),
  });

const follow = `Tells which entities changed, each once, at its latest change, in the order of numbers. Keep the \`cursor\` of the answer and send it as \`since\` next time; while \`more\` is true, ask again at once.

To copy the catalog, begin with \`since=0\`. To be told of changes from now on, begin without \`since\`. With \`wait\` the answer comes as soon as there is something to tell.

\`groups\` says which parts to read again: \`names\` are titles, overview, tagline and alternate titles; \`audience\` popularity and votes; \`dates\` all dates, also of the last and next episode; \`seasons\` that a season or episode of the series came, went, or changed names or dates; \`members\` the list of a collection; \`ranking\` the list of a trend; \`lifecycle\` that it was removed, restored or deleted; the others are named like the parts of an answer. An entity that you do not have is new to you, whatever \`op\` says; a deleted one that you do not have is no news.

410 \`cursor_expired\` means that changes since the cursor are no longer known, for example because the database was restored from a backup: read everything anew from \`error.restart\`, and drop what does not come again.`;

/** GET /changes, GET /changes/stream and POST /changes/check. */
export const changeRoutes = ({ db, driver, trustedProxies, stopping }: Options) => {
  const arrivals = new Arrivals({ db, driver });
  const streams = new EventStreams({ stopping });
  const never = new AbortController().signal;
  return new Elysia({ prefix: "/changes", tags: ["Changes"] })
    .use(revalidated())
    .get(
      "",
      async ({ query: { since, ...query }, request, server, set }) => {
        if (query.wait > 0) {
          set.headers["cache-control"] = "no-store";
          server?.timeout(request, query.wait + SILENCE_SECONDS);
        }
        if (since === undefined) {
          const end = await readEnd(db);
          return answer({ ...end, results: "[]", isEmpty: true, more: false });
        }
        const network = () => clientNetwork(request, server, trustedProxies);
        const given = { db, arrivals, request, network, stopping: stopping ?? never };
        return answer(await awaitChanges(given, since, query));
      },
      {
        query: ChangeQuery,
        detail: {
          ...publicRead("listChanges", "Follow what changes in the catalog"),
          description: follow,
        },
        response: { 200: ChangePage, ...errorResponses("cursor_expired", "validation_error") },
      },
    )
    .get(
      "/stream",
      ({ query: { since, ...interest }, request, server }) => {
        // A client that has had no event yet may send it empty.
        const last = request.headers.get("last-event-id") || undefined;
        const cursor = last === undefined ? (since ?? "end") : parseCursor(last);
        const events = (signal: AbortSignal) =>
          changeEvents({ db, arrivals, signal }, cursor, interest);
        return streams.answer(request, events, () =>
          arrivals.place(clientNetwork(request, server, trustedProxies)),
        );
      },
      {
        query: ChangeStreamQuery,
        detail: {
          ...publicRead("streamChanges", "Be told of changes as they come"),
          description:
            "Server-sent events: `change` with an entry of the feed as JSON, and its cursor as `id`. A client that connects anew sends it as `Last-Event-ID`, which counts more than `since`. The event `expired`, before the stream ends, stands for 410 `cursor_expired`. A comment every few seconds keeps the stream open; it ends after 15 minutes. The number of open streams is limited.",
          responses: {
            200: {
              description: "Events named `change`, and `expired` at the end",
              content: { "text/event-stream": { schema: { type: "string" } } },
            },
          },
        },
      },
    )
    .post(
      "/check",
      async ({ body, set }) => {
        set.headers["cache-control"] = "no-store";
        return new JsonAnswer({ json: await checkChanges(db, body) });
      },
      {
        body: Check,
        detail: {
          ...publicRead("checkChanges", "Ask which of your entities changed"),
          description:
            "For a client that has a list of its own: one request for up to 500 entities, however much else changes. Keep the `cursor` for the next check of the same list; 410 means to begin anew from `0`.",
        },
        response: { 200: Checked, ...errorResponses("cursor_expired", "validation_error") },
      },
    );
};
