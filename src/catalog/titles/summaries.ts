import { sql } from "drizzle-orm";
import { type Static, t } from "elysia";
import { movies } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import { CalendarDate, Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { movieStatuses } from "~/vocabulary";
import { genresOf, TitleGenres } from "./genre-labels";

/** A movie as lists show it (M21). What is not known is null, never missing and never "" (M18). */
export const MovieSummary = t.Object({
  id: PublicId("movie"),
  kind: t.Literal("movie"),
  title: t.String(),
  original_title: Nullable(t.String()),
  original_language: Nullable(t.String({ description: "ISO 639-1" })),
  overview: Nullable(t.String()),
  release_date: Nullable(CalendarDate()),
  year: Nullable(WholeNumber()),
  status: Nullable(OneOf(movieStatuses)),
  runtime: Nullable(WholeNumber({ description: "Minutes" })),
  popularity: Nullable(t.Number()),
  vote_average: Nullable(t.Number()),
  vote_count: Nullable(WholeNumber()),
  poster_path: Nullable(t.String({ description: "Below the image base of GET /configuration" })),
  backdrop_path: Nullable(t.String()),
  genres: TitleGenres,
  adult: t.Boolean(),
  updated_at: Timestamp(),
});
export type MovieSummary = Static<typeof MovieSummary>;

/** The columns of a {@link MovieSummary}, for any SELECT that reads `movies`; it costs no statement of its own. */
export const movieSummary = {
  id: publicId("movie", movies.id).as("id"),
  kind: sql<"movie">`'movie'`.as("kind"),
  title: movies.title,
  original_title: movies.original_title,
  original_language: movies.original_language,
  overview: movies.overview,
  release_date: movies.release_date,
  year: movies.year,
  status: movies.status,
  runtime: movies.runtime,
  popularity: movies.popularity,
  vote_average: movies.vote_average,
  vote_count: movies.vote_count,
  poster_path: movies.poster_path,
  backdrop_path: movies.backdrop_path,
  genres: genresOf(movies.id).as("genres"),
  adult: movies.adult,
  updated_at: timestamp(movies.updated_at).as("updated_at"),
};
