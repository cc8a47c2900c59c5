import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ApiError, ErrorBody } from "~/http/errors";
import { enqueue } from "~/jobs/queue";
import { reindexJob } from "~/search/index/reindex";
import { EnqueuedJob } from "./ingestion/model";

type Options = { db: Db; admin: AdminOptions; isIndexed: boolean };

/** The request to rebuild the secondary index: a job like the others (additive to M131). */
export const reindexRoutes = ({ db, admin, isIndexed }: Options) =>
  new Elysia({ prefix: "/admin/search", tags: ["Search"] }).use(adminGuard(admin)).post(
    "/reindex",
    async ({ set }) => {
      if (!isIndexed) throw new ApiError("search_index_off");
      const { job_id, status, created } = await enqueue(db, reindexJob);
      const status_url = `/api/v1/admin/ingest/jobs/${job_id}`;
      set.status = 202;
      set.headers.location = status_url;
      return { job_id, status, created, status_url };
    },
    {
      response: { 202: EnqueuedJob, 401: ErrorBody, 403: ErrorBody, 409: ErrorBody },
      detail: {
        operationId: "reindex",
        summary: "Rebuild the search index",
        description:
          "Builds the secondary index (Meilisearch) anew beside the old one, which answers until the new one takes its place. 409 where the service runs without MEILI_URL.",
        security: [{ operator: [] }],
      },
    },
  );
