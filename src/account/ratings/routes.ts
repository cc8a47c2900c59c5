import { Elysia, t } from "elysia";
import { accountRefusals, accountSecurity, type Bearer, bearer } from "~/account/auth/bearer";
import { EntryPageQuery } from "~/account/entries";
import { ApiError, errorResponses } from "~/http/errors";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import type { TitleKind } from "~/vocabulary";
import {
  type RatedMovie,
  RatedMoviePage,
  type RatedSeries,
  RatedSeriesPage,
  Rating,
  RatingBody,
} from "./model";
import { deleteRating, listRatings, putRating } from "./queries";

const tags = ["Ratings"];
const documented = (operationId: string, summary: string) => ({
  operationId,
  summary,
  security: accountSecurity,
});
const names = { movie: "Movie", series: "Series" } as const;

/** The rating of a movie or of a series: set it, take it back (M58, M59). */
const titleRating = ({ db, tokens }: Bearer, kind: TitleKind) => {
  const missing = `${kind}_not_found` as const;
  const params = t.Object({ id: IdPath(kind) });
  return new Elysia({ prefix: kind === "movie" ? "/movies" : "/series", tags })
    .use(bearer({ db, tokens }))
    .put(
      "/:id/rating",
      async ({ owner: { user_id }, params: { id }, body: { value } }) => {
        const rating = await putRating(db, { user_id, kind, title_id: pathId(kind, id) }, value);
        if (rating === undefined) throw new ApiError(missing);
        return rating;
      },
      {
        account: true,
        params,
        body: RatingBody,
        detail: documented(`rate${names[kind]}`, `Rate a ${kind}, or change the rating`),
        response: {
          200: Rating,
          ...accountRefusals,
          ...errorResponses(missing, "validation_error"),
        },
      },
    )
    .delete(
      "/:id/rating",
      async ({ owner: { user_id }, params: { id }, status }) => {
        if (await deleteRating(db, { user_id, kind, title_id: pathId(kind, id) })) {
          return status(204, undefined);
        }
        throw new ApiError(missing);
      },
      {
        account: true,
        params,
        detail: documented(`unrate${names[kind]}`, `Take back the rating of a ${kind}`),
        response: { 204: t.Void(), ...accountRefusals, ...errorResponses(missing) },
      },
    );
};

/** Setting ratings, and the lists of what an account has rated (M58 to M63). */
export const ratingRoutes = ({ db, tokens }: Bearer) =>
  new Elysia({ tags })
    .use(titleRating({ db, tokens }, "movie"))
    .use(titleRating({ db, tokens }, "series"))
    .use(bearer({ db, tokens }))
    .get(
      "/account/ratings/movies",
      async ({ owner: { user_id }, query }) =>
        page(query, await listRatings<RatedMovie>(db, { user_id, kind: "movie", ...query })),
      {
        account: true,
        query: EntryPageQuery,
        detail: documented("listRatedMovies", "The movies the account has rated, newest first"),
        response: {
          200: RatedMoviePage,
          ...accountRefusals,
          ...errorResponses("validation_error"),
        },
      },
    )
    .get(
      "/account/ratings/series",
      async ({ owner: { user_id }, query }) =>
        page(query, await listRatings<RatedSeries>(db, { user_id, kind: "series", ...query })),
      {
        account: true,
        query: EntryPageQuery,
        detail: documented("listRatedSeries", "The series the account has rated, newest first"),
        response: {
          200: RatedSeriesPage,
          ...accountRefusals,
          ...errorResponses("validation_error"),
        },
      },
    );
