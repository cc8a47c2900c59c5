import { dateOf } from "~/demo/calendar";
import { mentioned, moviesById, seriesById } from "~/demo/catalog";
import { firstAirDate } from "~/demo/episodes";
import { popularityOf, voteCountOf } from "~/demo/numbers";
import type { MovieSummary } from "~/demo/schema/movie";
import type { SeriesSummary } from "~/demo/schema/series";
import type { Body } from "./body";
import { pathOf } from "./images";
import { genreIdsOf } from "./labels";

/** Popularity and votes of a title; `name` is "movie-603" or "series-1399". */
export function popularityAndVotes(name: string, score: number): Body {
  return {
    popularity: popularityOf(name),
    vote_average: score,
    vote_count: voteCountOf(name, score, 30_000),
  };
}

function movieSummary(id: number): MovieSummary {
  const movie = moviesById.get(id) ?? mentioned.moviesById.get(id);
  if (movie === undefined) throw new Error(`The demo does not know movie ${id}`);
  return movie;
}

/** A movie as lists, recommendations and collections show it. */
export function movieListItem(id: number, today: string): Body {
  const movie = movieSummary(id);
  const name = `movie-${id}`;
  return {
    adult: movie.adult === true,
    backdrop_path: pathOf(name, "backdrop", movie.art),
    id,
    title: movie.title,
    original_title: movie.original_title ?? movie.title,
    overview: movie.overview ?? "",
    poster_path: pathOf(name, "poster", movie.art),
    media_type: "movie",
    original_language: movie.original_language ?? "en",
    genre_ids: genreIdsOf(movie.genres),
    release_date: dateOf(movie.release_date, today),
    softcore: false,
    video: false,
    ...popularityAndVotes(name, movie.vote_average),
  };
}

function seriesSummary(id: number, today: string): SeriesSummary {
  const series = seriesById.get(id);
  if (series !== undefined) return { ...series, first_air_date: firstAirDate(series, today) };
  const summary = mentioned.seriesById.get(id);
  if (summary === undefined) throw new Error(`The demo does not know series ${id}`);
  return summary;
}

/** A series as lists and recommendations show it. */
export function seriesListItem(id: number, today: string): Body {
  const series = seriesSummary(id, today);
  const name = `series-${id}`;
  return {
    adult: series.adult === true,
    backdrop_path: pathOf(name, "backdrop", series.art),
    id,
    name: series.name,
    original_name: series.original_name ?? series.name,
    overview: series.overview ?? "",
    poster_path: pathOf(name, "poster", series.art),
    media_type: "tv",
    original_language: series.original_language ?? "en",
    genre_ids: genreIdsOf(series.genres),
    first_air_date: series.first_air_date,
    softcore: false,
    ...popularityAndVotes(name, series.vote_average),
    origin_country: series.countries,
  };
}

/** One page of list items, the only one. */
export function onePage(items: Body[]): Body {
  return { page: 1, results: items, total_pages: 1, total_results: items.length };
}
