import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { schemaState } from "~/db/migrate";
import type { ReplicaState } from "~/db/replica";
import { within } from "~/time-limit";
import { type SearchIndexState, searchIndexStates } from "~/vocabulary";
import { ErrorBody, notReady } from "./errors";
import { OneOf, WholeNumber } from "./request/fields";

const status = Type.Literal("ok", { description: "Always `ok`: otherwise the status is not 200" });

const Health = Type.Object({ status });

/** How far the search index lags behind the database; it never makes the service unready. */
export type IndexReport = {
  state: SearchIndexState;
  pending: number;
  lag_seconds: number;
};

const Readiness = Type.Object({
  status,
  search_index: Type.Optional(
    Type.Object(
      {
        state: OneOf(searchIndexStates, { description: "Whether the index can be used" }),
        pending: WholeNumber({ description: "Documents that wait to be sent" }),
        lag_seconds: Type.Number({
          minimum: 0,
          description: "Age of the oldest of them in seconds",
        }),
      },
      { description: "Only with Meilisearch; searches use PostgreSQL alone while it fails" },
    ),
  ),
  replica: Type.Optional(
    Type.Union([Type.Literal("ok"), Type.Literal("away")], {
      description: "Only with a standby: whether the catalog is read from it",
    }),
  ),
});
const tags = ["Health"];

/** A database that needs longer to report its migrations is too slow to serve requests. */
const stateTimeoutMs = 1_000;

type HealthDeps = {
  db: Db;
  /** Reads the state of the search index; unset where there is none. */
  index?: (() => Promise<IndexReport>) | undefined;
  replica?: { state: () => ReplicaState } | undefined;
};

/**
 * /health/live: the process runs. /health/ready: the database answers and has every migration of this
 * release. A missing standby or search index does not make the service unready.
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
