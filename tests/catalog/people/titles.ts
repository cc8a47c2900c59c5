import type { Db } from "~/db/client";
import * as schema from "~/db/schema";
import { publicId, stamps, uuid } from "./served";

type Movie = Partial<(typeof schema.movies)["$inferInsert"]>;
type Series = Partial<(typeof schema.series)["$inferInsert"]>;

/** The movie with the n-th id; its id at the provider is n. */
export async function givenMovie(db: Db, n: number, movie: Movie = {}): Promise<void> {
  await db.insert(schema.titles).values({ id: uuid(n), kind: "movie", external_id: n });
  await db.insert(schema.movies).values({ id: uuid(n), title: `Movie ${n}`, ...stamps, ...movie });
}

/** The series with the n-th id; its id at the provider is n. */
export async function givenSeries(db: Db, n: number, series: Series = {}): Promise<void> {
  await db.insert(schema.titles).values({ id: uuid(n), kind: "series", external_id: n });
  await db
    .insert(schema.series)
    .values({ id: uuid(n), title: `Series ${n}`, ...stamps, ...series });
}

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
  updated_at: stamps.updated_at,
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
