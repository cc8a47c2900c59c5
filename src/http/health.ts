import { Type } from "@sinclair/typebox";
import { sql } from "drizzle-orm";
import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { ErrorBody } from "./errors";
import { OneOf, WholeNumber } from "./fields";

const indexStates = ["waiting", "failing", "rebuilding", "ready"] as const;

/** How far a search index beside the database is behind; whatever it says, the service is ready. */
export type IndexReport = {
  state: (typeof indexStates)[number];
  pending: number;
  lag_seconds: number;
};

const Readiness = Type.Object({
  status: Type.Literal("ok"),
  search_index: Type.Optional(
    Type.Object(
      {
        state: OneOf(indexStates),
        pending: WholeNumber({ description: "Documents still to be sent" }),
        lag_seconds: Type.Number({ minimum: 0, description: "Age of the oldest of these" }),
      },
      { description: "Where Meilisearch is set; searches do without it while it is failing" },
    ),
  ),
});
const Health = Type.Object({ status: Type.Literal("ok") });
const tags = ["Health"];

type HealthDeps = {
  db: Db;
  /** How the search index is; undefined where there is none. */
  index?: (() => Promise<IndexReport>) | undefined;
};

/** Whether the process lives, and whether it can answer: the database is asked each time. */
export const healthRoutes = ({ db, index }: HealthDeps) =>
  new Elysia({ prefix: "/health" })
    .get("/live", () => ({ status: "ok" as const }), {
      response: { 200: Health },
      detail: { operationId: "isLive", summary: "The process is alive", tags },
    })
    .get(
      "/ready",
      async () => {
        await db.execute(sql`select 1`);
        const search_index = await index?.().catch(() => undefined);
        return { status: "ok" as const, ...(search_index && { search_index }) };
      },
      {
        response: { 200: Readiness, 503: ErrorBody },
        detail: { operationId: "isReady", summary: "The service can answer requests", tags },
      },
    );
