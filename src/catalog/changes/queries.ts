import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import type { JsonText } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import { counter, withCounter } from "./counter";
import { advanced, type Counter, type Cursor, cursorExpired, isValid } from "./cursor";
import type { Change } from "./model";
import {
  entry,
  fitsInterest,
  type Interest,
  isOfConcern,
  jsonItems,
  position,
  rows,
  valuesOf,
} from "./row";

/** A part of the feed as it is read. */
export type Changes = {
  results: JsonText<Change[]>;
  isEmpty: boolean;
  cursor: Cursor;
  more: boolean;
  head: number;
  /** The number of the newest tombstone that is no longer kept. */
  purged: number;
};

/** How many entities a request looks through at most, so that a filter that nothing fits costs no more. */
const MOST_LOOKED_AT = 10_000;
const most = sql.raw(String(MOST_LOOKED_AT));
const lastOfMost = sql.raw(String(MOST_LOOKED_AT - 1));

/**
 * The next page of the feed, as of one snapshot. A page that is not full has looked through everything or through
 * {@link MOST_LOOKED_AT} entities. `passed` is how many rows the client has passed with the page.
 */
const page = (condition: SQL, passed: SQL) =>
  fixedStatement<keyof ReturnType<typeof valuesOf> | "limit">(() => {
    const limit = sql`${parameter("limit")}::int`;
    const after = sql`sequence > ${position}`;
    const found = sql`
      select * from (${rows} where ${after} order by sequence limit ${most}) looked_at
      where ${condition} order by sequence limit ${limit}`;
    return sql`
      with counter as (${counter}),
      page as materialized (
        select ${jsonItems(entry)} as results, count(*) as many, max(sequence) as last from (${found}) found),
      reach as materialized (
        select case
          when many = ${limit} then last
          else (select sequence from changes where ${after} order by sequence offset ${lastOfMost} limit 1)
          end as reached
        from page)
      select epoch, head, purged, is_same_database, reached::float8,
        exists (select from (
          select from changes where sequence > reached order by sequence limit 1) following) as more,
        reached is null or reached - ${position} = ${passed} as is_dense,
        results
      from counter, page, reach`;
  });

const pages = {
  // Of a client that set out from nothing, for which some are left out, nobody asks whether they are dense.
  all: page(isOfConcern, sql`many`),
  some: page(
    sql`${isOfConcern} and ${fitsInterest}`,
    sql`(select count(*) from changes where sequence > ${position} and sequence <= reached)`,
  ),
};

type Row = Counter & {
  /** Null: everything was looked through. */
  reached: number | null;
  more: boolean;
  is_dense: boolean;
  results: JsonText<Change[]>;
};

/**
 * What changed after the cursor, at most `limit` entities, in one statement. Throws `cursor_expired`.
 */
export async function readChanges(
  db: Db,
  cursor: Cursor,
  { limit, ...interest }: Interest & { limit: number },
): Promise<Changes> {
  const { kinds, groups } = interest;
  const isAll = kinds === undefined && groups === undefined;
  const values = { limit, ...valuesOf(cursor, interest) };
  const row = await withCounter<Row>(db, pages[isAll ? "all" : "some"](values));
  if (!isValid(cursor, row)) throw cursorExpired();
  const { results, more, head, purged, reached, is_dense: isDense } = row;
  const end = more ? (reached ?? head) : head;
  const hasAllGroups = groups === undefined;
  const next = advanced(cursor, row, { position: end, isDense, hasAllGroups });
  return { results, isEmpty: results === "[]", more, head, purged, cursor: next };
}
