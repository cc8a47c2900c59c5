import { type SQL, sql } from "drizzle-orm";
import type { JsonText } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import { artwork, movies, series, translations } from "~/db/schema";
import { PRIMARY, tagsOf } from "./choice";

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

/** The values that {@link translationsIn} names; without languages it reads nothing. */
export const languageValues = (language: string | undefined): { languages: string | null } => ({
  languages:
    language === undefined
      ? null
      : `{${tagsOf(language)
          .map((tag) => tag.language)
          .join(",")}}`,
});

/** The records that JSON shows with a text of theirs; a person only where it has a biography. */
const namedIn = (json: SQL): SQL => sql`
  select owner, bool_or(is_short) as is_short from (
    select substr(piece, strpos(piece, '_') + 1, 32) as owner,
      piece ~ '^(movie|series)_' and strpos(piece, '"original_language":') = 0 as is_short
    from string_to_table(${json}, '"id":"') piece
    where piece ~ '^(movie|series|season|episode|collection)_[0-9a-f]{32}"'
      or piece ~ '^person_[0-9a-f]{32}"' and strpos(piece, '"biography":') > 0) shown
  group by owner`;

/** Arrays of columns of the records, of rows that are looked up for each record. */
const rowsOf = (columns: SQL, rows: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_array(named.owner, ${columns})), '[]'::json)
  from named cross join lateral (${rows} offset 0) found)`;

const translated = (languages: SQL) =>
  rowsOf(
    sql`found.language, found.country, found.title, found.overview, found.tagline, found.homepage`,
    sql`select * from ${translations}
    where ${translations.owner_id} = named.owner::uuid and ${translations.language} = any(${languages})`,
  );

const posters = (languages: SQL) =>
  rowsOf(
    sql`found.language, found.file_path`,
    sql`select distinct on (${artwork.language}) ${artwork.language}, ${artwork.file_path} from ${artwork}
    where ${artwork.owner_id} = named.owner::uuid and ${artwork.type} = 'poster'
      and ${artwork.language} = any(array_remove(${languages}, '${sql.raw(PRIMARY)}'))
    order by ${artwork.language}, ${artwork.vote_average} desc nulls last,
      ${artwork.vote_count} desc nulls last, ${artwork.file_path} collate "C"`,
  );

const originals = (languages: SQL) =>
  rowsOf(
    sql`found.original_language, found.original_title`,
    sql`select original_language, original_title from ${movies}
      where ${movies.id} = named.owner::uuid and named.is_short and original_language = any(${languages})
    union all select original_language, original_title from ${series}
      where ${series.id} = named.owner::uuid and named.is_short and original_language = any(${languages})`,
  );

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
    select answer.*, ${translationsIn(sql`concat(${sql.join(columns, sql`, `)})`, languages)} as translations from answer`;
}

/**
 * What is known in the languages asked for of all records that an answer names, as JSON of a {@link Found}: null
 * where none is asked for. `json` is the answer, or its parts one after another. The ids are found in its text, so
 * that records at any depth of any answer are found by the statement that reads them.
 */
const translationsIn = (json: SQL, languages: SQL): SQL<JsonText<Found> | null> => sql`
  case when ${languages} is not null then (
    with named as materialized (${namedIn(json)})
    select json_build_object('translations', ${translated(languages)}, 'posters', ${posters(languages)},
      'originals', ${originals(languages)})::text) end`;
