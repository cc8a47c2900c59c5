import { Type } from "@sinclair/typebox";
import { sql } from "drizzle-orm";
import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { ErrorBody } from "./errors";

const Health = Type.Object({ status: Type.Literal("ok") });
const tags = ["Health"];

/** Whether the process lives, and whether it can answer: the database is asked each time. */
export const healthRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/health" })
    .get("/live", () => ({ status: "ok" as const }), {
      response: { 200: Health },
      detail: { operationId: "isLive", summary: "The process is alive", tags },
    })
    .get(
      "/ready",
      async () => {
        await db.execute(sql`select 1`);
        return { status: "ok" as const };
      },
      {
        response: { 200: Health, 503: ErrorBody },
        detail: { operationId: "isReady", summary: "The service can answer requests", tags },
      },
    );
