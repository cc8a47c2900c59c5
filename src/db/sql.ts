import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { largestPage } from "~/bounds";
import type { IdKind } from "~/vocabulary";

/** `movie_0198…`, the id that clients see: the kind and the 32 digits of the UUID without hyphens. */
export const publicId = (kind: IdKind, id: SQLWrapper): SQL<string> =>
  sql<string>`${sql.raw(`'${kind}_'`)} || replace(${id}::text, '-', '')`;

/** A moment as RFC 3339 in UTC with milliseconds: `2026-11-20T06:00:04.120Z`; null stays null. */
export const timestamp = (column: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A column in the alphabetical order of every list: case only breaks ties, accents only part equal
 * letters. The id has to follow in the ORDER BY.
 */
export const byName = (name: SQLWrapper): SQL => sql`${name} collate name_order`;

/**
 * The size of the largest page as a literal, for the innermost LIMIT: with a bound one PostgreSQL estimates
 * each page differently and plans it anew.
 */
export const mostResults = {
  full: sql.raw(String(largestPage.full)),
  short: sql.raw(String(largestPage.short)),
};

/** The row of a statement that always returns exactly one. */
export function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("The statement returned no row.");
  return row;
}

/** Values as one PostgreSQL array parameter, for `= any(…)`. */
export const array = (
  values: readonly (string | number)[],
  type: "int" | "uuid" | "text" | "job_status" | "job_kind",
): SQL =>
  sql`${`{${values.map((value) => JSON.stringify(String(value))).join(",")}}`}::${sql.raw(type)}[]`;

/** The same as {@link publicId}, for a UUID that is already in memory. */
export const publicIdText = (kind: IdKind, uuid: string): string =>
  `${kind}_${uuid.replaceAll("-", "")}`;
