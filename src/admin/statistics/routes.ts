import { Elysia } from "elysia";
import { operatorErrors, operatorRoute } from "~/admin/operator";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { Stats } from "./model";
import { readStats } from "./queries";

type Options = {
  db: Db;
  admin: AdminOptions;
  /** Whether the search has a secondary index. */
  isIndexed: boolean;
};

/** GET /admin/stats: the overview for operators. */
export const statsRoutes = ({ db, admin, isIndexed }: Options) =>
  new Elysia({ prefix: "/admin/stats", tags: ["Operation"] })
    .use(adminGuard(admin))
    .get("", () => readStats(db, { isIndexed }), {
      response: { 200: Stats, ...operatorErrors },
      detail: operatorRoute(
        "getStats",
        "Get the state of the service",
        "The queue, the catalog, the trending lists, the database and the search index.",
      ),
    });
