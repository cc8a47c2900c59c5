import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { schemaState } from "~/db/migrate";
import type { ReplicaState } from "~/db/replica";
import { within } from "~/time-limit";
import { type SearchIndexState, searchIndexStates } from "~/vocabulary";
import { ErrorBody, notReady } from "./errors";
import { OneOf, WholeNumber } from "./request/fields";

const Health = Type.Object({ status: Type.Literal("ok") });

/** How far a search index beside the database is behind; whatever it says, the service is ready. */
export type IndexReport = {
  state: SearchIndexState;
  pending: number;
  lag_seconds: number;
};

const Readiness = Type.Object({
  status: Type.Literal("ok"),
  search_index: Type.Optional(
    Type.Object(
      {
        state: OneOf(searchIndexStates),
        pending: WholeNumber({ description: "Documents still to be sent" }),
        lag_seconds: Type.Number({ minimum: 0, description: "Age of the oldest of these" }),
      },
      { description: "Where Meilisearch is set; searches do without it while it is failing" },
    ),
  ),
  replica: Type.Optional(
    Type.Union([Type.Literal("ok"), Type.Literal("away")], {
      description: "Where a standby is set: whether the catalog is read from it",
    }),
  ),
});
const tags = ["Health"];

/** A database that needs longer to report its migrations is too slow to serve requests. */
const stateTimeoutMs = 1_000;

type HealthDeps = {
  db: Db;
  /** How the search index is; undefined where there is none. */
  index?: (() => Promise<IndexReport>) | undefined;
  replica?: { state: () => ReplicaState } | undefined;
};

/**
 * Whether the process lives, and whether it can answer: the database is asked each time, and has to
 * know every migration of this release. A standby that is away makes nothing unready.
 */
export const healthRoutes = ({ db, index, replica }: HealthDeps) =>
  new Elysia({ prefix: "/health" })
    .get("/live", () => ({ status: "ok" as const }), {
      response: { 200: Health },
      detail: { operationId: "isLive", summary: "The process is alive", tags },
    })
    .get(
      "/ready",
      async () => {
        const state = await within(stateTimeoutMs, schemaState(db));
        if (state === undefined || state === "pending") throw notReady();
        const search_index = await index?.().catch(() => undefined);
        return {
          status: "ok" as const,
          ...(search_index && { search_index }),
          ...(replica && { replica: replica.state() }),
        };
      },
      {
        response: { 200: Readiness, 503: ErrorBody },
        detail: { operationId: "isReady", summary: "The service can answer requests", tags },
      },
    );
