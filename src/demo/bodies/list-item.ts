import { dateOf } from "~/demo/calendar";
import { moviesBeyondById, moviesById, seriesBeyondById, seriesById } from "~/demo/catalog";
import { firstAirDate } from "~/demo/episodes";
import type { MovieFacts } from "~/demo/movie-facts";
import { popularityOf, voteCountOf } from "~/demo/numbers";
import type { SeriesFacts } from "~/demo/series-facts";
import type { Body } from "./body";
import { pathOf } from "./images";
import { countryCodesOf, genreIdsOf } from "./labels";

/** Popularity and votes of a title; `name` is "movie-603" or "series-1399". */
export function titleNumbers(name: string, score: number): Body {
  return {
    popularity: popularityOf(name),
    vote_average: score,
    vote_count: voteCountOf(name, score, 30_000),
  };
}

type MovieHead = Pick<
  MovieFacts,
  | "id"
  | "title"
  | "original"
  | "language"
  | "date"
  | "score"
  | "overview"
  | "genres"
  | "adult"
  | "art"
>;

function movieHead(id: number): MovieHead {
  const facts = moviesById.get(id);
  const beyond = moviesBeyondById.get(id);
  if (facts !== undefined) {
    return facts;
  }
  if (beyond === undefined) {
    throw new Error(`The demo does not know movie ${id}`);
  }
  return { ...beyond, score: beyond.date === "" ? 0 : 7, overview: "" };
}

/** A movie as lists, recommendations and collections show it. */
export function movieListItem(id: number, today: string): Body {
  const movie = movieHead(id);
  const name = `movie-${id}`;
  return {
    adult: movie.adult === true,
    backdrop_path: pathOf(name, "backdrop", movie.art),
    id,
    title: movie.title,
    original_title: movie.original ?? movie.title,
    overview: movie.overview,
    poster_path: pathOf(name, "poster", movie.art),
    media_type: "movie",
    original_language: movie.language ?? "en",
    genre_ids: genreIdsOf(movie.genres),
    release_date: dateOf(movie.date, today),
    softcore: false,
    video: false,
    ...titleNumbers(name, movie.score),
  };
}

type SeriesHead = Pick<
  SeriesFacts,
  | "id"
  | "name"
  | "original"
  | "language"
  | "score"
  | "overview"
  | "genres"
  | "countries"
  | "adult"
  | "art"
> & { date: string };

function seriesHead(id: number, today: string): SeriesHead {
  const facts = seriesById.get(id);
  const beyond = seriesBeyondById.get(id);
  if (facts !== undefined) {
    return { ...facts, date: firstAirDate(facts, today) };
  }
  if (beyond === undefined) {
    throw new Error(`The demo does not know series ${id}`);
  }
  return { ...beyond, score: 8, overview: "" };
}

/** A series as lists and recommendations show it. */
export function seriesListItem(id: number, today: string): Body {
  const series = seriesHead(id, today);
  const name = `series-${id}`;
  return {
    adult: series.adult === true,
    backdrop_path: pathOf(name, "backdrop", series.art),
    id,
    name: series.name,
    original_name: series.original ?? series.name,
    overview: series.overview,
    poster_path: pathOf(name, "poster", series.art),
    media_type: "tv",
    original_language: series.language ?? "en",
    genre_ids: genreIdsOf(series.genres),
    first_air_date: series.date,
    softcore: false,
    ...titleNumbers(name, series.score),
    origin_country: countryCodesOf(series.countries),
  };
}

/** One page of list items, the only one. */
export function onePage(items: Body[]): Body {
  return { page: 1, results: items, total_pages: 1, total_results: items.length };
}
