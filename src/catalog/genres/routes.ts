import { Elysia, t } from "elysia";
import { found } from "~/catalog/titles/found";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import { GenreDetail, GenreFilter, GenrePage } from "./model";
import { getGenre, listGenres } from "./queries";

const missing = "genre_not_found";

/** Everything below /genres. */
export const genreRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/genres", tags: ["Genres"] })
    .get("", async ({ query }) => page(query, await listGenres(db, query)), {
      query: GenreFilter,
      detail: { operationId: "listGenres", summary: "Browse genres by name", security: [] },
      response: { 200: GenrePage, ...errorResponses("validation_error") },
    })
    .get(
      "/:id",
      async ({ params: { id } }) => found(await getGenre(db, pathId("genre", id)), missing),
      {
        params: t.Object({ id: IdPath("genre") }),
        detail: { operationId: "getGenre", summary: "One genre", security: [] },
        response: { 200: GenreDetail, ...errorResponses(missing) },
      },
    );
