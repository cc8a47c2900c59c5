import { describe, expect, test } from "bun:test";
import collections from "~/demo/collections.json" with { type: "json" };
import companies from "~/demo/companies.json" with { type: "json" };
import mentioned from "~/demo/mentioned.json" with { type: "json" };
import movieRecords from "~/demo/movies.json" with { type: "json" };
import people from "~/demo/people.json" with { type: "json" };
import reference from "~/demo/reference.json" with { type: "json" };
import type { Movie } from "~/demo/schema/movie";
import type { Series } from "~/demo/schema/series";
import seriesRecords from "~/demo/series.json" with { type: "json" };
import trending from "~/demo/trending.json" with { type: "json" };

const movies: Movie[] = movieRecords;
const series: Series[] = seriesRecords;

type Key = string | number;
const ids = (rows: readonly { id: number }[]): Key[] => rows.map((row) => row.id);
const names = (rows: readonly { name: string }[]): Key[] => rows.map((row) => row.name);
const codes = (rows: readonly { code: string }[]): Key[] => rows.map((row) => row.code);

/** What a record can refer to, by the word that a message has for it. */
const known = {
  genre: new Set(names(reference.genres)),
  keyword: new Set(names(reference.keywords)),
  network: new Set(names(reference.networks)),
  "watch provider": new Set(ids(reference.watch_providers)),
  country: new Set(codes(reference.countries)),
  language: new Set(codes(reference.languages)),
  job: new Set(names(reference.jobs)),
  company: new Set(names(companies)),
  person: new Set(names(people)),
  movie: new Set([...ids(movies), ...ids(mentioned.movies)]),
  series: new Set([...ids(series), ...ids(mentioned.series)]),
  collection: new Set([...ids(collections), ...ids(mentioned.collections)]),
  "served movie": new Set(ids(movies)),
  "served series": new Set(ids(series)),
};

/** The references of `owner` that lead nowhere. */
function lost(owner: string, what: keyof typeof known, keys: readonly Key[] = []): string[] {
  return keys
    .filter((key) => !known[what].has(key))
    .map((key) => `${owner} refers to the ${what} ${JSON.stringify(key)}, which is not there`);
}

function lostByTitle(owner: string, title: Movie | Series): string[] {
  const offers = Object.values(title.watch_providers ?? {}).flatMap((kinds) =>
    Object.values(kinds),
  );
  return [
    ...lost(owner, "genre", title.genres),
    ...lost(owner, "keyword", title.keywords),
    ...lost(owner, "company", title.companies),
    ...lost(owner, "country", title.countries),
    ...lost(owner, "language", [title.original_language ?? "en"]),
    ...lost(owner, "person", names([...title.cast, ...title.crew])),
    ...lost(
      owner,
      "job",
      title.crew.flatMap((member) => member.jobs),
    ),
    ...lost(owner, "watch provider", offers.flat()),
  ];
}

function lostBySeason(owner: string, season: Series["seasons"][number]): string[] {
  const guests = season.guests ?? [];
  const directors = season.episodes.flatMap(({ director }) => director ?? []);
  const missing = guests
    .flatMap((guest) => guest.episodes)
    .filter((number) => number > season.episodes.length);
  return [
    ...lost(owner, "person", [...names(guests), ...directors]),
    ...missing.map((number) => `${owner} has a guest in episode ${number}, which is not there`),
  ];
}

describe("references in the demo's data", () => {
  test("whatever a movie refers to exists", () => {
    const missing = movies.flatMap((movie) => {
      const owner = `movie ${movie.id}`;
      return [
        ...lostByTitle(owner, movie),
        ...lost(owner, "movie", movie.recommendations),
        ...lost(owner, "collection", movie.collection === undefined ? [] : [movie.collection]),
      ];
    });
    expect(missing).toEqual([]);
  });

  test("whatever a series, its seasons and their episodes refer to exists", () => {
    const missing = series.flatMap((one) => {
      const owner = `series ${one.id}`;
      return [
        ...lostByTitle(owner, one),
        ...lost(owner, "network", one.networks),
        ...lost(owner, "person", one.creators),
        ...lost(owner, "series", one.recommendations),
        ...one.seasons.flatMap((season) => lostBySeason(`season ${season.id}`, season)),
      ];
    });
    expect(missing).toEqual([]);
  });

  test("whatever collections, rankings and mentioned titles refer to exists", () => {
    const missing = [
      ...collections.flatMap(({ id, parts }) => lost(`collection ${id}`, "movie", parts)),
      ...lost("trending", "served movie", Object.values(trending.movie).flat()),
      ...lost("trending", "served series", Object.values(trending.tv).flat()),
      ...[...mentioned.movies, ...mentioned.series].flatMap(({ id, genres }) =>
        lost(`mentioned title ${id}`, "genre", genres),
      ),
      ...mentioned.series.flatMap(({ id, countries }) =>
        lost(`mentioned series ${id}`, "country", countries),
      ),
    ];
    expect(missing).toEqual([]);
  });

  test("a collection lists exactly those served movies that say they belong to it", () => {
    for (const { id, parts } of collections) {
      const belonging = movies.filter((movie) => movie.collection === id);
      expect({ id, parts: parts.filter((part) => known["served movie"].has(part)).sort() }).toEqual(
        { id, parts: belonging.map((movie) => movie.id).sort() },
      );
    }
  });
});
