import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { LanguageQuery } from "~/catalog/language/parameter";
import { publicRead } from "~/catalog/public-read";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { jsonPage } from "~/http/request/page";
import { orNotFound, pathId } from "~/http/request/public-id";
import { RecordPath } from "~/http/request/reference";
import { Keyword, KeywordFilter, KeywordPage } from "./model";
import { getKeyword, listKeywords } from "./queries";

const missing = "keyword_not_found";

/** Everything below /keywords. */
export const keywordRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/keywords", tags: ["Keywords"] })
    .get("", async ({ query }) => jsonPage(query, await listKeywords(db, query)), {
      query: KeywordFilter,
      detail: publicRead("listKeywords", "Browse keywords by name"),
      response: { 200: KeywordPage, ...errorResponses("validation_error") },
    })
    .get(
      "/:id",
      async ({ params: { id } }) =>
        new JsonAnswer(orNotFound(await getKeyword(db, pathId("keyword", id)), missing)),
      {
        params: Type.Object({ id: RecordPath("keyword") }),
        query: LanguageQuery,
        detail: publicRead("getKeyword", "One keyword"),
        response: { 200: Keyword, ...errorResponses(missing, "validation_error") },
      },
    );
