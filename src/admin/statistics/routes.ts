import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ErrorBody } from "~/http/errors";
import { Stats } from "./model";
import { readStats } from "./queries";

type Options = {
  db: Db;
  admin: AdminOptions;
  /** Whether the search has a secondary index. */
  isIndexed: boolean;
};

/** GET /admin/stats: what an operator looks at first. */
export const statsRoutes = ({ db, admin, isIndexed }: Options) =>
  new Elysia({ prefix: "/admin/stats", tags: ["Operation"] })
    .use(adminGuard(admin))
    .get("", () => readStats(db, { isIndexed }), {
      response: { 200: Stats, 401: ErrorBody, 403: ErrorBody },
      detail: {
        operationId: "getStats",
        summary: "How the service is doing",
        description:
          "The queue, the catalog, the trending lists, the database and the search index.",
        security: [{ operator: [] }],
      },
    });
