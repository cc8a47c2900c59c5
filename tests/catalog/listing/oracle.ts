import { genres } from "~/vocabulary";
import { publicId, uuid } from "../ids";

/** A title as the tests know it; `date` is release_date or first_air_date. */
export type Title = {
  n: number;
  title: string;
  date: string | null;
  status: string | null;
  popularity: number | null;
  vote_average: number | null;
  vote_count: number | null;
  adult: boolean;
  removed: boolean;
  genres: number[];
  keywords: number[];
};

export const keywordNames = ["time travel", "Time Travel", "heist", "100%_\\", "élan"];
export const keywordUuid = (n: number) => uuid(900_000 + n);
export const keywordId = (n: number) => publicId("keyword", 900_000 + n);
export const genreId = (place: number) => `genre_${genres[place]?.id.replaceAll("-", "")}`;

const names = ["Zorro", "alien", "Élite", "elite", "Elite", "Ärger", "zorro", "Bo", "12 Monkeys"];
const dates = ["1902-04-17", "1999-01-01", "1999-12-31", "2024-02-29", "2024-06-05", "2027-03-03"];
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Titles with few different values, so that most tie with others, and every null there is. */
export function titlesOf(statuses: readonly string[], count: number, from: number): Title[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + ((i * 7919) % 104_729);
    return {
      n,
      title: pick(names, i * 5),
      date: i % 11 === 0 ? null : pick(dates, i * 13 + Math.floor(i / 7)),
      status: i % 13 === 0 ? null : pick(statuses, i + Math.floor(i / 6)),
      popularity: i % 6 === 0 ? null : (i * 31) % 5,
      vote_average: i % 9 === 0 ? null : ((i * 17) % 4) * 2.5,
      vote_count: i % 10 === 0 ? null : (i * 23) % 6,
      adult: i % 12 === 5,
      removed: i % 17 === 8,
      genres: [6, 3, 19].filter((_, g) => i % (g + 2) === 0),
      keywords: [0, 1, 2, 3, 4].filter((k) => i % (2 * k + 3) === 0),
    };
  });
}

export type Asked = {
  genre?: number | { places: number[]; match: "all" | "any" };
  year?: number;
  status?: string;
  keyword?: { id: number } | { name: string };
  vote_count_gte?: number;
  include_adult?: boolean;
};

const lower = (text: string) => text.toLowerCase();
const hasKeyword = (title: Title, keyword: NonNullable<Asked["keyword"]>) =>
  "id" in keyword
    ? title.keywords.includes(keyword.id)
    : title.keywords.some((k) => lower(keywordNames[k] ?? "") === lower(keyword.name));

function hasGenres({ genres }: Title, genre: NonNullable<Asked["genre"]>): boolean {
  if (typeof genre === "number") return genres.includes(genre);
  const has = (place: number) => genres.includes(place);
  return genre.match === "all" ? genre.places.every(has) : genre.places.some(has);
}

/** Whether a title is in a listing. */
export const matches = (asked: Asked) => (title: Title) =>
  !title.removed &&
  (asked.include_adult === true || !title.adult) &&
  (asked.genre === undefined || hasGenres(title, asked.genre)) &&
  (asked.year === undefined || title.date?.startsWith(`${asked.year}-`) === true) &&
  (asked.status === undefined || title.status === asked.status) &&
  (asked.keyword === undefined || hasKeyword(title, asked.keyword)) &&
  (asked.vote_count_gte === undefined || (title.vote_count ?? -1) >= asked.vote_count_gte);

type Order = (a: Title, b: Title) => number;
const alphabet = new Intl.Collator("und", { sensitivity: "accent" });

const by =
  (read: (title: Title) => number | string | null, sign: number): Order =>
  (a, b) => {
    const [x, y] = [read(a), read(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x < y ? -1 : Number(x > y));
  };
const byRating =
  (sign: number): Order =>
  (a, b) =>
    by((title) => title.vote_average, sign)(a, b) || by((title) => title.vote_count, sign)(a, b);

const fields = {
  popularity: (sign: number) => by((title) => title.popularity, sign),
  date: (sign: number) => by((title) => title.date, sign),
  rating: byRating,
  title:
    (sign: number): Order =>
    (a, b) =>
      sign * alphabet.compare(a.title, b.title),
};
export type Field = keyof typeof fields;

/** The places of titles in a list: by a field, nulls last, then by id. */
export const ordered = (titles: Title[], field: Field, direction: "asc" | "desc") =>
  titles.toSorted((a, b) => fields[field](direction === "asc" ? 1 : -1)(a, b) || a.n - b.n);

/** The query string that asks for this. */
export function queryOf(asked: Asked, sort_by: string): string {
  const { genre, keyword, ...plain } = asked;
  const query = new URLSearchParams({ sort_by });
  if (typeof genre === "number") query.set("genre", genreId(genre));
  else if (genre)
    query.set("genre", genre.places.map(genreId).join(genre.match === "all" ? "," : "|"));
  if (keyword) query.set("keyword", "id" in keyword ? keywordId(keyword.id) : keyword.name);
  for (const [name, value] of Object.entries(plain)) query.set(name, String(value));
  return query.toString();
}
