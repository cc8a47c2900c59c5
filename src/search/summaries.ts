import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import { collectionSummary } from "~/catalog/collections/queries";
import { companySummary } from "~/catalog/companies/queries";
import { keywordSummary } from "~/catalog/keywords/queries";
import { personSummary } from "~/catalog/people/queries";
import { movieSummary, seriesSummary } from "~/catalog/titles/summaries";
import { jsonObject, subquery } from "~/db/json-sql";
import { collections, companies, keywords, movies, people, series } from "~/db/schema";
import { kindNumber, type SearchedKind } from "./kinds";
import type { SearchResult } from "./model";

type Summarized = PgTable & { id: PgColumn };

/** The summary of an entity, as lists show it, by the number of its kind. Reads only the table of that kind. */
export function summaryOf(
  kind: SQLWrapper,
  id: SQLWrapper,
  include_adult: "true" | "false",
): SQL<Omit<SearchResult, "score"> | null> {
  const of = (name: SearchedKind, fields: SelectedFields, from: Summarized) =>
    sql`when ${sql.raw(String(kindNumber(name)))} then ${jsonObject(
      subquery.select(fields).from(from).where(eq(from.id, id)),
    )}`;
  return sql`case ${kind} ${sql.join(
    [
      of("movie", movieSummary, movies),
      of("series", seriesSummary, series),
      of("person", personSummary, people),
      of("collection", collectionSummary(include_adult), collections),
      of("company", companySummary, companies),
      of("keyword", keywordSummary, keywords),
    ],
    sql` `,
  )} end`;
}
