import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { IdKind } from "~/vocabulary";

/** `movie_0198…`, the id clients see: the kind and the UUID's 32 digits without hyphens (M15). */
export const publicId = (kind: IdKind, id: SQLWrapper): SQL<string> =>
  sql<string>`${sql.raw(`'${kind}_'`)} || replace(${id}::text, '-', '')`;

/** A moment as RFC 3339 in UTC with milliseconds: `2026-11-20T06:00:04.120Z`; null stays null. */
export const timestamp = (column: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The row of a statement that always returns exactly one. */
export function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("The statement returned no row.");
  return row;
}

/** Values as one PostgreSQL array parameter, for `= any(…)`. */
export const array = (values: readonly (string | number)[], type: "int" | "uuid" | "text"): SQL =>
  sql`${`{${values.map((value) => JSON.stringify(String(value))).join(",")}}`}::${sql.raw(type)}[]`;

/** As {@link publicId}, for a UUID at hand. */
export const publicIdText = (kind: IdKind, uuid: string): string =>
  `${kind}_${uuid.replaceAll("-", "")}`;
