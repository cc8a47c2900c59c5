import { moment, publicId } from "./ids";

const bare = {
  original_title: null,
  original_language: null,
  overview: null,
  year: null,
  status: null,
  popularity: null,
  vote_average: null,
  vote_count: null,
  poster_path: null,
  backdrop_path: null,
  genres: [],
  adult: false,
  updated_at: moment,
  removed_at: null,
};

/** The summary of a movie of {@link givenMovie} that says nothing but its title. */
export const movieSummary = (n: number) => ({
  ...bare,
  id: publicId("movie", n),
  kind: "movie",
  title: `Movie ${n}`,
  release_date: null,
  runtime: null,
});

/** The summary of a series of {@link givenSeries} that says nothing but its title. */
export const seriesSummary = (n: number) => ({
  ...bare,
  id: publicId("series", n),
  kind: "series",
  title: `Series ${n}`,
  first_air_date: null,
  last_air_date: null,
  number_of_seasons: null,
  number_of_episodes: null,
});
