/** What ratings and the watchlist share: each entry belongs to an account and a title. */

import { Type } from "@sinclair/typebox";
import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { largestPage } from "~/bounds";
import { type Found, inLanguages, languageValues } from "~/catalog/language/collect";
import { localizeValue } from "~/catalog/language/localize";
import type { Asked } from "~/catalog/records/asked";
import { includedFields } from "~/catalog/records/includes";
import { listParameters } from "~/catalog/records/list-parameters";
import { movieListIncludes, seriesListIncludes } from "~/catalog/titles/list-includes";
import { movieSummary, seriesSummary } from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonObject, subquery } from "~/db/json-sql";
import type { JsonText } from "~/db/json-text";
import { movies, series } from "~/db/schema";
import { array, only } from "~/db/sql";
import type { Head } from "~/http/answer";
import { page, pageQuery, type Slice } from "~/http/request/page";
import { RecordPath } from "~/http/request/reference";
import type { TitleKind } from "~/vocabulary";

/** The entry of an account for a title; the ids are UUIDs. */
export type Entry = { user_id: string; kind: TitleKind; title_id: string };

/** The query of an account's lists. */
export const EntryPageQuery = Type.Object({
  ...pageQuery({ page_size: 20, maximum: largestPage.full }),
  ...listParameters,
});

/** A page of entries, and the tags of its titles for `Content-Language`. */
export type LocalizedSlice<Item> = Slice<Item> & { content_language?: string };

/** Puts a page of entries into its envelope. */
export function entryPage<Item>(
  query: { page: number; page_size: number },
  { content_language, ...slice }: LocalizedSlice<Item>,
  set: Head,
) {
  if (content_language !== undefined) set.headers["content-language"] = content_language;
  return page(query, slice);
}

/** The parts of the routes of an entry that depend on the kind of its title. */
export const titleRoutes = {
  movie: { prefix: "/movies", name: "Movie", params: Type.Object({ id: RecordPath("movie") }) },
  series: { prefix: "/series", name: "Series", params: Type.Object({ id: RecordPath("series") }) },
} as const;

/** The tables that hold the titles of a kind; adult titles are included. */
export const titleTables = { movie: movies, series } as const;

/** The kind as a literal of SQL, where a parameter would have no type. */
export const kindLiteral = (kind: TitleKind): SQL => sql.raw(`'${kind}'`);

const summaryOf = (kind: TitleKind, id: SQLWrapper): SQL =>
  kind === "movie"
    ? jsonObject(subquery.select(movieSummary).from(movies).where(eq(movies.id, id)))
    : jsonObject(subquery.select(seriesSummary).from(series).where(eq(series.id, id)));

/** The summary of a title with what is included at its end. */
function titleOf(kind: TitleKind, id: SQLWrapper, { include, country }: Asked): SQL {
  const summary = summaryOf(kind, id);
  if (include === undefined) return summary;
  const includesOf = kind === "movie" ? movieListIncludes : seriesListIncludes;
  const includes = includesOf(id, sql`${country?.toUpperCase() ?? null}::text`);
  const fields = includedFields(includes, array(include.split(","), "text"));
  return sql`(left((${summary})::text, -1) || ${fields} || '}')::json`;
}

type Entries = PgTable & { user_id: PgColumn; title_id: PgColumn };

type List = {
  entries: Entries;
  /** When an entry was made: the newest comes first, and the title's id orders equal times. */
  at: PgColumn;
  /** The fields of an item besides its title, as arguments of json_build_object. */
  fields: SQL;
  kind: TitleKind;
  user_id: string;
  page: number;
  page_size: number;
  /** What is asked for beside the summaries of the titles. */
  asked: Asked;
};

/** One page of an account's entries with their titles, and the number of all, in one statement. */
export async function selectEntries<Item>(db: Db, list: List): Promise<LocalizedSlice<Item>> {
  const { language } = list.asked;
  const select = entriesOf(list);
  if (language === undefined) return only(await db.execute<Slice<Item>>(select));
  const languages = sql`${languageValues(language).languages}::text[]`;
  const { translations, ...slice } = only(
    await db.execute<Slice<Item> & { translations: JsonText<Found> }>(
      inLanguages(select, ["results"], { languages }),
    ),
  );
  return { ...slice, ...localizeValue(slice.results, language, translations) };
}

function entriesOf(list: List): SQL {
  const { entries, at, fields, kind, user_id, page, page_size, asked } = list;
  const titles = titleTables[kind];
  const owned = sql`from ${entries} join ${titles} on ${titles.id} = ${entries.title_id}
    where ${entries.user_id} = ${user_id}::uuid`;
  const order = sql`order by ${at} desc, ${entries.title_id}`;
  const item = sql`json_build_object(${fields}, ${kindLiteral(kind)}, ${titleOf(kind, entries.title_id, asked)})`;
  return sql`
    select (select count(*)::int ${owned}) as total_results,
      (select coalesce(json_agg(${item} ${order}), '[]'::json)
       from (select ${entries}.* ${owned} ${order}
         limit ${page_size} offset ${(page - 1) * page_size}) ${entries}) as results`;
}

/**
 * Deletes an account's entry for a title, if there is one. False when the title does not exist; a
 * missing entry is no error.
 */
export async function deleteEntry(db: Db, entries: Entries, entry: Entry): Promise<boolean> {
  const rows = await db.execute(sql`
    with title as (select id from ${titleTables[entry.kind]} where id = ${entry.title_id}::uuid),
      gone as (delete from ${entries}
        where ${entries.user_id} = ${entry.user_id}::uuid
          and ${entries.title_id} in (select id from title))
    select id from title`);
  return rows.length === 1;
}
