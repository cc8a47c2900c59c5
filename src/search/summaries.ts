import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable, SelectedFields } from "drizzle-orm/pg-core";
import { collectionSummary } from "~/catalog/collections/queries";
import { summaries } from "~/catalog/entities/sources";
import { jsonObject, subquery } from "~/db/json-sql";
import { kindNumber, type SearchedKind, searchedKinds } from "./kinds";
import type { SearchResult } from "./model";

/** The summary of an entity, as lists show it, by the number of its kind. Reads only the table of that kind. */
export function summaryOf(
  kind: SQLWrapper,
  id: SQLWrapper,
  include_adult: "true" | "false",
): SQL<Omit<SearchResult, "score"> | null> {
  const summary = (name: SearchedKind) => {
    const { table, fields } = summaries[name];
    const shown = name === "collection" ? collectionSummary(include_adult) : fields;
    const rows = subquery
      .select(shown as SelectedFields)
      .from(table as PgTable)
      .where(eq(table.id, id));
    return sql`when ${sql.raw(String(kindNumber(name)))} then ${jsonObject(rows)}`;
  };
  return sql`case ${kind} ${sql.join(searchedKinds.map(summary), sql` `)} end`;
}
