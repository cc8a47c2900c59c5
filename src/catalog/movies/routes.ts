import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { LanguageQuery } from "~/catalog/language/parameter";
import { MovieFilter } from "~/catalog/listing/filter";
import { publicRead } from "~/catalog/public-read";
import { recordParameters } from "~/catalog/records/asked";
import { askedOf } from "~/catalog/records/list-parameters";
import { MovieCredits } from "~/catalog/titles/credits";
import { MoviePage } from "~/catalog/titles/pages";
import { MovieSummary } from "~/catalog/titles/summaries";
import { TitleVideos } from "~/catalog/titles/videos";
import { CountryQuery, TitleOfferings } from "~/catalog/titles/watch-providers";
import { TrendingPage, TrendingQuery } from "~/catalog/trending/model";
import { listTrendingMovies } from "~/catalog/trending/queries";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { jsonPage } from "~/http/request/page";
import { orNotFound, pathId } from "~/http/request/public-id";
import { RecordPath } from "~/http/request/reference";
import { MovieDetail, RecommendationQuery } from "./model";
import {
  getMovie,
  getMovieCredits,
  getMovieOfferings,
  getMovieVideos,
  listMovies,
  movieRecord,
} from "./queries";
import { listRecommendations } from "./recommendations";
import {
  type Dates,
  defaultWindows,
  listReleases,
  nowPlayingDates,
  type ReleaseOrder,
  ReleasePage,
  ReleaseQuery,
  type ReleaseWindows,
  upcomingDates,
} from "./releases";

/** `windows` and `defaultRegion` come from the configuration; tests set the clock. */
type MovieRouteOptions = {
  db: Db;
  windows?: ReleaseWindows;
  defaultRegion?: string;
  now?: () => Date;
};

const missing = "movie_not_found";
const filterRefusals = errorResponses("invalid_filter", "validation_error");
const params = Type.Object({ id: RecordPath("movie") });
const MovieQuery = Type.Object(recordParameters(movieRecord));

/** Everything below /movies. Fixed paths stand before `/:id`, which would match them too. */
export const movieRoutes = ({
  db,
  windows = defaultWindows,
  defaultRegion = "US",
  now = () => new Date(),
}: MovieRouteOptions) => {
  const releases = async (query: ReleaseQuery, dates: Dates, order: ReleaseOrder) => {
    const asked = askedOf({ ...query, country: query.region }, "region");
    const region = query.region?.toUpperCase() ?? defaultRegion;
    const page = await listReleases(db, region, dates, order, query, asked);
    return jsonPage(query, page, { region, dates });
  };
  return new Elysia({ prefix: "/movies", tags: ["Movies"] })
    .get("", async ({ query }) => jsonPage(query, await listMovies(db, query, askedOf(query))), {
      query: MovieFilter,
      detail: publicRead("listMovies", "Browse movies"),
      response: { 200: MoviePage, ...filterRefusals },
    })
    .get(
      "/now-playing",
      ({ query }) => releases(query, nowPlayingDates(windows, now()), "popularity"),
      {
        query: ReleaseQuery,
        detail: publicRead("listNowPlayingMovies", "Movies in theatres, the most popular first"),
        response: { 200: ReleasePage, ...filterRefusals },
      },
    )
    .get("/upcoming", ({ query }) => releases(query, upcomingDates(windows, now()), "date"), {
      query: ReleaseQuery,
      detail: publicRead("listUpcomingMovies", "Movies soon in theatres, the next ones first"),
      response: { 200: ReleasePage, ...filterRefusals },
    })
    .get("/trending", ({ query }) => listTrendingMovies(db, query, askedOf(query)), {
      query: TrendingQuery,
      detail: publicRead("listTrendingMovies", "The provider's ranking of movies"),
      response: { 200: TrendingPage("Movie", MovieSummary), ...filterRefusals },
    })
    .get(
      "/:id",
      async ({ params: { id }, query }) =>
        new JsonAnswer(orNotFound(await getMovie(db, pathId("movie", id), query), missing)),
      {
        params,
        query: MovieQuery,
        detail: publicRead("getMovie", "One movie"),
        response: { 200: MovieDetail, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/credits",
      async ({ params: { id } }) =>
        new JsonAnswer(orNotFound(await getMovieCredits(db, pathId("movie", id)), missing)),
      {
        params,
        query: LanguageQuery,
        detail: publicRead("getMovieCredits", "Cast and crew of a movie"),
        response: { 200: MovieCredits, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/videos",
      async ({ params: { id } }) =>
        new JsonAnswer(orNotFound(await getMovieVideos(db, pathId("movie", id)), missing)),
      {
        params,
        query: LanguageQuery,
        detail: publicRead("getMovieVideos", "Trailers and other clips of a movie"),
        response: { 200: TitleVideos, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/recommendations",
      async ({ params: { id }, query }) =>
        jsonPage(
          query,
          orNotFound(
            await listRecommendations(db, pathId("movie", id), query, askedOf(query)),
            missing,
          ),
        ),
      {
        params,
        query: RecommendationQuery,
        detail: publicRead("listMovieRecommendations", "What to watch after a movie"),
        response: { 200: MoviePage, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/watch-providers",
      async ({ params: { id }, query: { country } }) =>
        new JsonAnswer(
          orNotFound(
            await getMovieOfferings(db, pathId("movie", id), country?.toUpperCase()),
            missing,
          ),
        ),
      {
        params,
        query: CountryQuery,
        detail: publicRead("getMovieWatchProviders", "Where to watch a movie, by country"),
        response: {
          200: TitleOfferings("movie"),
          ...errorResponses(missing, "validation_error"),
        },
      },
    );
};
