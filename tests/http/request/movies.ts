import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { OneOf, QueryInt } from "~/http/request/fields";
import { Page, page, pageQuery } from "~/http/request/page";
import { IdInput, IdPath, PublicId, pathId } from "~/http/request/public-id";
import { serveRoutes } from "../../support/service";

export const id = "movie_0198c7d2f3a97c3e8f5b2d1a4c6e7f80";
export const genre = "genre_01980000000070008000000000000001";

/** Routes of movies whose path and query are checked. */
export const serveMovies = () =>
  serveRoutes(() =>
    new Elysia({ prefix: "/api/v1" })
      .get("/movies", ({ query }) => page(query, { results: [{ id }], total_results: 41 }), {
        query: Type.Object({
          ...pageQuery({ page_size: 20, maximum: 50 }),
          genre: Type.Optional(IdInput("genre", { filter: true })),
          year: Type.Optional(QueryInt({ minimum: 1870, maximum: 2200, filter: true })),
          status: Type.Optional(OneOf(["released", "planned"], { filter: true })),
          region: Type.Optional(Type.String({ alias: "country" })),
        }),
        response: { 200: Page(Type.Object({ id: PublicId("movie") })) },
      })
      .get("/releases", ({ query: { region } }) => ({ region }), {
        query: Type.Object({
          region: Type.Optional(
            Type.String({
              pattern: "^[a-z]{2}$",
              filter: true,
              alias: "country",
              expected: "two letters",
            }),
          ),
        }),
      })
      .get("/movies/now-playing", () => ({ list: "now playing" }))
      .get("/movies/:id", ({ params }) => ({ uuid: pathId("movie", params.id) }), {
        params: Type.Object({ id: IdPath("movie") }),
      })
      .put("/movies/:id/watchlist", () => ({ added: true }))
      .delete("/movies/:id/watchlist", ({ set }) => {
        set.status = 204;
      }),
  );

/** The first page of them. */
export const firstPage = {
  page: 1,
  page_size: 20,
  total_results: 41,
  total_pages: 3,
  results: [{ id }],
};
