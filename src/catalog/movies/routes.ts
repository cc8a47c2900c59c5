import { Elysia, t } from "elysia";
import { CountryQuery } from "~/catalog/titles/country-query";
import { MovieCredits } from "~/catalog/titles/credits";
import { found } from "~/catalog/titles/found";
import { TitleImages } from "~/catalog/titles/images";
import { TitleVideos } from "~/catalog/titles/videos";
import { TitleOfferings } from "~/catalog/titles/watch-providers";
import { errorResponses } from "~/http/errors";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import { getMovie } from "./detail";
import { type MovieListOptions, movieListRoutes } from "./list-routes";
import { MovieDetail, MoviePage, RecommendationQuery } from "./model";
import { getMovieCredits, getMovieImages, getMovieOfferings, getMovieVideos } from "./queries";
import { listRecommendations } from "./recommendations";

const missing = "movie_not_found";
const params = t.Object({ id: IdPath("movie") });
const documented = (operationId: string, summary: string) => ({
  operationId,
  summary,
  security: [],
});

/** Everything below /movies. Fixed paths are registered before `/:id`, which would take their place (X9). */
export const movieRoutes = ({ db, ...lists }: MovieListOptions) =>
  new Elysia({ prefix: "/movies", tags: ["Movies"] })
    .use(movieListRoutes({ db, ...lists }))
    .get(
      "/:id",
      async ({ params: { id } }) => found(await getMovie(db, pathId("movie", id)), missing),
      {
        params,
        detail: documented("getMovie", "One movie"),
        response: { 200: MovieDetail, ...errorResponses(missing) },
      },
    )
    .get(
      "/:id/credits",
      async ({ params: { id } }) => found(await getMovieCredits(db, pathId("movie", id)), missing),
      {
        params,
        detail: documented("getMovieCredits", "Cast and crew of a movie"),
        response: { 200: MovieCredits, ...errorResponses(missing) },
      },
    )
    .get(
      "/:id/images",
      async ({ params: { id } }) => found(await getMovieImages(db, pathId("movie", id)), missing),
      {
        params,
        detail: documented("getMovieImages", "Posters, backdrops and logos of a movie"),
        response: { 200: TitleImages, ...errorResponses(missing) },
      },
    )
    .get(
      "/:id/videos",
      async ({ params: { id } }) => found(await getMovieVideos(db, pathId("movie", id)), missing),
      {
        params,
        detail: documented("getMovieVideos", "Trailers and other clips of a movie"),
        response: { 200: TitleVideos, ...errorResponses(missing) },
      },
    )
    .get(
      "/:id/recommendations",
      async ({ params: { id }, query }) =>
        page(query, found(await listRecommendations(db, pathId("movie", id), query), missing)),
      {
        params,
        query: RecommendationQuery,
        detail: documented("listMovieRecommendations", "What to watch after a movie"),
        response: { 200: MoviePage, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/watch-providers",
      async ({ params: { id }, query: { country } }) =>
        found(await getMovieOfferings(db, pathId("movie", id), country?.toUpperCase()), missing),
      {
        params,
        query: CountryQuery,
        detail: documented("getMovieWatchProviders", "Where to watch a movie, by country"),
        response: {
          200: TitleOfferings("movie"),
          ...errorResponses(missing, "validation_error"),
        },
      },
    );
