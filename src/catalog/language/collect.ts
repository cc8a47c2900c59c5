import { type SQL, sql } from "drizzle-orm";
import type { JsonText } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import { tagsOf } from "./choice";

/** What is known of the records of an answer in the languages asked for; owners are UUIDs without hyphens. */
export type Found = {
  /** Owner, language, country, title, overview, tagline, homepage. */
  translations: [string, string, string, ...(string | null)[]][];
  /** Owner, language, and the path of the best poster in it. */
  posters: [string, string, string][];
  /** Owner, original language and title, of titles that the answer shows without their original language. */
  originals: [string, string, string | null][];
};

// Read apart, so that one plan serves all values, as records/includes.ts does.
const named = sql`(select ${parameter("languages")}::text[])::text[]`;

/** The values that {@link inLanguages} names; without languages it reads nothing. */
export const languageValues = (language: string | undefined): { languages: string | null } => ({
  languages:
    language === undefined
      ? null
      : `{${[...new Set(tagsOf(language).map((tag) => tag.language))].join(",")}}`,
});

/** The columns that a statement in other languages has besides its own. */
export type InLanguages = { translations?: JsonText<Found> | null };

/**
 * A SELECT with what is known in other languages of all records in its columns `texts`, which are JSON: the text
 * of a statement that has {@link languageValues} among its values. `names` are those of all its columns, where it
 * does not name them itself; `languages` an array of texts in place of that value.
 */
export function inLanguages(
  select: SQL,
  texts: readonly string[],
  { names = [], languages = named }: { names?: readonly string[]; languages?: SQL } = {},
): SQL {
  const columns = texts.map((name) => sql`answer.${sql.identifier(name)}`);
  // Computed once, although it is read twice.
  const list = names.length === 0 ? sql`` : sql`(${sql.join(names.map(sql.identifier), sql`, `)})`;
  return sql`with answer${list} as materialized (${select})
    select answer.*, translations_in(concat(${sql.join(columns, sql`, `)}), ${languages}) as translations from answer`;
}
