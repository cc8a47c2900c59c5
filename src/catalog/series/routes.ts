import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { LanguageQuery } from "~/catalog/language/parameter";
import { SeriesFilter } from "~/catalog/listing/filter";
import { publicRead } from "~/catalog/public-read";
import { recordParameters } from "~/catalog/records/asked";
import { askedOf } from "~/catalog/records/list-parameters";
import { requireNeeded } from "~/catalog/records/needs";
import { SeriesCredits } from "~/catalog/titles/credits";
import { SeriesPage } from "~/catalog/titles/pages";
import { SeriesSummary } from "~/catalog/titles/summaries";
import { TitleVideos } from "~/catalog/titles/videos";
import { CountryQuery, TitleOfferings } from "~/catalog/titles/watch-providers";
import { TrendingPage, TrendingQuery } from "~/catalog/trending/model";
import { listTrendingSeries } from "~/catalog/trending/queries";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { jsonPage } from "~/http/request/page";
import { orNotFound, pathId } from "~/http/request/public-id";
import { RecordPath } from "~/http/request/reference";
import { SeriesDetail } from "./model";
import {
  getSeries,
  getSeriesCredits,
  getSeriesOfferings,
  getSeriesVideos,
  listSeries,
  seriesRecord,
} from "./queries";

const missing = "series_not_found";
const refusals = errorResponses("invalid_filter", "validation_error");
const params = Type.Object({ id: RecordPath("series") });
const SeriesQuery = Type.Object(recordParameters(seriesRecord));

/** Everything below /series except seasons. Fixed paths stand before `/:id`, which would match them too. */
export const seriesRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/series", tags: ["Series"] })
    .get("", async ({ query }) => jsonPage(query, await listSeries(db, query, askedOf(query))), {
      query: SeriesFilter,
      detail: publicRead("listSeries", "Browse series"),
      response: { 200: SeriesPage, ...refusals },
    })
    .get("/trending", ({ query }) => listTrendingSeries(db, query, askedOf(query)), {
      query: TrendingQuery,
      detail: publicRead("listTrendingSeries", "The provider's ranking of series"),
      response: { 200: TrendingPage("Series", SeriesSummary), ...refusals },
    })
    .get(
      "/:id",
      async ({ params: { id }, query }) => {
        requireNeeded(query);
        return new JsonAnswer(
          orNotFound(await getSeries(db, pathId("series", id), query), missing),
        );
      },
      {
        params,
        query: SeriesQuery,
        detail: publicRead("getSeries", "One series"),
        response: { 200: SeriesDetail, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/credits",
      async ({ params: { id } }) =>
        new JsonAnswer(orNotFound(await getSeriesCredits(db, pathId("series", id)), missing)),
      {
        params,
        query: LanguageQuery,
        detail: publicRead("getSeriesCredits", "Cast, crew and creators of a series"),
        response: { 200: SeriesCredits, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/videos",
      async ({ params: { id } }) =>
        new JsonAnswer(orNotFound(await getSeriesVideos(db, pathId("series", id)), missing)),
      {
        params,
        query: LanguageQuery,
        detail: publicRead("getSeriesVideos", "Trailers and other clips of a series"),
        response: { 200: TitleVideos, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/watch-providers",
      async ({ params: { id }, query: { country } }) =>
        new JsonAnswer(
          orNotFound(
            await getSeriesOfferings(db, pathId("series", id), country?.toUpperCase()),
            missing,
          ),
        ),
      {
        params,
        query: CountryQuery,
        detail: publicRead("getSeriesWatchProviders", "Where to watch a series, by country"),
        response: {
          200: TitleOfferings("series"),
          ...errorResponses(missing, "validation_error"),
        },
      },
    );
