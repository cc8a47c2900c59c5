import { type CollectionFacts, collections } from "./collections";
import type { MovieFacts } from "./movie-facts";
import { moviesAroundToday } from "./movies/around-today";
import { moviesBefore1965 } from "./movies/before-1965";
import { type MovieBeyond, moviesBeyond } from "./movies/beyond";
import { moviesOfEarlyNineties } from "./movies/early-nineties";
import { moviesOfEarlyTwoThousands } from "./movies/early-two-thousands";
import { moviesOfEighties } from "./movies/eighties";
import { moviesOfLateNineties } from "./movies/late-nineties";
import { moviesOfLateTwoThousands } from "./movies/late-two-thousands";
import { moviesSince2018 } from "./movies/since-2018";
import { moviesOfSixtiesAndSeventies } from "./movies/sixties-seventies";
import { moviesOfTwentyTens } from "./movies/twenty-tens";
import { type Life, lives } from "./people/lives";
import { type PersonRow, people } from "./people/lookup";
import { entryOf } from "./rows";
import { type SeriesBeyond, seriesBeyond } from "./series/beyond";
import { crimeSeries } from "./series/crime";
import { dramaSeries } from "./series/drama";
import { factualAndFamilySeries } from "./series/factual-and-family";
import { fantasticSeries } from "./series/fantastic";
import type { SeriesFacts } from "./series-facts";

function byId<T extends { id: number }>(rows: readonly T[]): ReadonlyMap<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

export const moviesById: ReadonlyMap<number, MovieFacts> = byId([
  ...moviesBefore1965,
  ...moviesOfSixtiesAndSeventies,
  ...moviesOfEighties,
  ...moviesOfEarlyNineties,
  ...moviesOfLateNineties,
  ...moviesOfEarlyTwoThousands,
  ...moviesOfLateTwoThousands,
  ...moviesOfTwentyTens,
  ...moviesSince2018,
  ...moviesAroundToday,
]);
export const seriesById: ReadonlyMap<number, SeriesFacts> = byId([
  ...crimeSeries,
  ...dramaSeries,
  ...fantasticSeries,
  ...factualAndFamilySeries,
]);
export const collectionsById: ReadonlyMap<number, CollectionFacts> = byId(collections);
export const moviesBeyondById: ReadonlyMap<number, MovieBeyond> = byId(moviesBeyond);
export const seriesBeyondById: ReadonlyMap<number, SeriesBeyond> = byId(seriesBeyond);

/** The people with a page of their own. */
export const livesById: ReadonlyMap<number, PersonRow & { life: Life }> = byId(
  Object.entries(lives).map(([name, life]) => ({ ...entryOf(people, name), life })),
);

/** Every id the demo provider can serve, in the provider's numbers. */
export const demoTitles: {
  movies: number[];
  series: number[];
  collections: number[];
  people: number[];
} = {
  movies: [...moviesById.keys()],
  series: [...seriesById.keys()],
  collections: [...collectionsById.keys()],
  people: [...livesById.keys()],
};
