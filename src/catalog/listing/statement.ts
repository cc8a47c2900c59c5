/** The statements behind a page of GET /movies and GET /series. */

import { type SQL, sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { type Asked, asksForMore } from "~/catalog/records/asked";
import { pageStatement } from "~/catalog/records/page";
import type { Db } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter } from "~/db/prepared-statement";
import { title_totals } from "~/db/schema";
import { mostResults, only } from "~/db/sql";
import type { JsonSlice } from "~/http/request/page";
import { listOf } from "~/positions/lists";
import { orderByColumns } from "~/positions/order";
import type { TitleKind } from "~/vocabulary";
import type { Sort, TitleFilter } from "./filter";
import { filteredPage } from "./filtered";
import { extentOf, laterPages } from "./later-page";
import type { Listing } from "./listing";
import { readValues } from "./values";

/** The number of all titles of a kind, from the counters that triggers keep. */
export const allTitles = (kind: TitleKind): SQL<number> =>
  sql<number>`(select coalesce(sum(${title_totals.n}), 0)::int from ${title_totals}
    where ${title_totals.kind} = ${sql.raw(`'${kind}'`)} and ${title_totals.genre} = -1
      and ${title_totals.adult} <= ${parameter("adult")})`;

/** The first page of all titles: the first rows in the index of the order. */
const firstPage = <Item>(
  { kind, table, listed, fields, includes }: Listing<SelectedFields>,
  sort: Sort,
) =>
  pageStatement<JsonSlice<Item>>((db) => {
    const walked = subquery
      .select(fields)
      .from(table)
      // false is less than true: one text with and without adult titles.
      .where(sql`${table.adult} <= ${parameter("adult")}`)
      .orderBy(orderByColumns(listOf(listed, sort)))
      .limit(mostResults.full as never);
    const rows = sql`(select * from ${walked} walked limit ${parameter("page_size")})`;
    return db
      .select({
        total_results: allTitles(kind).as("total_results"),
        results: jsonText(jsonArray(rows as never) as SQL<Item[]>).as("results"),
      })
      .from(sql`(values (1)) one`) as never;
  }, includes);

/** A connection keeps each prepared statement, 300 KB: with more asked for, only that of the usual order. */
const isPrepared = (sort: Sort, asked: Asked): boolean =>
  sort === "popularity.desc" || !asksForMore(asked);

/** Reads pages of a list of titles: results and exact total in one statement, also past the end. */
export function titleListing<Fields extends SelectedFields>(listing: Listing<Fields>) {
  type Item = SelectResultFields<Fields>;
  const filtered = filteredPage<Item>(listing);
  const firstPages = new Map<Sort, ReturnType<typeof firstPage<Item>>>();
  const firstPageBy = (sort: Sort) => {
    const statement = firstPages.get(sort) ?? firstPage<Item>(listing, sort);
    firstPages.set(sort, statement);
    return statement;
  };
  const readLater = laterPages<Item>(listing);
  return async (
    db: Db,
    filter: TitleFilter,
    sort: Sort,
    asked: Asked = {},
  ): Promise<JsonSlice<Item>> => {
    const values = readValues(filter, sort);
    if (values === undefined) return { total_results: 0, results: "[]" };
    const extent = extentOf(values);
    if (filter.page > 1 && extent !== undefined) {
      const later = await readLater(db, values, extent, asked);
      if (later !== undefined) return later;
    }
    const isFirst = filter.page === 1 && extent === "all" && isPrepared(sort, asked);
    return only(await (isFirst ? firstPageBy(sort) : filtered)(db, values, asked));
  };
}
