import { type Static, Type } from "@sinclair/typebox";
import { ListedMovie, ListedSeries } from "~/catalog/titles/pages";
import { OneOf, Timestamp } from "~/http/request/fields";
import { Page } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { titleKinds } from "~/vocabulary";

export const WatchlistEntry = Type.Object(
  {
    entity_type: OneOf(titleKinds, { description: "Whether the title is a movie or a series" }),
    entity_id: Type.Union([PublicId("movie"), PublicId("series")], {
      description: "Id of the title",
    }),
    added_at: Timestamp({ description: "When it was added first" }),
  },
  { $id: "WatchlistEntry", description: "A title that the account wants to watch" },
);
export type WatchlistEntry = Static<typeof WatchlistEntry>;

const added_at = Timestamp({ description: "When the title was added" });

const WatchlistMovie = Type.Object(
  { added_at, movie: ListedMovie },
  { $id: "WatchlistMovie", description: "A movie on the watchlist" },
);
export type WatchlistMovie = Static<typeof WatchlistMovie>;

const WatchlistSeries = Type.Object(
  { added_at, series: ListedSeries },
  { $id: "WatchlistSeries", description: "A series on the watchlist" },
);
export type WatchlistSeries = Static<typeof WatchlistSeries>;

export const WatchlistMoviePage = Page(
  WatchlistMovie,
  {},
  { $id: "WatchlistMoviePage", description: "A page of the movies on the watchlist" },
);
export const WatchlistSeriesPage = Page(
  WatchlistSeries,
  {},
  { $id: "WatchlistSeriesPage", description: "A page of the series on the watchlist" },
);
