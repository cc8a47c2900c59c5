import { Elysia, t } from "elysia";
import { accountRefusals, accountSecurity, type Bearer, bearer } from "~/account/auth/bearer";
import { EntryPageQuery } from "~/account/entries";
import { ApiError, errorResponses } from "~/http/errors";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import type { TitleKind } from "~/vocabulary";
import {
  type ListedMovie,
  type ListedSeries,
  WatchlistEntry,
  WatchlistMoviePage,
  WatchlistSeriesPage,
} from "./model";
import { deleteWatchlistEntry, listWatchlist, putWatchlistEntry } from "./queries";

const tags = ["Watchlist"];
const documented = (operationId: string, summary: string) => ({
  operationId,
  summary,
  security: accountSecurity,
});
const names = { movie: "Movie", series: "Series" } as const;

/** The place of a movie or of a series on the watchlist: take it, give it up (M60). */
const titleOnWatchlist = ({ db, tokens }: Bearer, kind: TitleKind) => {
  const missing = `${kind}_not_found` as const;
  const params = t.Object({ id: IdPath(kind) });
  return new Elysia({ prefix: kind === "movie" ? "/movies" : "/series", tags })
    .use(bearer({ db, tokens }))
    .put(
      "/:id/watchlist",
      async ({ owner: { user_id }, params: { id } }) => {
        const entry = await putWatchlistEntry(db, { user_id, kind, title_id: pathId(kind, id) });
        if (entry === undefined) throw new ApiError(missing);
        return entry;
      },
      {
        account: true,
        params,
        detail: documented(`watch${names[kind]}`, `Put a ${kind} on the watchlist`),
        response: { 200: WatchlistEntry, ...accountRefusals, ...errorResponses(missing) },
      },
    )
    .delete(
      "/:id/watchlist",
      async ({ owner: { user_id }, params: { id }, status }) => {
        if (await deleteWatchlistEntry(db, { user_id, kind, title_id: pathId(kind, id) })) {
          return status(204, undefined);
        }
        throw new ApiError(missing);
      },
      {
        account: true,
        params,
        detail: documented(`unwatch${names[kind]}`, `Take a ${kind} off the watchlist`),
        response: { 204: t.Void(), ...accountRefusals, ...errorResponses(missing) },
      },
    );
};

/** The watchlist of an account: its entries and its lists (M60 to M63). */
export const watchlistRoutes = ({ db, tokens }: Bearer) =>
  new Elysia({ tags })
    .use(titleOnWatchlist({ db, tokens }, "movie"))
    .use(titleOnWatchlist({ db, tokens }, "series"))
    .use(bearer({ db, tokens }))
    .get(
      "/account/watchlist/movies",
      async ({ owner: { user_id }, query }) =>
        page(query, await listWatchlist<ListedMovie>(db, { user_id, kind: "movie", ...query })),
      {
        account: true,
        query: EntryPageQuery,
        detail: documented("listWatchlistMovies", "The movies on the watchlist, newest first"),
        response: {
          200: WatchlistMoviePage,
          ...accountRefusals,
          ...errorResponses("validation_error"),
        },
      },
    )
    .get(
      "/account/watchlist/series",
      async ({ owner: { user_id }, query }) =>
        page(query, await listWatchlist<ListedSeries>(db, { user_id, kind: "series", ...query })),
      {
        account: true,
        query: EntryPageQuery,
        detail: documented("listWatchlistSeries", "The series on the watchlist, newest first"),
        response: {
          200: WatchlistSeriesPage,
          ...accountRefusals,
          ...errorResponses("validation_error"),
        },
      },
    );
