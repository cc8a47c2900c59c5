import { parameter, preparedStatement } from "~/db/prepared-statement";
import { uuidOf } from "~/http/request/public-id";
/** The statement behind a page of GET /movies and GET /series. */

import { and, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { type Db, rare } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { title_keywords } from "~/db/schema";
import { byName, only } from "~/db/sql";
import type { JsonSlice } from "~/http/request/page";
import { genres, type TitleKind } from "~/vocabulary";
import {
  type AccessPath,
  accessPaths,
  datesOfYear,
  indexedFilters,
  keywordFilter,
  type TitleTable,
  totalAndPath,
  type Variant,
  voteFilter,
} from "./access-paths";
import type { Sort, TitleFilter } from "./filter";

/** What is listed. */
type Listing<Fields> = {
  kind: TitleKind;
  table: TitleTable;
  /** The column of the filter `year` and of the order by date. */
  date: PgColumn;
  /** The columns of one result. */
  fields: Fields;
};

/** The most results of a page. A literal: with a bound LIMIT PostgreSQL plans every execution anew. */
const MOST = sql.raw("50");

const defaultSort: Sort = "popularity.desc";
const commonOnFirstPages: readonly Sort[] = [defaultSort, "date.desc", "rating.desc", "title.asc"];
const commonOnLaterPages: readonly Sort[] = [defaultSort, "title.asc"];

/**
 * Whether a variant is one of the few that most requests have: without filters in an order that starts
 * with what people look for, or the first page of one genre, year or status. The connection keeps those
 * prepared; the other variants are about 1,500.
 */
function isCommon({ sort, later, genre, year, status, keyword, votes }: Variant): boolean {
  const filters = [genre, year, status].filter(Boolean).length;
  if (votes || keyword !== undefined || filters > 1) return false;
  if (genre !== undefined && genre !== "one") return false;
  if (filters === 1) return sort === defaultSort && !later;
  return (later ? commonOnLaterPages : commonOnFirstPages).includes(sort);
}

/** The bit of a genre in `genre_mask` and its number in the counters, by its UUID. */
const genrePositions = new Map<string, number>(genres.map(({ id }, position) => [id, position]));

/** The genres of a filter and how they combine; undefined where no title can match. */
function readGenres(genre: string) {
  const matchAny = genre.includes("|");
  const ids = genre.split(matchAny ? "|" : ",").map((id) => uuidOf("genre", id) ?? "");
  const known = [...new Set(ids)].filter((id) => genrePositions.has(id));
  const [first] = known;
  if (first === undefined || (!matchAny && known.length < new Set(ids).size)) return undefined;
  const several = matchAny ? ("any" as const) : ("all" as const);
  return {
    match: known.length === 1 ? ("one" as const) : several,
    genre: genrePositions.get(first),
    genre_id: first,
    genre_bits: known.reduce((bits, id) => bits | (1 << (genrePositions.get(id) ?? 0)), 0),
  };
}

/** The variant and the values of a statement; undefined where no title can match its genres. */
function readFilter(filter: TitleFilter, sort: Sort) {
  const { page, page_size, year, status, keyword, vote_count_gte } = filter;
  const read = filter.genre === undefined ? undefined : readGenres(filter.genre);
  if (filter.genre !== undefined && read === undefined) return undefined;
  const { match, ...genreValues } = read ?? {};
  const keyword_id = keyword === undefined ? undefined : uuidOf("keyword", keyword);
  const keywordName = keyword === undefined ? undefined : "by name";
  const variant: Variant = {
    sort,
    later: page > 1,
    genre: match,
    year: year !== undefined,
    status: status !== undefined,
    keyword: keyword_id === undefined ? keywordName : "by id",
    votes: vote_count_gte !== undefined,
  };
  const values = {
    page_size,
    offset: (page - 1) * page_size,
    adult: filter.include_adult === "true",
    ...genreValues,
    year,
    first_day: `${year}-01-01`,
    last_day: `${year}-12-31`,
    status,
    keyword: keyword_id ?? keyword,
    votes: vote_count_gte,
  };
  return { variant, values };
}

/** The ORDER BY of each sort: nulls last in both directions, the id at the end. */
function ordersOf(table: TitleTable, date: PgColumn): Record<Sort, SQL[]> {
  const descending = (column: PgColumn) => sql`${column} desc nulls last`;
  const ascending = (column: PgColumn) => sql`${column} asc nulls last`;
  const id = sql`${table.id}`;
  return {
    "popularity.desc": [descending(table.popularity), id],
    "popularity.asc": [ascending(table.popularity), id],
    "date.desc": [descending(date), id],
    "date.asc": [ascending(date), id],
    "rating.desc": [descending(table.vote_average), descending(table.vote_count), id],
    "rating.asc": [ascending(table.vote_average), ascending(table.vote_count), id],
    "title.asc": [byName(table.title), id],
    "title.desc": [sql`${byName(table.title)} desc`, id],
  };
}

const idsInOrder = (from: SQL, order: SQL[], variant: Variant): SQL =>
  sql`(select id from ${from} order by ${sql.join(order, sql`, `)} limit ${MOST}${
    variant.later ? sql` offset ${parameter("offset")}` : sql``
  })`;

/**
 * The ids of a page: a UNION ALL of all access paths, of which PostgreSQL starts only the one that
 * `counted.way` names. Path 0 walks the index of the order and checks title by title: fast when many
 * match. The others collect all matches of one filter and sort them: fast when few do.
 */
function pageIds<Fields>(listing: Listing<Fields>, variant: Variant, paths: AccessPath[]): SQL {
  const { table, date } = listing;
  const order = ordersOf(table, date)[variant.sort];
  const filters = and(indexedFilters(table, variant), voteFilter(table, variant));
  const dates = variant.year && variant.sort.startsWith("date") ? datesOfYear(date) : undefined;
  // A scalar subquery, because EXISTS would become a join with all rows of the keyword.
  const hasKeyword =
    variant.keyword &&
    sql`(select true from ${title_keywords}
    where ${title_keywords.title_id} = ${table.id} and ${keywordFilter(variant)} limit 1)`;
  const walk = sql`${table} where ${and(sql`counted.way = 0`, filters, dates, hasKeyword)}`;
  const collected = paths.map(
    (path, index) =>
      // OFFSET 0 keeps the planner from walking the index of the order here too.
      sql`(select ${table}.* from ${path.from} where ${and(
        sql`counted.way = ${sql.raw(String(index + 1))}`,
        path.where,
        filters,
      )} offset 0) as ${sql.identifier(getTableName(table))}`,
  );
  const branches = [walk, ...collected].map((from) => idsInOrder(from, order, variant));
  return sql`array(select id from (${sql.join(branches, sql` union all `)}) found limit ${parameter("page_size")})`;
}

/**
 * Reads pages of a list of titles: results and exact total in one statement, also past the end. Each
 * variant has its own text. In outline, with two access paths (docs/sql/movies.list.genre.sql has it
 * in full):
 *
 *     select counted.total as total_results,
 *       array_to_json(array(select item from (
 *         select <fields> from movies where id = any(array(
 *             (select id from movies where counted.way = 0 and <filters> order by … limit 50)
 *             union all
 *             (select id from title_genres join movies … where counted.way = 1 and <filters>
 *               order by … limit 50)
 *             limit $page_size))
 *           order by …) item))::text as results
 *     from (select total, case … end as way     -- the cheapest access path, null past the end
 *       from (select <sum of title_counts> as total, <cost> as reach_1 …)) counted
 */
export function titleListing<Fields extends SelectedFields>(listing: Listing<Fields>) {
  type Item = SelectResultFields<Fields>;
  const { kind, table, date, fields } = listing;
  const orders = ordersOf(table, date);
  const build = (variant: Variant) =>
    preparedStatement<JsonSlice<Item>>((db) => {
      const paths = accessPaths(kind, table, date, variant);
      const rows = subquery
        .select(fields as SelectedFields)
        .from(table)
        .where(sql`${table.id} = any(${pageIds(listing, variant, paths)})`)
        .orderBy(...orders[variant.sort]);
      const counted = totalAndPath(kind, table, variant, paths);
      return db
        .select({
          total_results: sql<number>`counted.total`.as("total_results"),
          results: jsonText(jsonArray(rows) as SQL<Item[]>).as("results"),
        })
        .from(isCommon(variant) ? counted : sql`${counted} ${rare}`) as never;
    });
  const statements = new Map<string, ReturnType<typeof build>>();
  return async (db: Db, filter: TitleFilter, sort: Sort): Promise<JsonSlice<Item>> => {
    const read = readFilter(filter, sort);
    if (read === undefined) return { total_results: 0, results: "[]" };
    const name = Object.values(read.variant).join();
    const statement = statements.get(name) ?? build(read.variant);
    statements.set(name, statement);
    return only(await statement(db, read.values));
  };
}
