import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accountErrors, accountRoute, type Bearer, bearer } from "~/account/auth/bearer";
import { EntryPageQuery, entryPage, titleRoutes } from "~/account/entries";
import { askedOf } from "~/catalog/records/list-parameters";
import { ApiError, errorResponses } from "~/http/errors";
import { pathId } from "~/http/request/public-id";
import type { TitleKind } from "~/vocabulary";
import {
  WatchlistEntry,
  type WatchlistMovie,
  WatchlistMoviePage,
  type WatchlistSeries,
  WatchlistSeriesPage,
} from "./model";
import { deleteWatchlistEntry, listWatchlist, putWatchlistEntry } from "./queries";

const tags = ["Watchlist"];

/** Adds a movie or series to the watchlist and removes it. */
const titleOnWatchlist = ({ db, tokens }: Bearer, kind: TitleKind) => {
  const { prefix, name, params } = titleRoutes[kind];
  const notFound = `${kind}_not_found` as const;
  return new Elysia({ prefix, tags })
    .use(bearer({ db, tokens }))
    .put(
      "/:id/watchlist",
      async ({ owner: { user_id }, params: { id } }) => {
        const entry = await putWatchlistEntry(db, { user_id, kind, title_id: pathId(kind, id) });
        if (entry === undefined) throw new ApiError(notFound);
        return entry;
      },
      {
        account: true,
        params,
        detail: accountRoute(`watch${name}`, `Add a ${kind} to the watchlist`),
        response: { 200: WatchlistEntry, ...accountErrors, ...errorResponses(notFound) },
      },
    )
    .delete(
      "/:id/watchlist",
      async ({ owner: { user_id }, params: { id }, status }) => {
        if (await deleteWatchlistEntry(db, { user_id, kind, title_id: pathId(kind, id) })) {
          return status(204, undefined);
        }
        throw new ApiError(notFound);
      },
      {
        account: true,
        params,
        detail: accountRoute(`unwatch${name}`, `Remove a ${kind} from the watchlist`),
        response: { 204: Type.Void(), ...accountErrors, ...errorResponses(notFound) },
      },
    );
};

/** The watchlist of an account. */
export const watchlistRoutes = ({ db, tokens }: Bearer) =>
  new Elysia({ tags })
    .use(titleOnWatchlist({ db, tokens }, "movie"))
    .use(titleOnWatchlist({ db, tokens }, "series"))
    .use(bearer({ db, tokens }))
    .get(
      "/account/watchlist/movies",
      async ({ owner: { user_id }, query, set }) =>
        entryPage(
          query,
          await listWatchlist<WatchlistMovie>(db, {
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
          "listWatchlistMovies",
          "List the movies on the watchlist, newest first",
        ),
        response: {
          200: WatchlistMoviePage,
          ...accountErrors,
          ...errorResponses("validation_error"),
        },
      },
    )
    .get(
      "/account/watchlist/series",
      async ({ owner: { user_id }, query, set }) =>
        entryPage(
          query,
          await listWatchlist<WatchlistSeries>(db, {
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
          "listWatchlistSeries",
          "List the series on the watchlist, newest first",
        ),
        response: {
          200: WatchlistSeriesPage,
          ...accountErrors,
          ...errorResponses("validation_error"),
        },
      },
    );
