import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Static, t } from "elysia";
import { Nullable } from "~/http/request/fields";

/** A language spoken in a title; `name` in the language itself. */
export const SpokenLanguage = t.Object({
  language: t.String({ description: "ISO 639-1" }),
  name: Nullable(t.String()),
  english_name: Nullable(t.String()),
});
export type SpokenLanguage = Static<typeof SpokenLanguage>;

/** A stored list that may be absent, as JSON: no list is an empty list. */
export const listIn = <T>(column: SQLWrapper): SQL<T[]> =>
  sql<T[]>`coalesce(to_json(${column}), '[]'::json)`;
