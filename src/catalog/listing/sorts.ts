import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { alphabetically } from "./page";

/** A table of titles: `movies` or `series`. */
export type TitleTable = PgTable &
  Record<
    | "id"
    | "title"
    | "popularity"
    | "vote_average"
    | "vote_count"
    | "year"
    | "status"
    | "genre_mask"
    | "adult",
    PgColumn
  >;

export type SortField = "popularity" | "date" | "rating" | "title";
/** One order of a listing, whatever it is called there. */
export type Sort = `${SortField}.${"asc" | "desc"}`;

const natural = { popularity: "desc", date: "desc", rating: "desc", title: "asc" } as const;

/**
 * The words of `sort_by`: each name of a field alone in its natural direction, and with either one
 * (M71, M77).
 */
export function sortsNamed<const Names extends Readonly<Record<string, SortField>>>(names: Names) {
  const entries = Object.entries(names).flatMap(([name, field]): [string, Sort][] => [
    [`${name}.desc`, `${field}.desc`],
    [`${name}.asc`, `${field}.asc`],
    [name, `${field}.${natural[field]}`],
  ]);
  return Object.fromEntries(entries) as Record<
    (keyof Names & string) | `${keyof Names & string}.${"asc" | "desc"}`,
    Sort
  >;
}

/** The columns of each order; nulls last in both directions, the id last of all (M67, M74). */
export function ordersOf(table: TitleTable, date: PgColumn): Record<Sort, SQL[]> {
  const falling = (column: PgColumn) => sql`${column} desc nulls last`;
  const rising = (column: PgColumn) => sql`${column} asc nulls last`;
  const id = sql`${table.id}`;
  return {
    "popularity.desc": [falling(table.popularity), id],
    "popularity.asc": [rising(table.popularity), id],
    "date.desc": [falling(date), id],
    "date.asc": [rising(date), id],
    "rating.desc": [falling(table.vote_average), falling(table.vote_count), id],
    "rating.asc": [rising(table.vote_average), rising(table.vote_count), id],
    "title.asc": [alphabetically(table.title), id],
    "title.desc": [sql`${alphabetically(table.title)} desc`, id],
  };
}
