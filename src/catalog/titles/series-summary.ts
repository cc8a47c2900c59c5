import { sql } from "drizzle-orm";
import { type Static, t } from "elysia";
import { series } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import { CalendarDate, Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { seriesStatuses } from "~/vocabulary";
import { genresOf, TitleGenres } from "./genre-labels";

/** A series as lists show it (M29). What is not known is null, never missing and never "" (M18). */
export const SeriesSummary = t.Object({
  id: PublicId("series"),
  kind: t.Literal("series"),
  title: t.String(),
  original_title: Nullable(t.String()),
  original_language: Nullable(t.String({ description: "ISO 639-1" })),
  overview: Nullable(t.String()),
  first_air_date: Nullable(CalendarDate()),
  last_air_date: Nullable(CalendarDate()),
  year: Nullable(WholeNumber()),
  status: Nullable(OneOf(seriesStatuses)),
  number_of_seasons: Nullable(WholeNumber()),
  number_of_episodes: Nullable(WholeNumber()),
  popularity: Nullable(t.Number()),
  vote_average: Nullable(t.Number()),
  vote_count: Nullable(WholeNumber()),
  poster_path: Nullable(t.String({ description: "Below the image base of GET /configuration" })),
  backdrop_path: Nullable(t.String()),
  genres: TitleGenres,
  adult: t.Boolean(),
  updated_at: Timestamp(),
});
export type SeriesSummary = Static<typeof SeriesSummary>;

/** The columns of a {@link SeriesSummary}, for any SELECT that reads `series`; it costs no statement of its own. */
export const seriesSummary = {
  id: publicId("series", series.id).as("id"),
  kind: sql<"series">`'series'`.as("kind"),
  title: series.title,
  original_title: series.original_title,
  original_language: series.original_language,
  overview: series.overview,
  first_air_date: series.first_air_date,
  last_air_date: series.last_air_date,
  year: series.year,
  status: series.status,
  number_of_seasons: series.number_of_seasons,
  number_of_episodes: series.number_of_episodes,
  popularity: series.popularity,
  vote_average: series.vote_average,
  vote_count: series.vote_count,
  poster_path: series.poster_path,
  backdrop_path: series.backdrop_path,
  genres: genresOf(series.id).as("genres"),
  adult: series.adult,
  updated_at: timestamp(series.updated_at).as("updated_at"),
};
