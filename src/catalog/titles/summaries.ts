import { type Static, Type } from "@sinclair/typebox";
import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { jsonArray, subquery } from "~/db/json-sql";
import { genres, movies, series, title_genres } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import {
  CalendarDate,
  ListOf,
  Nullable,
  OneOf,
  Timestamp,
  WholeNumber,
} from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { genres as fixedGenres, movieStatuses, seriesStatuses } from "~/vocabulary";

/** A genre as titles show it: bare ids would force a second look-up (M21). */
export const GenreLabel = Type.Object({ id: PublicId("genre"), name: Type.String() });
export type GenreLabel = Static<typeof GenreLabel>;

export const TitleGenres = ListOf(GenreLabel, fixedGenres.length);

/** The genres of a title, in the provider's order. */
export const genresOf = (title_id: SQLWrapper): SQL<GenreLabel[]> =>
  jsonArray(
    subquery
      .select({ id: publicId("genre", genres.id).as("id"), name: genres.name })
      .from(title_genres)
      .innerJoin(genres, eq(genres.id, title_genres.genre_id))
      .where(eq(title_genres.title_id, title_id))
      .orderBy(title_genres.position, genres.id),
  );

/** A movie as lists show it (M21). What is not known is null, never missing and never "" (M18). */
export const MovieSummary = Type.Object({
  id: PublicId("movie"),
  kind: Type.Literal("movie"),
  title: Type.String(),
  original_title: Nullable(Type.String()),
  original_language: Nullable(Type.String({ description: "ISO 639-1" })),
  overview: Nullable(Type.String()),
  release_date: Nullable(CalendarDate()),
  year: Nullable(WholeNumber()),
  status: Nullable(OneOf(movieStatuses)),
  runtime: Nullable(WholeNumber({ description: "Minutes" })),
  popularity: Nullable(Type.Number()),
  vote_average: Nullable(Type.Number()),
  vote_count: Nullable(WholeNumber()),
  poster_path: Nullable(Type.String({ description: "Below the image base of GET /configuration" })),
  backdrop_path: Nullable(Type.String()),
  genres: TitleGenres,
  adult: Type.Boolean(),
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

/** A series as lists show it (M29). What is not known is null, never missing and never "" (M18). */
export const SeriesSummary = Type.Object({
  id: PublicId("series"),
  kind: Type.Literal("series"),
  title: Type.String(),
  original_title: Nullable(Type.String()),
  original_language: Nullable(Type.String({ description: "ISO 639-1" })),
  overview: Nullable(Type.String()),
  first_air_date: Nullable(CalendarDate()),
  last_air_date: Nullable(CalendarDate()),
  year: Nullable(WholeNumber()),
  status: Nullable(OneOf(seriesStatuses)),
  number_of_seasons: Nullable(WholeNumber()),
  number_of_episodes: Nullable(WholeNumber()),
  popularity: Nullable(Type.Number()),
  vote_average: Nullable(Type.Number()),
  vote_count: Nullable(WholeNumber()),
  poster_path: Nullable(Type.String({ description: "Below the image base of GET /configuration" })),
  backdrop_path: Nullable(Type.String()),
  genres: TitleGenres,
  adult: Type.Boolean(),
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
