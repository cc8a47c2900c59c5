import { and, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { recordsOf, selectPage } from "~/catalog/listing/page";
import type { Db } from "~/db/client";
import { subquery } from "~/db/json-sql";
import { keyword_counts, keywords } from "~/db/schema";
import { byName, publicId } from "~/db/sql";
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

/** One keyword; undefined when there is none. */
export async function getKeyword(db: Db, id: string): Promise<Keyword | undefined> {
  const [keyword] = await db.select(keywordSummary).from(keywords).where(eq(keywords.id, id));
  return keyword;
}

/** A page of keywords by name: all, or those that match `query`. */
export function listKeywords(db: Db, filter: KeywordFilter): Promise<JsonSlice<Keyword>> {
  const { query, page, page_size } = filter;
  return selectPage(db, {
    fields: keywordSummary,
    from: keywords,
    where: query === undefined ? undefined : matching(query.trim()),
    total: query === undefined ? recordsOf("keyword") : undefined,
    order: [byName(keywords.name), keywords.id],
    page,
    page_size,
  });
}

/** Names that begin with the text or contain words with similar trigrams: typos are fine. */
const matching = (query: string): SQL | undefined =>
  or(
    ilike(keywords.name, `${query.replaceAll(/[\\%_]/g, "\\$&")}%`),
    sql`${query} <% ${keywords.name}`,
  );
