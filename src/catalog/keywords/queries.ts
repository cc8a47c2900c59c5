import { and, eq, sql } from "drizzle-orm";
import { pagesOf, recordsOf } from "~/catalog/listing/page";
import { recordReader, recordSource } from "~/catalog/records/record";
import type { Db } from "~/db/client";
import { jsonArray, jsonRow, jsonText, subquery } from "~/db/json-sql";
import type { JsonText } from "~/db/json-text";
import { keyword_counts, keywords } from "~/db/schema";
import { byName, only, publicId } from "~/db/sql";
import type { JsonSlice } from "~/http/request/page";
import type { TitleKind } from "~/vocabulary";
import type { Keyword, KeywordFilter } from "./model";

// Inside sql`` once more: at the top of a column, Drizzle drops the table's name from columns.
const countOf = (kind: TitleKind) =>
  sql<number>`${subquery
    .select({ count: sql`coalesce(sum(${keyword_counts.n}), 0)::int` })
    .from(keyword_counts)
    .where(and(eq(keyword_counts.keyword_id, keywords.id), eq(keyword_counts.kind, kind)))}`;

/** The columns of a {@link Keyword}, for any SELECT that reads `keywords`. */
export const keywordSummary = {
  id: publicId("keyword", keywords.id).as("id"),
  kind: sql<"keyword">`'keyword'`.as("kind"),
  name: keywords.name,
  movie_count: countOf("movie").as("movie_count"),
  series_count: countOf("series").as("series_count"),
};

/** How a keyword is read. */
export const keywordRecord = recordSource({
  from: sql`${keywords}`,
  id: keywords.id,
  public_id: publicId("keyword", keywords.id),
  parts: { json: jsonText(jsonRow(keywordSummary)) },
  assemble: ({ json }): JsonText<Keyword> => json,
  includes: {},
});

/** One keyword; undefined when there is none. */
export const getKeyword = recordReader(keywordRecord);

const order = [byName(keywords.name), keywords.id];

const pages = pagesOf({
  fields: keywordSummary,
  from: keywords,
  where: undefined,
  total: recordsOf("keyword"),
  order,
});

/** A page of keywords by name: all, or those that match `query`. */
export function listKeywords(db: Db, filter: KeywordFilter): Promise<JsonSlice<Keyword>> {
  const { query, page, page_size } = filter;
  if (query !== undefined) return findKeywords(db, query.trim(), (page - 1) * page_size, page_size);
  return pages(db, filter);
}

/**
 * Names that begin with the text or contain words with similar trigrams: typos are fine. A UNION of both,
 * because PostgreSQL compares each name twice where OR combines two searches of an index.
 */
async function findKeywords(
  db: Db,
  query: string,
  skipped: number,
  page_size: number,
): Promise<JsonSlice<Keyword>> {
  const prefix = `${query.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const found = sql`select id, name from ${keywords} where name ilike ${prefix}
    union select id, name from ${keywords} where ${query} <% name`;
  const listed = sql`select id from found order by ${byName(sql`name`)}, id
    limit (select ${page_size}::bigint) offset (select ${skipped}::bigint)`;
  const results = subquery
    .select(keywordSummary)
    .from(keywords)
    .where(sql`${keywords.id} = any(array(${listed}))`)
    .orderBy(...order);
  const rows = await db.execute<JsonSlice<Keyword>>(sql`
    with found as materialized (${found})
    select (select count(*)::int from found) as total_results, ${jsonText(jsonArray(results))} as results`);
  return only(rows);
}
