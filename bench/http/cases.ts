import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { publicId } from "~/db/sql";

/** A request to the service, with the paths below /api/v1 that it has in turn. */
export type Case = {
  name: string;
  paths: readonly string[];
  headers?: Record<string, string>;
  /** 200 by default. */
  status?: number;
};

/** Different paths of a case; a hot one has seen all of them before. */
const VARIANTS = 100;

const times = (path: (n: number) => string): string[] =>
  Array.from({ length: VARIANTS }, (_, n) => path(n));

/** All pages of a list are equally likely. */
const anyPage = (path: string, pages: number): string[] =>
  times((n) => `${path}${path.includes("?") ? "&" : "?"}page=${1 + ((n * 7_919) % pages)}`);

/** Ids and names spread over the catalog. */
async function sample(db: Db, kind: "movie" | "person", table: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select ${publicId(kind, sql`id`)} as id from ${sql.identifier(table)}
    order by md5(id::text) limit ${VARIANTS}`);
  return rows.map(({ id }) => id);
}

/** Every list: filters, orders and pages. */
export function listCases(movies: number): Case[] {
  const genre = "genre_01980000000070008000000000000001";
  const pages = Math.floor(movies / 20);
  const years = (path: (year: number) => string) => times((n) => path(1950 + ((n * 13) % 70)));
  return [
    { name: "movies, page 1", paths: ["/movies"] },
    { name: "movies, page of 50", paths: ["/movies?page_size=50"] },
    { name: "changes, page of 1,000", paths: ["/changes?since=0&limit=1000"] },
    { name: "movies, any page", paths: anyPage("/movies", pages) },
    ...["rating.desc", "release_date.desc", "title.asc"].map((sort) => ({
      name: `movies by ${sort}`,
      paths: [`/movies?sort_by=${sort}`],
    })),
    { name: "movies by title, any page", paths: anyPage("/movies?sort_by=title.asc", pages) },
    { name: "movies of a genre", paths: [`/movies?genre=${genre}`] },
    { name: "movies of a year", paths: years((year) => `/movies?year=${year}`) },
    { name: "movies by status", paths: ["/movies?status=planned"] },
    {
      name: "movies, genre and year",
      paths: years((year) => `/movies?genre=${genre}&year=${year}&sort_by=rating.desc`),
    },
    { name: "series, page 1", paths: ["/series"] },
    { name: "people, page 1", paths: ["/people"] },
    { name: "people, any page", paths: anyPage("/people", pages) },
    { name: "companies", paths: ["/companies"] },
    { name: "keywords", paths: ["/keywords"] },
    { name: "genres", paths: ["/genres"] },
    { name: "now playing", paths: ["/movies/now-playing"] },
    { name: "upcoming", paths: ["/movies/upcoming"] },
    { name: "trending", paths: ["/movies/trending"] },
  ];
}

/** Single records and what belongs to them. */
export async function detailCases(db: Db): Promise<Case[]> {
  const movies = await sample(db, "movie", "movies");
  const people = await sample(db, "person", "people");
  return [
    { name: "movie", paths: movies.map((id) => `/movies/${id}`) },
    { name: "movie credits", paths: movies.map((id) => `/movies/${id}/credits`) },
    { name: "movie images", paths: movies.map((id) => `/movies/${id}/images`) },
    { name: "movie videos", paths: movies.map((id) => `/movies/${id}/videos`) },
    {
      name: "movie with these three",
      paths: movies.map((id) => `/movies/${id}?include=credits,images,videos`),
    },
    { name: "person", paths: people.map((id) => `/people/${id}`) },
  ];
}

const dropped = (text: string, at: number) => text.slice(0, at) + text.slice(at + 1);
const search = (text: string) => `/search?query=${encodeURIComponent(text)}`;

/** The classes of searches. */
export async function searchCases(db: Db): Promise<Case[]> {
  const rows = await db.execute<{ title: string }>(sql`
    select title from movies order by md5(id::text) limit ${VARIANTS}`);
  const titles = rows.map(({ title }) => title);
  return [
    { name: "search: exact", paths: titles.map(search) },
    { name: "search: as you type", paths: titles.map((title) => search(title.slice(0, 6))) },
    { name: "search: a slip", paths: titles.map((title) => search(dropped(title, 2))) },
    { name: "search: common word", paths: [search("the")] },
    { name: "search: nothing", paths: [search("qqqqqq")] },
  ];
}
