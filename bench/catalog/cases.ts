import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { publicId } from "~/db/sql";

/** The path of the n-th request of a case. */
export type Case = { name: string; path: (n: number) => string };

/** Ids and names spread over the catalog. */
async function sample(db: Db, kind: "movie" | "person", table: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select ${publicId(kind, sql`id`)} as id from ${sql.identifier(table)}
    order by md5(id::text) limit 40`);
  return rows.map(({ id }) => id);
}

async function names(db: Db): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select title as name from movies order by md5(id::text) limit 40`);
  return rows.map(({ name }) => name);
}

const spread = (values: readonly string[], path: (value: string) => string) => (n: number) =>
  path(values[n % values.length] ?? "");
const fixed = (path: string) => () => path;

/** All pages of a list are equally likely. */
const deep = (path: string, pages: number) => (n: number) =>
  `${path}${path.includes("?") ? "&" : "?"}page=${1 + ((n * 7_919) % pages)}`;

const dropped = (text: string, at: number) => text.slice(0, at) + text.slice(at + 1);
const search = (text: string) => `/search?query=${encodeURIComponent(text)}`;

const lists = (movies: number): Case[] => {
  const genre = "genre_01980000000070008000000000000001";
  const pages = Math.floor(movies / 20);
  return [
    { name: "movies, page 1", path: fixed("/movies") },
    { name: "movies, any page", path: deep("/movies", pages) },
    ...["rating.desc", "release_date.desc", "title.asc"].map((sort) => ({
      name: `movies by ${sort}`,
      path: fixed(`/movies?sort_by=${sort}`),
    })),
    { name: "movies by title, any page", path: deep("/movies?sort_by=title.asc", pages) },
    { name: "movies of a genre", path: fixed(`/movies?genre=${genre}`) },
    { name: "movies of a year", path: (n) => `/movies?year=${1950 + ((n * 13) % 70)}` },
    { name: "movies by status", path: fixed("/movies?status=planned") },
    {
      name: "movies, genre and year",
      path: (n) => `/movies?genre=${genre}&year=${1950 + ((n * 13) % 70)}&sort_by=rating.desc`,
    },
    { name: "series, page 1", path: fixed("/series") },
    { name: "people, page 1", path: fixed("/people") },
    { name: "people, any page", path: deep("/people", pages) },
    { name: "companies", path: fixed("/companies") },
    { name: "keywords", path: fixed("/keywords") },
    { name: "genres", path: fixed("/genres") },
    { name: "now playing", path: fixed("/movies/now-playing") },
    { name: "upcoming", path: fixed("/movies/upcoming") },
    { name: "trending", path: fixed("/movies/trending") },
  ];
};

/** Every list, filter, order, deep page, detail and class of search, below /api/v1. */
export async function cases(db: Db, movies: number): Promise<Case[]> {
  const [ids, people, titles] = [
    await sample(db, "movie", "movies"),
    await sample(db, "person", "people"),
    await names(db),
  ];
  return [
    ...lists(movies),
    { name: "movie", path: spread(ids, (id) => `/movies/${id}`) },
    { name: "movie credits", path: spread(ids, (id) => `/movies/${id}/credits`) },
    { name: "person", path: spread(people, (id) => `/people/${id}`) },
    { name: "search: exact", path: spread(titles, search) },
    { name: "search: as you type", path: spread(titles, (title) => search(title.slice(0, 6))) },
    { name: "search: a slip", path: spread(titles, (title) => search(dropped(title, 2))) },
    { name: "search: common word", path: fixed(search("the")) },
    { name: "search: nothing", path: fixed(search("qqqqqq")) },
  ];
}
