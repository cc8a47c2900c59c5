import { and, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { alphabetically, selectPage } from "~/catalog/paging";
import { embedded } from "~/catalog/titles/embedded";
import type { Db } from "~/db/client";
import { keywords, movies, series, title_keywords } from "~/db/schema";
import { publicId } from "~/db/sql";
import type { Slice } from "~/http/page";
import type { Keyword, KeywordFilter } from "./model";

// One level down, because drizzle strips the table from columns at the top of a column.
const countOf = (titles: typeof movies | typeof series) =>
  sql<number>`${embedded
    .select({ count: sql`count(*)::int` })
    .from(title_keywords)
    .innerJoin(titles, and(eq(titles.id, title_keywords.title_id), eq(titles.adult, false)))
    .where(eq(title_keywords.keyword_id, keywords.id))}`;

const keyword = {
  id: publicId("keyword", keywords.id).as("id"),
  kind: sql<"keyword">`'keyword'`.as("kind"),
  name: keywords.name,
  movie_count: countOf(movies).as("movie_count"),
  series_count: countOf(series).as("series_count"),
};

/** One keyword; undefined when there is none. */
export async function getKeyword(db: Db, id: string): Promise<Keyword | undefined> {
  const [found] = await db.select(keyword).from(keywords).where(eq(keywords.id, id));
  return found;
}

/** A page of keywords by name, all of them or those that `query` finds (M82). */
export function listKeywords(db: Db, filter: KeywordFilter): Promise<Slice<Keyword>> {
  const { query, page, page_size } = filter;
  return selectPage(db, {
    fields: keyword,
    from: keywords,
    where: query === undefined ? undefined : matching(query.trim()),
    order: [alphabetically(keywords.name), keywords.id],
    page,
    page_size,
  });
}

/** A prefix of the name, or by trigrams near enough to some words in it to forgive a slip. */
const matching = (query: string): SQL | undefined =>
  or(
    ilike(keywords.name, `${query.replaceAll(/[\\%_]/g, "\\$&")}%`),
    sql`${query} <% ${keywords.name}`,
  );
