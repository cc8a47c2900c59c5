import { and, eq, gte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { keywords, title_counts, title_genres, title_keywords } from "~/db/schema";
import type { TitleKind } from "~/vocabulary";
import type { Shape } from "./shape";
import type { TitleTable } from "./sorts";

const given = (name: string) => sql.placeholder(name);

/** What a title is judged by; the table itself and title_keywords both have it. */
type Judged = Record<"year" | "status" | "genre_mask" | "adult", PgColumn>;

/** The filters on columns that stand in every index of a listing. */
export const judged = (on: Judged, shape: Shape): SQL | undefined =>
  and(
    shape.genre ? sql`${on.genre_mask} & ${given("genre_bit")} <> 0` : undefined,
    shape.year ? eq(on.year, given("year")) : undefined,
    shape.status ? eq(on.status, given("status")) : undefined,
    // false is less than true: one text, whether adult titles are shown or not (M90).
    sql`${on.adult} <= ${given("adult")}`,
  );

export const enoughVotes = (table: TitleTable, shape: Shape): SQL | undefined =>
  shape.votes ? gte(table.vote_count, given("votes")) : undefined;

/** The rows of the keyword that is asked for; keywords that differ in case alone count as one. */
export const ofKeyword = (shape: Shape): SQL =>
  shape.keyword === "by id"
    ? eq(title_keywords.keyword_id, given("keyword"))
    : sql`${title_keywords.keyword_id} = any(array(
        select ${keywords.id} from ${keywords} where lower(${keywords.name}) = lower(${given("keyword")})))`;

type Leaf = { kind?: TitleKind; genre: SQLWrapper | number; year: boolean; status: boolean };

/** A sum of the counters of titles. */
const summed = ({ kind, genre, year, status }: Leaf): SQL =>
  sql`(select coalesce(sum(${title_counts.n}), 0)::int from ${title_counts} where ${and(
    kind === undefined
      ? sql`${title_counts.kind} in ('movie', 'series')`
      : sql`${title_counts.kind} = ${sql.raw(`'${kind}'`)}`,
    eq(title_counts.genre, typeof genre === "number" ? sql.raw(String(genre)) : genre),
    year ? eq(title_counts.year, given("year")) : undefined,
    status ? eq(title_counts.status, given("status")) : undefined,
    sql`${title_counts.adult} <= ${given("adult")}`,
  )})`;

const everyGenre = -1;

/** How many titles match, exactly: off the counters unless a keyword or votes are asked for. */
export function totalOf(kind: TitleKind, table: TitleTable, shape: Shape): SQL {
  const votes = enoughVotes(table, shape);
  if (shape.keyword !== undefined) {
    const counted = shape.keyword === "by id" ? sql`*` : sql`distinct ${title_keywords.title_id}`;
    const join = votes ? sql`join ${table} on ${table.id} = ${title_keywords.title_id}` : sql``;
    const where = and(ofKeyword(shape), ofKind(kind), judged(title_keywords, shape), votes);
    return sql`(select count(${counted})::int from ${title_keywords} ${join} where ${where})`;
  }
  if (votes) {
    return sql`(select count(*)::int from ${table} where ${and(votes, judged(table, shape))})`;
  }
  const { year, status } = shape;
  return summed({ kind, genre: shape.genre ? given("genre") : everyGenre, year, status });
}

export const ofKind = (kind: TitleKind): SQL =>
  sql`${title_keywords.kind} = ${sql.raw(`'${kind}'`)}`;

/** A way to collect all matches by one filter alone, and how many rows that has to visit. */
export type Gathering = { reach: SQL; from: SQL; where: SQL | undefined };

/**
 * The ways to collect the matches of a shape, each by one filter that an index knows; without such a
 * filter there is none. `weight` is the cost of a row against one step of a walk in an index.
 */
export function gatherings(kind: TitleKind, table: TitleTable, date: PgColumn, shape: Shape) {
  const reach = (weight: number, sum: SQL): SQL => sql`${sum}::float8 * ${sql.raw(String(weight))}`;
  const alone = { kind, genre: everyGenre, year: false, status: false };
  const ways: Gathering[] = [];
  if (shape.keyword !== undefined) {
    const where = and(ofKeyword(shape), ofKind(kind), judged(title_keywords, shape));
    const from = sql`(select distinct ${title_keywords.title_id} as title_id
      from ${title_keywords} where ${where}) listed join ${table} on ${table.id} = listed.title_id`;
    return [
      { reach: reach(1, totalOf(kind, table, { ...shape, votes: false })), from, where: undefined },
    ];
  }
  if (shape.year) {
    const where = sql`${date} between ${given("first_day")}::date and ${given("last_day")}::date`;
    return [{ reach: reach(2, summed({ ...alone, year: true })), from: sql`${table}`, where }];
  }
  if (shape.status) {
    const where = eq(table.status, given("status"));
    ways.push({ reach: reach(6, summed({ ...alone, status: true })), from: sql`${table}`, where });
  }
  if (shape.genre) {
    const genre = given("genre");
    const bothKinds = summed({ genre, year: false, status: false });
    const from = sql`${title_genres} join ${table} on ${table.id} = ${title_genres.title_id}`;
    const where = eq(title_genres.genre_id, given("genre_id"));
    ways.push({ reach: reach(6, bothKinds), from, where });
  }
  return ways;
}
