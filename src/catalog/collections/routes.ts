import { Elysia, t } from "elysia";
import { found } from "~/catalog/titles/found";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import { CollectionDetail, CollectionFilter, CollectionPage, CollectionQuery } from "./model";
import { getCollection, listCollections } from "./queries";

const missing = "collection_not_found";

/** Everything below /collections. */
export const collectionRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/collections", tags: ["Collections"] })
    .get("", async ({ query }) => page(query, await listCollections(db, query)), {
      query: CollectionFilter,
      detail: {
        operationId: "listCollections",
        summary: "Browse collections by name",
        security: [],
      },
      response: { 200: CollectionPage, ...errorResponses("validation_error") },
    })
    .get(
      "/:id",
      async ({ params: { id }, query }) =>
        found(await getCollection(db, pathId("collection", id), query), missing),
      {
        params: t.Object({ id: IdPath("collection") }),
        query: CollectionQuery,
        detail: {
          operationId: "getCollection",
          summary: "One collection with its movies in order",
          security: [],
        },
        response: { 200: CollectionDetail, ...errorResponses(missing, "validation_error") },
      },
    );
