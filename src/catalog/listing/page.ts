/** A page of rows and their total in one statement, for every list but those of movies and series. */

import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Db } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { record_counts } from "~/db/schema";
import { only } from "~/db/sql";
import type { JsonSlice } from "~/http/request/page";

type PageQuery<Fields> = {
  /** The columns of one result; computed columns need a name: `.as("id")`. */
  fields: Fields;
  from: PgTable & { id: PgColumn };
  where: SQL | undefined;
  /** The number of rows, where it is known without counting them. */
  total?: SQL | undefined;
  /** Ends with the id, so that the order of rows is always the same. */
  order: readonly (SQL | PgColumn)[];
  page: number;
  page_size: number;
};

/** The number of all records of a kind, from the counters that triggers keep. */
export const recordsOf = (kind: "keyword" | "company" | "collection"): SQL =>
  sql`(select coalesce(sum(${record_counts.n}), 0)::int from ${record_counts}
    where ${record_counts.kind} = ${sql.raw(`'${kind}'`)})`;

/** No page of any list is larger. */
const MOST = sql.raw("200");

/**
 * The total and the results of a page as two columns of another statement, for lists that belong to a
 * record. The total has its own count: `count(*) over ()` has no row to stand in on a page past the
 * end, and visits every row. LIMIT and OFFSET apply to the ids alone, so that rows before the page are
 * not read whole.
 */
export const pageColumns = <Fields extends SelectedFields>(query: PageQuery<Fields>) => {
  const { fields, from, where, order, page, page_size } = query;
  const counted = subquery.select({ total: sql`count(*)::int` }).from(from).where(where);
  const skipped = (page - 1) * page_size;
  // The innermost LIMIT is a literal, and OFFSET a subquery: whatever PostgreSQL knew of the two values, it
  // would estimate each page differently and plan it anew.
  const ids = sql`(select id from (select ${from.id} from ${from} ${where ? sql`where ${where}` : sql``}
    order by ${sql.join([...order], sql`, `)} limit ${MOST} ${
      skipped === 0 ? sql`` : sql`offset (select ${skipped}::bigint)`
    }) listed limit ${page_size})`;
  const rows = subquery
    .select(fields as SelectedFields)
    .from(from)
    .where(eq(from.id, sql`any(array${ids})`))
    .orderBy(...order);
  return {
    // Inside sql`` once more: at the top of a column, Drizzle drops the table's name from columns.
    total_results: sql<number>`${query.total ?? counted}`,
    results: jsonText(jsonArray(rows) as SQL<SelectResultFields<Fields>[]>),
  };
};

/** One page of the rows of a table that match `where`, with their total, in one statement. */
export async function selectPage<Fields extends SelectedFields>(
  db: Db,
  query: PageQuery<Fields>,
): Promise<JsonSlice<SelectResultFields<Fields>>> {
  const { total_results, results } = pageColumns(query);
  const rows = await db.execute<JsonSlice<SelectResultFields<Fields>>>(
    sql`select ${total_results} as total_results, ${results} as results`,
  );
  return only(rows);
}
