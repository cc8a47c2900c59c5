import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ApiError, ErrorBody } from "~/http/errors";
import { enqueue } from "~/jobs/queue";
import { reindexJob } from "~/search/index/reindex";
import { acceptJob, EnqueuedJob } from "./jobs/enqueued";
import { operatorErrors, operatorRoute } from "./operator";

type Options = {
  db: Db;
  admin: AdminOptions;
  /** Whether the search has a secondary index. */
  isIndexed: boolean;
};

/** POST /admin/search/reindex: rebuilds the secondary index in a job. */
export const reindexRoutes = ({ db, admin, isIndexed }: Options) =>
  new Elysia({ prefix: "/admin/search", tags: ["Search"] }).use(adminGuard(admin)).post(
    "/reindex",
    async ({ set }) => {
      if (!isIndexed) throw new ApiError("search_index_off");
      return acceptJob(set, await enqueue(db, reindexJob));
    },
    {
      response: { 202: EnqueuedJob, ...operatorErrors, 409: ErrorBody },
      detail: operatorRoute(
        "reindex",
        "Rebuild the search index",
        "Builds a new secondary index (Meilisearch) while the old one still serves searches; then the new one replaces it. 409 when the service runs without MEILI_URL.",
      ),
    },
  );
