import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accountErrors, accountRoute, type Bearer, bearer } from "~/account/auth/bearer";
import { EntryPageQuery, entryPage, titleRoutes } from "~/account/entries";
import { askedOf } from "~/catalog/records/list-parameters";
import { ApiError, errorResponses } from "~/http/errors";
import { pathId } from "~/http/request/public-id";
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

/** Sets and deletes the rating of a movie or series. */
const titleRating = ({ db, tokens }: Bearer, kind: TitleKind) => {
  const { prefix, name, params } = titleRoutes[kind];
  const notFound = `${kind}_not_found` as const;
  return new Elysia({ prefix, tags })
    .use(bearer({ db, tokens }))
    .put(
      "/:id/rating",
      async ({ owner: { user_id }, params: { id }, body: { value } }) => {
        const rating = await putRating(db, { user_id, kind, title_id: pathId(kind, id) }, value);
        if (rating === undefined) throw new ApiError(notFound);
        return rating;
      },
      {
        account: true,
        params,
        body: RatingBody,
        detail: accountRoute(`rate${name}`, `Rate a ${kind} or change its rating`),
        response: {
          200: Rating,
          ...accountErrors,
          ...errorResponses(notFound, "validation_error"),
        },
      },
    )
    .delete(
      "/:id/rating",
      async ({ owner: { user_id }, params: { id }, status }) => {
        if (await deleteRating(db, { user_id, kind, title_id: pathId(kind, id) })) {
          return status(204, undefined);
        }
        throw new ApiError(notFound);
      },
      {
        account: true,
        params,
        detail: accountRoute(`unrate${name}`, `Delete the rating of a ${kind}`),
        response: { 204: Type.Void(), ...accountErrors, ...errorResponses(notFound) },
      },
    );
};

/** The ratings of an account. */
export const ratingRoutes = ({ db, tokens }: Bearer) =>
  new Elysia({ tags })
    .use(titleRating({ db, tokens }, "movie"))
    .use(titleRating({ db, tokens }, "series"))
    .use(bearer({ db, tokens }))
    .get(
      "/account/ratings/movies",
      async ({ owner: { user_id }, query, set }) =>
        entryPage(
          query,
          await listRatings<RatedMovie>(db, {
            user_id,
            kind: "movie",
            ...query,
            asked: askedOf(query),
          }),
          set,
        ),
      {
        account: true,
        query: EntryPageQuery,
        detail: accountRoute(
          "listRatedMovies",
          "List the movies that the account has rated, newest first",
        ),
        response: {
          200: RatedMoviePage,
          ...accountErrors,
          ...errorResponses("validation_error"),
        },
      },
    )
    .get(
      "/account/ratings/series",
      async ({ owner: { user_id }, query, set }) =>
        entryPage(
          query,
          await listRatings<RatedSeries>(db, {
            user_id,
            kind: "series",
            ...query,
            asked: askedOf(query),
          }),
          set,
        ),
      {
        account: true,
        query: EntryPageQuery,
        detail: accountRoute(
          "listRatedSeries",
          "List the series that the account has rated, newest first",
        ),
        response: {
          200: RatedSeriesPage,
          ...accountErrors,
          ...errorResponses("validation_error"),
        },
      },
    );
