import { parameter } from "~/db/prepared-statement";
/**
 * How a statement of a list finds its rows: the conditions of the filters, the total, and the access
 * paths to a page with their estimated costs.
 */

import { and, eq, getTableName, gte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { keywords, title_counts, title_genres, title_keywords, title_totals } from "~/db/schema";
import type { TitleKind } from "~/vocabulary";
import type { Sort } from "./filter";

/** The table `movies` or `series`. */
export type TitleTable = PgTable &
  Record<
    | "id"
    | "title"
    | "popularity"
    | "vote_average"
    | "vote_count"
    | "year"
    | "status"
    | "genre_mask"
    | "adult",
    PgColumn
  >;

/** What the text of a statement depends on: the order and which filters are set, not their values. */
export type Variant = {
  sort: Sort;
  /** Whether the page is not the first one: only then the statement has an OFFSET. */
  later: boolean;
  /** One genre, or several of which a title has all or any. */
  genre: "one" | "all" | "any" | undefined;
  year: boolean;
  status: boolean;
  keyword: "by id" | "by name" | undefined;
  votes: boolean;
};

type FilteredColumns = Record<"year" | "status" | "genre_mask" | "adult", PgColumn>;

/** Whether the genres of a title, one bit each, are all or any of those in the filter. */
function genreFilter(mask: PgColumn, { genre }: Variant): SQL | undefined {
  if (genre === undefined) return undefined;
  const matched = sql`${mask} & ${parameter("genre_bits")}`;
  return genre === "all" ? sql`${matched} = ${parameter("genre_bits")}` : sql`${matched} <> 0`;
}

/** The filters on columns that the title tables, `title_keywords` and all their list indexes have. */
export const indexedFilters = (on: FilteredColumns, variant: Variant): SQL | undefined =>
  and(
    genreFilter(on.genre_mask, variant),
    variant.year ? eq(on.year, parameter("year")) : undefined,
    variant.status ? eq(on.status, parameter("status")) : undefined,
    // false is less than true: one text with and without adult titles.
    sql`${on.adult} <= ${parameter("adult")}`,
  );

export const voteFilter = (table: TitleTable, variant: Variant): SQL | undefined =>
  variant.votes ? gte(table.vote_count, parameter("votes")) : undefined;

/** The dates of the year, for indexes that start with the date. */
export const datesOfYear = (date: PgColumn): SQL =>
  sql`${date} between ${parameter("first_day")}::date and ${parameter("last_day")}::date`;

/** The rows of `title_keywords` with the keyword; keywords that differ only in case count as one. */
export const keywordFilter = (variant: Variant): SQL =>
  variant.keyword === "by id"
    ? eq(title_keywords.keyword_id, parameter("keyword"))
    : sql`${title_keywords.keyword_id} = any(array(
        select ${keywords.id} from ${keywords} where lower(${keywords.name}) = lower(${parameter("keyword")})))`;

const ofKind = (kind: TitleKind): SQL => sql`${title_keywords.kind} = ${sql.raw(`'${kind}'`)}`;

type Counter = { kind?: TitleKind; genre: SQLWrapper | number; year: boolean; status: boolean };

/** A sum of the counters that triggers keep: those of one year, or the few over all years. */
function counterSum({ kind, genre, year, status }: Counter): SQL {
  const counters = year ? title_counts : title_totals;
  const filters = and(
    kind === undefined
      ? sql`${counters.kind} in ('movie', 'series')`
      : sql`${counters.kind} = ${sql.raw(`'${kind}'`)}`,
    eq(counters.genre, typeof genre === "number" ? sql.raw(String(genre)) : genre),
    year ? eq(title_counts.year, parameter("year")) : undefined,
    status ? eq(counters.status, parameter("status")) : undefined,
    sql`${counters.adult} <= ${parameter("adult")}`,
  );
  return sql`(select coalesce(sum(${counters.n}), 0)::int from ${counters} where ${filters})`;
}

const everyGenre = -1;

/** The exact number of matching titles: counted for a keyword, votes or several genres, else from the counters. */
function totalOf(kind: TitleKind, table: TitleTable, variant: Variant): SQL {
  const votes = voteFilter(table, variant);
  if (variant.keyword !== undefined) {
    const counted = variant.keyword === "by id" ? sql`*` : sql`distinct ${title_keywords.title_id}`;
    const join = votes ? sql`join ${table} on ${table.id} = ${title_keywords.title_id}` : sql``;
    const filters = indexedFilters(title_keywords, variant);
    const where = and(keywordFilter(variant), ofKind(kind), filters, votes);
    return sql`(select count(${counted})::int from ${title_keywords} ${join} where ${where})`;
  }
  if (votes || variant.genre === "all" || variant.genre === "any") {
    return sql`(select count(*)::int from ${table} where ${and(votes, indexedFilters(table, variant))})`;
  }
  const { year, status } = variant;
  return counterSum({ kind, genre: variant.genre ? parameter("genre") : everyGenre, year, status });
}

/** A way to collect all matches through the index of one filter, and its cost. */
export type AccessPath = { cost: SQL; from: SQL; where: SQL | undefined };

/**
 * The access paths of a variant beside the walk in the index of its order: one for each filter that
 * has an index of its own, so none without such a filter. A cost is the number of rows to visit times
 * a weight: how much a visit costs compared with one step of the walk.
 */
export function accessPaths(
  kind: TitleKind,
  table: TitleTable,
  date: PgColumn,
  variant: Variant,
): AccessPath[] {
  const cost = (weight: number, rows: SQL): SQL =>
    sql`${rows}::float8 * ${sql.raw(String(weight))}`;
  const alone = { kind, genre: everyGenre, year: false, status: false };
  if (variant.keyword !== undefined) {
    const filters = indexedFilters(title_keywords, variant);
    const where = and(keywordFilter(variant), ofKind(kind), filters);
    const from = sql`(select distinct ${title_keywords.title_id} as title_id
      from ${title_keywords} where ${where}) listed join ${table} on ${table.id} = listed.title_id`;
    const rows = totalOf(kind, table, { ...variant, votes: false });
    return [{ cost: cost(1, rows), from, where: undefined }];
  }
  if (variant.year) {
    const rows = counterSum({ ...alone, year: true });
    return [{ cost: cost(2, rows), from: sql`${table}`, where: datesOfYear(date) }];
  }
  const paths: AccessPath[] = [];
  if (variant.status) {
    const rows = counterSum({ ...alone, status: true });
    const where = eq(table.status, parameter("status"));
    paths.push({ cost: cost(6, rows), from: sql`${table}`, where });
  }
  if (variant.genre === "one" || variant.genre === "all") {
    const rows = counterSum({ genre: parameter("genre"), year: false, status: false });
    const from = sql`${title_genres} join ${table} on ${table.id} = ${title_genres.title_id}`;
    const where = eq(title_genres.genre_id, parameter("genre_id"));
    paths.push({ cost: cost(6, rows), from, where });
  }
  return paths;
}

/**
 * The subquery `counted` with one row: `total`, and in `way` the number of the cheapest access path; 0
 * is the walk in the index of the order, null means that the page lies past the end. The walk has to
 * pass `size / total` rows for each match up to the end of the page.
 */
export function totalAndPath(
  kind: TitleKind,
  table: TitleTable,
  variant: Variant,
  paths: AccessPath[],
): SQL {
  const total = totalOf(kind, table, variant);
  const offset = variant.later ? sql`${parameter("offset")}::int` : sql`0`;
  if (paths.length === 0) {
    return sql`(select total, case when total > ${offset} then 0 end as way from (select ${total} as total offset 0) t) counted`;
  }
  const name = sql.raw(`'${getTableName(table)}'`);
  const size = sql`(select greatest(reltuples, 0) from pg_class where oid = ${name}::regclass)`;
  const names = paths.map((_, index) => sql.raw(`reach_${index + 1}`));
  const costs = paths.map(({ cost }, index) => sql`${cost} as ${names[index]}`);
  const walk = sql`(${offset} + ${parameter("page_size")}::int) * size / greatest(total, 1)`;
  const cheapest = sql`least(walk, ${sql.join(names, sql`, `)})`;
  const cases = names.map(
    (cost, index) => sql`when ${cost} = ${cheapest} then ${sql.raw(String(index + 1))}`,
  );
  return sql`(select total, case when total <= ${offset} then null when walk = ${cheapest} then 0 ${sql.join(cases, sql` `)} end as way
    from (select *, least(size, ${walk}) as walk from (
      select ${total} as total, ${size} as size, ${sql.join(costs, sql`, `)} offset 0) t offset 0) t offset 0) counted`;
}
