import { and, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { type Db, rare } from "~/db/client";
import { embedded, listOf } from "~/db/json-sql";
import { writtenOnce } from "~/db/prepared-statement";
import { title_keywords } from "~/db/schema";
import { only } from "~/db/sql";
import type { Slice } from "~/http/request/page";
import type { TitleKind } from "~/vocabulary";
import {
  enoughVotes,
  type Gathering,
  gatherings,
  judged,
  ofKeyword,
  totalOf,
} from "./access-paths";
import type { TitleFilter } from "./filter";
import { isCommon, nameOf, readFilter, type Shape } from "./shape";
import { ordersOf, type Sort, type TitleTable } from "./sorts";

/** What a listing lists. */
export type Listing<Fields> = {
  kind: TitleKind;
  table: TitleTable;
  /** The column that years and the date order go by. */
  date: PgColumn;
  fields: Fields;
};

/** The most results a page can have. A literal, because a bound LIMIT makes PostgreSQL plan each time anew. */
const MOST = sql.raw("50");
const given = (name: string) => sql.placeholder(name);

const comma = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
const idsInOrder = (from: SQL, order: SQL[], shape: Shape): SQL =>
  sql`(select id from ${from} order by ${comma(order)} limit ${MOST}${
    shape.later ? sql` offset ${given("offset")}` : sql``
  })`;

/**
 * The ids of a page, found in one of several ways; `counted.way` says which, the others are never
 * started. Way 0 walks the index of the order and judges title by title: quick when many match.
 * The others collect all matches by one filter and sort them: quick when few do.
 */
function pageIds<Fields>(listing: Listing<Fields>, shape: Shape, ways: Gathering[]): SQL {
  const { table } = listing;
  const order = ordersOf(table, listing.date)[shape.sort];
  const filters = and(judged(table, shape), enoughVotes(table, shape));
  const dateOrder =
    shape.year && shape.sort.startsWith("date")
      ? sql`${listing.date} between ${given("first_day")}::date and ${given("last_day")}::date`
      : undefined;
  // A scalar sub-select, because EXISTS would be turned into a join of everything.
  const probe =
    shape.keyword &&
    sql`(select true from ${title_keywords}
    where ${title_keywords.title_id} = ${table.id} and ${ofKeyword(shape)} limit 1)`;
  const walked = sql`${table} where ${and(sql`counted.way = 0`, filters, dateOrder, probe)}`;
  const gathered = ways.map(
    (way, index) =>
      // OFFSET 0 keeps the planner from walking here too.
      sql`(select ${table}.* from ${way.from} where ${and(
        sql`counted.way = ${sql.raw(String(index + 1))}`,
        way.where,
        filters,
      )} offset 0) as ${sql.identifier(getTableName(table))}`,
  );
  const branches = [walked, ...gathered].map((from) => idsInOrder(from, order, shape));
  return sql`array(select id from (${sql.join(branches, sql` union all `)}) found limit ${given("page_size")})`;
}

/** The total and the way to the page; no way at all for a page past the end. */
function counted<Fields>({ kind, table }: Listing<Fields>, shape: Shape, ways: Gathering[]): SQL {
  const total = totalOf(kind, table, shape);
  const offset = shape.later ? sql`${given("offset")}::int` : sql`0`;
  if (ways.length === 0) {
    return sql`(select total, case when total > ${offset} then 0 end as way from (select ${total} as total offset 0) t) counted`;
  }
  const name = sql.raw(`'${getTableName(table)}'`);
  const size = sql`(select greatest(reltuples, 0) from pg_class where oid = ${name}::regclass)`;
  const reaches = ways.map((way, index) => sql`${way.reach} as ${sql.raw(`reach_${index + 1}`)}`);
  const costs = ways.map((_, index) => sql.raw(`reach_${index + 1}`));
  const walk = sql`(${offset} + ${given("page_size")}::int) * size / greatest(total, 1)`;
  const cheapest = sql`least(walk, ${comma(costs)})`;
  const cases = costs.map(
    (cost, index) => sql`when ${cost} = ${cheapest} then ${sql.raw(String(index + 1))}`,
  );
  return sql`(select total, case when total <= ${offset} then null when walk = ${cheapest} then 0 ${sql.join(cases, sql` `)} end as way
    from (select *, least(size, ${walk}) as walk from (
      select ${total} as total, ${size} as size, ${comma(reaches)} offset 0) t offset 0) t offset 0) counted`;
}

/**
 * The pages of a listing of titles: one statement for the results and the exact total, right also
 * past the end (M66), one text for each combination of filters and order.
 */
export function titleListing<Fields extends SelectedFields>(listing: Listing<Fields>) {
  type Item = SelectResultFields<Fields>;
  const { kind, table, date, fields } = listing;
  const orders = ordersOf(table, date);
  const write = (shape: Shape) =>
    writtenOnce<Slice<Item>>((db) => {
      const ways = gatherings(kind, table, date, shape);
      const rows = embedded
        .select(fields as SelectedFields)
        .from(table)
        .where(sql`${table.id} = any(${pageIds(listing, shape, ways)})`)
        .orderBy(...orders[shape.sort]);
      const from = counted(listing, shape, ways);
      return db
        .select({
          total_results: sql<number>`counted.total`.as("total_results"),
          results: (listOf(rows) as SQL<Item[]>).as("results"),
        })
        .from(isCommon(shape) ? from : sql`${from} ${rare}`) as never;
    });
  const statements = new Map<string, ReturnType<typeof write>>();
  return async (db: Db, filter: TitleFilter, sort: Sort): Promise<Slice<Item>> => {
    const read = readFilter(filter, sort);
    if (read === undefined) return { total_results: 0, results: [] };
    const name = nameOf(read.shape);
    const statement = statements.get(name) ?? write(read.shape);
    statements.set(name, statement);
    return only(await statement(db, read.values));
  };
}
