/** What every listing of the catalog rests on: one statement for a page and its total, one order by name. */

import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Db } from "~/db/client";
import { embedded, listOf } from "~/db/json-sql";
import { only } from "~/db/sql";
import { OneOf } from "~/http/request/fields";
import type { Slice } from "~/http/request/page";

type Listed = PgTable & { id: PgColumn };

type PageOf<Fields> = {
  /** What one result holds; computed columns need a name: `.as("id")`. */
  fields: Fields;
  from: Listed;
  where: SQL | undefined;
  /** How many rows there are, when that is known without counting them. */
  total?: SQL;
  /** Ends with the id, so that every row has one place (M67). */
  order: readonly (SQL | PgColumn)[];
  page: number;
  page_size: number;
};

/**
 * The total and the results of a page as two columns of a statement around them, for listings that
 * hang on a record. The total is a count of its own: `count(*) over ()` would know none on a page
 * past the end (M66) and would visit every row. The page is cut from the ids alone, so rows that
 * the offset skips are never read whole.
 */
export const pageColumns = <Fields extends SelectedFields>(query: PageOf<Fields>) => {
  const { fields, from, where, order, page, page_size } = query;
  const counted = embedded.select({ total: sql`count(*)::int` }).from(from).where(where);
  const ids = embedded
    .select({ id: from.id })
    .from(from)
    .where(where)
    .orderBy(...order)
    .limit(page_size)
    .offset((page - 1) * page_size);
  const rows = embedded
    .select(fields as SelectedFields)
    .from(from)
    .where(eq(from.id, sql`any(array${ids})`))
    .orderBy(...order);
  return {
    // One level down, because drizzle strips the table from columns at the top of a column.
    total_results: sql<number>`${query.total ?? counted}`,
    results: listOf(rows) as SQL<SelectResultFields<Fields>[]>,
  };
};

/** One page of the rows of a table that fulfil `where`, and how many there are, in one statement. */
export async function selectPage<Fields extends SelectedFields>(
  db: Db,
  query: PageOf<Fields>,
): Promise<Slice<SelectResultFields<Fields>>> {
  const { total_results, results } = pageColumns(query);
  const rows = await db.execute<Slice<SelectResultFields<Fields>>>(
    sql`select ${total_results} as total_results, ${results} as results`,
  );
  return only(rows);
}

/** A column in the alphabet of every listing: case ties, accents part only equal letters; the id follows. */
export const alphabetically = (name: SQLWrapper): SQL => sql`${name} collate name_order`;

/** Adult titles and people stay out of lists unless the client asks for them (M90). */
export const adultQuery = {
  include_adult: OneOf(["true", "false"], {
    default: "false",
    description: "Whether adult entries are listed too",
  }),
};

/** The condition of `include_adult` on a flag that may be unknown; undefined when all are shown. */
export const adultFilter = (adult: SQLWrapper, include_adult: "true" | "false"): SQL | undefined =>
  include_adult === "true" ? undefined : sql`${adult} is not true`;
