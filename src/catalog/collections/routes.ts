import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { publicRead } from "~/catalog/public-read";
import { recordParameters } from "~/catalog/records/asked";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { jsonPage } from "~/http/request/page";
import { orNotFound, pathId } from "~/http/request/public-id";
import { RecordPath } from "~/http/request/reference";
import { CollectionDetail, CollectionFilter, CollectionPage, CollectionQuery } from "./model";
import { collectionRecord, getCollection, listCollections } from "./queries";

const DetailQuery = Type.Object({
  ...CollectionQuery.properties,
  ...recordParameters(collectionRecord("false")),
});

const missing = "collection_not_found";

/** Everything below /collections. */
export const collectionRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/collections", tags: ["Collections"] })
    .get("", async ({ query }) => jsonPage(query, await listCollections(db, query)), {
      query: CollectionFilter,
      detail: publicRead("listCollections", "Browse collections by name"),
      response: { 200: CollectionPage, ...errorResponses("validation_error") },
    })
    .get(
      "/:id",
      async ({ params: { id }, query }) =>
        new JsonAnswer(
          orNotFound(await getCollection(db, pathId("collection", id), query), missing),
        ),
      {
        params: Type.Object({ id: RecordPath("collection") }),
        query: DetailQuery,
        detail: publicRead("getCollection", "One collection with its movies in order"),
        response: { 200: CollectionDetail, ...errorResponses(missing, "validation_error") },
      },
    );
