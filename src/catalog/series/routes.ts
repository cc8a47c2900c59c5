import { Elysia, t } from "elysia";
import { CountryQuery } from "~/catalog/titles/country-query";
import { SeriesCredits } from "~/catalog/titles/credits";
import { found } from "~/catalog/titles/found";
import { TitleImages } from "~/catalog/titles/images";
import { SeriesSummary } from "~/catalog/titles/series-summary";
import { TitleVideos } from "~/catalog/titles/videos";
import { TitleOfferings } from "~/catalog/titles/watch-providers";
import { TrendingPage, TrendingQuery } from "~/catalog/trending/model";
import { listTrendingSeries } from "~/catalog/trending/queries";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import { getSeries } from "./detail";
import { listSeries, SeriesFilter, SeriesPage } from "./list";
import { SeriesDetail } from "./model";
import { getSeriesCredits, getSeriesImages, getSeriesOfferings, getSeriesVideos } from "./queries";

const missing = "series_not_found";
const refusals = errorResponses("invalid_filter", "validation_error");
const params = t.Object({ id: IdPath("series") });
const documented = (operationId: string, summary: string) => ({
  operationId,
  summary,
  security: [],
});

/** Everything below /series but seasons. Fixed paths are registered before `/:id`, which would take their place (X9). */
export const seriesRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/series", tags: ["Series"] })
    .get("", async ({ query }) => page(query, await listSeries(db, query)), {
      query: SeriesFilter,
      detail: documented("listSeries", "Browse series"),
      response: { 200: SeriesPage, ...refusals },
    })
    .get("/trending", ({ query }) => listTrendingSeries(db, query), {
      query: TrendingQuery,
      detail: documented("listTrendingSeries", "The provider's ranking of series"),
      response: { 200: TrendingPage(SeriesSummary), ...refusals },
    })
    .get(
      "/:id",
      async ({ params: { id } }) => found(await getSeries(db, pathId("series", id)), missing),
      {
        params,
        detail: documented("getSeries", "One series"),
        response: { 200: SeriesDetail, ...errorResponses(missing) },
      },
    )
    .get(
      "/:id/credits",
      async ({ params: { id } }) =>
        found(await getSeriesCredits(db, pathId("series", id)), missing),
      {
        params,
        detail: documented("getSeriesCredits", "Cast, crew and creators of a series"),
        response: { 200: SeriesCredits, ...errorResponses(missing) },
      },
    )
    .get(
      "/:id/images",
      async ({ params: { id } }) => found(await getSeriesImages(db, pathId("series", id)), missing),
      {
        params,
        detail: documented("getSeriesImages", "Posters, backdrops and logos of a series"),
        response: { 200: TitleImages, ...errorResponses(missing) },
      },
    )
    .get(
      "/:id/videos",
      async ({ params: { id } }) => found(await getSeriesVideos(db, pathId("series", id)), missing),
      {
        params,
        detail: documented("getSeriesVideos", "Trailers and other clips of a series"),
        response: { 200: TitleVideos, ...errorResponses(missing) },
      },
    )
    .get(
      "/:id/watch-providers",
      async ({ params: { id }, query: { country } }) =>
        found(await getSeriesOfferings(db, pathId("series", id), country?.toUpperCase()), missing),
      {
        params,
        query: CountryQuery,
        detail: documented("getSeriesWatchProviders", "Where to watch a series, by country"),
        response: {
          200: TitleOfferings("series"),
          ...errorResponses(missing, "validation_error"),
        },
      },
    );
