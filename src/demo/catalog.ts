import collectionsFile from "./collections.json" with { type: "json" };
import companiesFile from "./companies.json" with { type: "json" };
import mentionedFile from "./mentioned.json" with { type: "json" };
import moviesFile from "./movies.json" with { type: "json" };
import peopleFile from "./people.json" with { type: "json" };
import referenceFile from "./reference.json" with { type: "json" };
import type { Movie, MovieSummary } from "./schema/movie";
import type { Person } from "./schema/person";
import type { Collection, Company, Named } from "./schema/reference";
import type { Series, SeriesSummary } from "./schema/series";
import seriesFile from "./series.json" with { type: "json" };

function byId<T extends { id: number }>(rows: readonly T[]): ReadonlyMap<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

export const moviesById = byId<Movie>(moviesFile);
export const seriesById = byId<Series>(seriesFile);
export const collectionsById = byId<Collection>(collectionsFile);
export const companiesById = byId<Company>(companiesFile);
export const peopleById = byId<Person>(peopleFile);
export const watchProvidersById = byId<Named>(referenceFile.watch_providers);

/** What titles refer to but the demo does not serve. */
export const mentioned = {
  moviesById: byId<MovieSummary>(mentionedFile.movies),
  seriesById: byId<SeriesSummary>(mentionedFile.series),
  collectionsById: byId<Named>(mentionedFile.collections),
};

const hasPage = (person: Person) => person.details !== undefined;

/** All TMDB ids that the demo provider serves. */
export const demoTitles: {
  movies: number[];
  series: number[];
  collections: number[];
  people: number[];
} = {
  movies: [...moviesById.keys()],
  series: [...seriesById.keys()],
  collections: [...collectionsById.keys()],
  people: [...peopleById.values()].filter(hasPage).map((person) => person.id),
};
