/** A page of rows and their total in one statement, for every list but those of movies and series. */

import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Asked } from "~/catalog/records/asked";
import { pageStatement } from "~/catalog/records/page";
import type { IncludesOf } from "~/catalog/titles/list-includes";
import type { Db } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter } from "~/db/prepared-statement";
import { record_counts } from "~/db/schema";
import { mostResults, only } from "~/db/sql";
import type { JsonSlice } from "~/http/request/page";

type Records = PgTable & { id: PgColumn };

/** A list; its conditions name their values with `parameter("…")`. */
type List<Fields> = {
  /** The columns of one result; computed columns need a name: `.as("id")`. */
  fields: Fields;
  from: Records;
  where: SQL | undefined;
  /** The number of rows, where it is known without counting them. */
  total?: SQL;
  /** Ends with the id, so that the order of rows is always the same. */
  order: readonly (SQL | PgColumn)[];
  /** What results may bring along. */
  includes?: IncludesOf;
};

type Paged = { page: number; page_size: number };

/** The number of all records of a kind, from the counters that triggers keep. */
export const recordsOf = (kind: "keyword" | "company" | "collection"): SQL =>
  sql`(select coalesce(sum(${record_counts.n}), 0)::int from ${record_counts}
    where ${record_counts.kind} = ${sql.raw(`'${kind}'`)})`;

/**
 * The total and the results of a page as two columns of another statement, for lists that belong to a
 * record. The total has its own count: `count(*) over ()` has no row to stand in on a page past the
 * end, and visits every row. LIMIT and OFFSET apply to the ids alone, so that rows before the page are
 * not read whole.
 */
const pageColumns = <Fields extends SelectedFields>(list: List<Fields>, later: boolean) => {
  const { fields, from, where, order } = list;
  const counted = subquery.select({ total: sql`count(*)::int` }).from(from).where(where);
  // OFFSET is a subquery for the same reason for which the innermost LIMIT is a literal.
  const ids = sql`(select id from (select ${from.id} from ${from} ${where ? sql`where ${where}` : sql``}
    order by ${sql.join([...order], sql`, `)} limit ${mostResults.short} ${
      later ? sql`offset (select ${parameter("offset")}::bigint)` : sql``
    }) listed limit ${parameter("page_size")})`;
  const rows = subquery
    .select(fields as SelectedFields)
    .from(from)
    .where(eq(from.id, sql`any(array${ids})`))
    .orderBy(...order);
  return {
    // Inside sql`` once more: at the top of a column, Drizzle drops the table's name from columns.
    total_results: sql<number>`${list.total ?? counted}`,
    results: jsonText(jsonArray(rows) as SQL<SelectResultFields<Fields>[]>),
  };
};

/** Writes a statement once for first pages and once for later ones. */
function reader<Page extends JsonSlice<unknown>>(
  pages: (later: boolean) => ReturnType<typeof pageStatement<Page>>,
) {
  const [first, later] = [pages(false), pages(true)];
  return (
    db: Db,
    { page, page_size }: Paged,
    values: Record<string, unknown>,
    asked: Asked,
  ): Promise<readonly Page[]> => {
    const offset = (page - 1) * page_size;
    return (offset === 0 ? first : later)(db, { ...values, page_size, offset }, asked);
  };
}

/** Reads pages of a list with their total, in one statement. */
export function pagesOf<Fields extends SelectedFields>(list: List<Fields>) {
  type Page = JsonSlice<SelectResultFields<Fields>>;
  const read = reader<Page>((later) =>
    pageStatement(
      (db) => db.select(pageColumns(list, later)).from(sql`(values (1)) one`) as never,
      list.includes,
    ),
  );
  return async (
    db: Db,
    paged: Paged,
    values: Record<string, unknown> = {},
    asked: Asked = {},
  ): Promise<Page> => only(await read(db, paged, values, asked));
}

/** The same for the list of a record, whose id is the parameter `id`; undefined where there is none. */
export function pagesOfRecord<Fields extends SelectedFields>(owner: Records, list: List<Fields>) {
  type Page = JsonSlice<SelectResultFields<Fields>>;
  const read = reader<Page>((later) =>
    pageStatement(
      (db) =>
        db
          .select(pageColumns(list, later))
          .from(owner as PgTable)
          .where(eq(owner.id, parameter("id"))) as never,
      list.includes,
    ),
  );
  return async (
    db: Db,
    paged: Paged,
    values: { id: string },
    asked: Asked = {},
  ): Promise<Page | undefined> => (await read(db, paged, values, asked))[0];
}
