import { Elysia } from "elysia";
import { MovieSummary } from "~/catalog/titles/summaries";
import { TrendingPage, TrendingQuery } from "~/catalog/trending/model";
import { listTrendingMovies } from "~/catalog/trending/queries";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { page } from "~/http/request/page";
import { listMovies, MovieFilter } from "./list";
import { MoviePage } from "./model";
import { type Dates, listReleases, type ReleaseOrder, ReleasePage, ReleaseQuery } from "./releases";
import { nowPlayingDates, type ReleaseWindows, upcomingDates, usualWindows } from "./windows";

/** `windows` and `defaultRegion` are settings; the clock is handed in. */
export type MovieListOptions = {
  db: Db;
  windows?: ReleaseWindows;
  defaultRegion?: string;
  now?: () => Date;
};

const refusals = errorResponses("invalid_filter", "validation_error");
const documented = (operationId: string, summary: string) => ({
  operationId,
  summary,
  security: [],
});

/** The lists of movies: all of them, in theatres, soon in theatres, trending; used below /movies. */
export const movieListRoutes = ({
  db,
  windows = usualWindows,
  defaultRegion = "US",
  now = () => new Date(),
}: MovieListOptions) => {
  const releases = async (query: ReleaseQuery, dates: Dates, order: ReleaseOrder) => {
    const region = query.region?.toUpperCase() ?? defaultRegion;
    return { ...page(query, await listReleases(db, region, dates, order, query)), region, dates };
  };
  return new Elysia({ tags: ["Movies"] })
    .get("", async ({ query }) => page(query, await listMovies(db, query)), {
      query: MovieFilter,
      detail: documented("listMovies", "Browse movies"),
      response: { 200: MoviePage, ...refusals },
    })
    .get(
      "/now-playing",
      ({ query }) => releases(query, nowPlayingDates(windows, now()), "popularity"),
      {
        query: ReleaseQuery,
        detail: documented("listNowPlayingMovies", "Movies in theatres, the most popular first"),
        response: { 200: ReleasePage, ...refusals },
      },
    )
    .get("/upcoming", ({ query }) => releases(query, upcomingDates(windows, now()), "date"), {
      query: ReleaseQuery,
      detail: documented("listUpcomingMovies", "Movies soon in theatres, the next ones first"),
      response: { 200: ReleasePage, ...refusals },
    })
    .get("/trending", ({ query }) => listTrendingMovies(db, query), {
      query: TrendingQuery,
      detail: documented("listTrendingMovies", "The provider's ranking of movies"),
      response: { 200: TrendingPage(MovieSummary), ...refusals },
    });
};
