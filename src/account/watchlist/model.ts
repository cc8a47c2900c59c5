import { type Static, Type } from "@sinclair/typebox";
import { MovieSummary, SeriesSummary } from "~/catalog/titles/summaries";
import { OneOf, Timestamp } from "~/http/request/fields";
import { Page } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { titleKinds } from "~/vocabulary";

/** A place on the watchlist as its owner sees it after taking it (M60). */
export const WatchlistEntry = Type.Object({
  entity_type: OneOf(titleKinds),
  entity_id: Type.Union([PublicId("movie"), PublicId("series")]),
  added_at: Timestamp({ description: "When it was added first" }),
});
export type WatchlistEntry = Static<typeof WatchlistEntry>;

const ListedMovie = Type.Object({ added_at: Timestamp(), movie: MovieSummary });
export type ListedMovie = Static<typeof ListedMovie>;
const ListedSeries = Type.Object({ added_at: Timestamp(), series: SeriesSummary });
export type ListedSeries = Static<typeof ListedSeries>;

export const WatchlistMoviePage = Page(ListedMovie);
export const WatchlistSeriesPage = Page(ListedSeries);
