import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array } from "~/db/sql";
import { sqlState } from "~/db/transaction";
import type { Slice } from "~/http/page";
import { kindNumber } from "./kinds";
import type { SearchQuery, SearchResult } from "./model";
import { kindsOf } from "./parameters";
import { summaryOf } from "./summaries";

const TIMEOUT_MS = 800;
const QUERY_CANCELED = "57014";

type Row = { total: number; score: number; summary: Omit<SearchResult, "score"> | null };

/**
 * One page of what a text finds, best first, and how many entities it finds at all: those that are
 * named so, begin so, hold its words, or come near enough to be meant (the steps are in the
 * migration). A search that takes longer than 0.8 s is answered with exact names and prefixes alone.
 */
export async function search(db: Db, query: SearchQuery): Promise<Slice<SearchResult>> {
  try {
    return await db.transaction(async (tx) => {
      // Not sent together: the driver may send the second first while it prepares the first.
      await tx.execute(sql`set local statement_timeout = ${sql.raw(String(TIMEOUT_MS))}`);
      return find(tx, query, false);
    });
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    return find(db, query, true);
  }
}

async function find(db: Db, query: SearchQuery, hasty: boolean): Promise<Slice<SearchResult>> {
  const { page, page_size, include_adult } = query;
  const kinds = array(kindsOf(query.type).map(kindNumber), "int");
  const rows = await db.execute<Row>(sql`
    select hit.total, hit.score, ${summaryOf(sql`hit.kind`, sql`hit.entity_id`, include_adult)} as summary
    from search_catalog(${query.query}, ${kinds}::smallint[], ${query.year ?? null}::int,
      ${include_adult === "true"}::boolean, ${page_size}::int, ${(page - 1) * page_size}::int,
      ${hasty}::boolean) with ordinality as hit(entity_id, kind, score, total, place)
    order by hit.place`);
  return {
    total_results: rows[0]?.total ?? 0,
    results: rows.flatMap(({ summary, score }) =>
      summary === null ? [] : [{ ...summary, score } as SearchResult],
    ),
  };
}
