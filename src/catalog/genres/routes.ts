import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { LanguageQuery } from "~/catalog/language/parameter";
import { publicRead } from "~/catalog/public-read";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { jsonPage } from "~/http/request/page";
import { IdPath, orNotFound, pathId } from "~/http/request/public-id";
import { GenreDetail, GenreFilter, GenrePage } from "./model";
import { getGenre, listGenres } from "./queries";

const missing = "genre_not_found";

/** Everything below /genres. */
export const genreRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/genres", tags: ["Genres"] })
    .get("", async ({ query }) => jsonPage(query, await listGenres(db, query)), {
      query: GenreFilter,
      detail: publicRead("listGenres", "Browse genres by name"),
      response: { 200: GenrePage, ...errorResponses("validation_error") },
    })
    .get(
      "/:id",
      async ({ params: { id } }) =>
        new JsonAnswer(orNotFound(await getGenre(db, pathId("genre", id)), missing)),
      {
        params: Type.Object({ id: IdPath("genre") }),
        query: LanguageQuery,
        detail: publicRead("getGenre", "One genre"),
        response: { 200: GenreDetail, ...errorResponses(missing, "validation_error") },
      },
    );
