import { Elysia, t } from "elysia";
import { found } from "~/catalog/titles/found";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import { Keyword, KeywordFilter, KeywordPage } from "./model";
import { getKeyword, listKeywords } from "./queries";

const missing = "keyword_not_found";

/** Everything below /keywords. */
export const keywordRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/keywords", tags: ["Keywords"] })
    .get("", async ({ query }) => page(query, await listKeywords(db, query)), {
      query: KeywordFilter,
      detail: { operationId: "listKeywords", summary: "Browse keywords by name", security: [] },
      response: { 200: KeywordPage, ...errorResponses("validation_error") },
    })
    .get(
      "/:id",
      async ({ params: { id } }) => found(await getKeyword(db, pathId("keyword", id)), missing),
      {
        params: t.Object({ id: IdPath("keyword") }),
        detail: { operationId: "getKeyword", summary: "One keyword", security: [] },
        response: { 200: Keyword, ...errorResponses(missing) },
      },
    );
