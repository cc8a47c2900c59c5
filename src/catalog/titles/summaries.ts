import { type Static, Type } from "@sinclair/typebox";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isAdult } from "~/catalog/adult";
import {
  Adult,
  ImagePath,
  Overview,
  Popularity,
  RemovedAt,
  Runtime,
  UpdatedAt,
  VoteAverage,
  VoteCount,
} from "~/catalog/fields";
import { localizable } from "~/catalog/language/model";
import { movies, series } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import { CalendarDate, ListOf, Nullable, OneOf, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { genres as fixedGenres, movieStatuses, seriesStatuses } from "~/vocabulary";

export const GenreLabel = Type.Object(
  {
    id: PublicId("genre"),
    name: Type.String({ description: "Name in English", examples: ["Science Fiction"] }),
  },
  { $id: "GenreLabel", description: "A genre of a title" },
);
export type GenreLabel = Static<typeof GenreLabel>;

const TitleGenres = ListOf(GenreLabel, fixedGenres.length, {
  description: "Genres in the provider's order",
});

type Titles = Record<"id" | "genre_labels", SQLWrapper>;

/** The genres of a title, in the provider's order, as the table `movies` or `series` stores them. */
const genresOf = ({ id, genre_labels }: Titles): SQL<GenreLabel[]> =>
  sql<GenreLabel[]>`coalesce(${genre_labels}, genre_labels_of(${id}))::json`;

const OriginalTitle = (example: string) =>
  Nullable(
    Type.String({
      description: "Title in the original language; null when unknown",
      examples: [example],
    }),
  );

const OriginalLanguage = () =>
  Nullable(Type.String({ description: "ISO 639-1; null when unknown", examples: ["en"] }));

export const MovieSummary = localizable(
  "movie",
  {
    id: PublicId("movie"),
    kind: Type.Literal("movie", { description: "Always `movie`" }),
    title: Type.String({ description: "Title in English", examples: ["The Matrix"] }),
    original_title: OriginalTitle("The Matrix"),
    original_language: OriginalLanguage(),
    overview: Overview(
      "A programmer learns that the world he knows is simulated, and joins those who resist.",
    ),
    release_date: Nullable(CalendarDate({ examples: ["1999-03-31"] }), {
      description: "First release anywhere; null when unknown",
    }),
    year: Nullable(
      WholeNumber({ description: "Year of `release_date`; null when unknown", examples: [1999] }),
    ),
    status: Nullable(
      OneOf(movieStatuses, {
        description: "State of production; null when unknown",
        examples: ["released"],
      }),
    ),
    runtime: Runtime(136),
    popularity: Popularity(),
    vote_average: VoteAverage(8.2),
    vote_count: VoteCount(25_000),
    poster_path: ImagePath("Poster", "/demo-poster.jpg"),
    backdrop_path: ImagePath("Backdrop", "/demo-backdrop.jpg"),
    genres: TitleGenres,
    adult: Adult(),
    updated_at: UpdatedAt(),
    removed_at: RemovedAt(),
  },
  { $id: "MovieSummary", description: "A movie in a list" },
);
export type MovieSummary = Static<typeof MovieSummary>;

/** The columns of a {@link MovieSummary}, for any SELECT that reads `movies`. */
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
  genres: genresOf(movies).as("genres"),
  adult: isAdult(movies).as("adult"),
  updated_at: timestamp(movies.updated_at).as("updated_at"),
  removed_at: timestamp(movies.removed_at).as("removed_at"),
};

export const SeriesSummary = localizable(
  "series",
  {
    id: PublicId("series"),
    kind: Type.Literal("series", { description: "Always `series`" }),
    title: Type.String({ description: "Title in English", examples: ["Breaking Bad"] }),
    original_title: OriginalTitle("Breaking Bad"),
    original_language: OriginalLanguage(),
    overview: Overview(
      "A chemistry teacher with little time left starts to cook drugs, and gets good at it.",
    ),
    first_air_date: Nullable(CalendarDate({ examples: ["2008-01-20"] }), {
      description: "When the first episode aired or will air; null when unknown",
    }),
    last_air_date: Nullable(CalendarDate({ examples: ["2013-09-29"] }), {
      description: "When the latest episode aired; null when none has",
    }),
    year: Nullable(
      WholeNumber({ description: "Year of `first_air_date`; null when unknown", examples: [2008] }),
    ),
    status: Nullable(
      OneOf(seriesStatuses, {
        description: "State of production; null when unknown",
        examples: ["ended"],
      }),
    ),
    number_of_seasons: Nullable(
      WholeNumber({
        description: "Seasons without the specials; null when unknown",
        examples: [5],
      }),
    ),
    number_of_episodes: Nullable(
      WholeNumber({
        description: "Episodes without the specials; null when unknown",
        examples: [62],
      }),
    ),
    popularity: Popularity(),
    vote_average: VoteAverage(8.9),
    vote_count: VoteCount(25_000),
    poster_path: ImagePath("Poster", "/demo-poster.jpg"),
    backdrop_path: ImagePath("Backdrop", "/demo-backdrop.jpg"),
    genres: TitleGenres,
    adult: Adult(),
    updated_at: UpdatedAt(),
    removed_at: RemovedAt(),
  },
  { $id: "SeriesSummary", description: "A series in a list" },
);
export type SeriesSummary = Static<typeof SeriesSummary>;

/** The columns of a {@link SeriesSummary}, for any SELECT that reads `series`. */
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
  genres: genresOf(series).as("genres"),
  adult: isAdult(series).as("adult"),
  updated_at: timestamp(series.updated_at).as("updated_at"),
  removed_at: timestamp(series.removed_at).as("removed_at"),
};
