/** The statement behind later pages of long lists: of all titles, of one genre and of one year. */

import { and, type SQL, sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/pg-core";
import type { Asked } from "~/catalog/records/asked";
import { pageStatement } from "~/catalog/records/page";
import { type Db, rare } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter } from "~/db/prepared-statement";
import { only } from "~/db/sql";
import type { JsonSlice } from "~/http/request/page";
import { listOf } from "~/positions/lists";
import { partName } from "~/positions/parts";
import { idsFrom, placeOf } from "~/positions/place";
import type { Sort } from "./filter";
import { filteredIds } from "./filtered";
import type { Listing } from "./listing";
import type { Values } from "./values";

/** What later pages are of. */
export type Extent = "all" | "genre" | "year";

/** The extent of a list; undefined where its pages have no positions. */
export function extentOf(values: Values): Extent | undefined {
  const { genre, genre_bits, year, status, keyword_id, keyword_name, votes } = values;
  if ([status, keyword_id, keyword_name, votes].some((set) => set !== null)) return undefined;
  if (genre_bits !== 0) return genre !== null && year === null ? "genre" : undefined;
  return year === null ? "all" : "year";
}

/** The value of the parameter `part`. */
const partOf = ({ adult, genre, year }: Values): string =>
  partName({ adult, genre: genre ?? undefined, year: year ?? undefined });

/** Which titles are listed, by the columns of a table or of its log. */
function members(row: Record<"adult" | "genre_mask" | "year", SQL>, extent: Extent) {
  return and(
    // false is less than true: one text with and without adult titles.
    sql`${row.adult} <= ${parameter("adult")}`,
    extent === "genre" ? sql`${row.genre_mask} & ${parameter("genre_bits")} <> 0` : undefined,
    extent === "year" ? sql`${row.year} = ${parameter("year")}` : undefined,
  );
}

const move = { adult: sql`move.adult`, genre_mask: sql`move.genre_mask`, year: sql`move.year` };

/** Only these are prepared: a connection keeps each statement with its plan, 300 KB. */
const isCommon = (sort: Sort, extent: Extent) =>
  extent === "all" && (sort === "popularity.desc" || sort === "title.asc");

/** A page, and whether the list has positions. */
type LaterSlice<Item> = JsonSlice<Item> & { is_placed: boolean };

/**
 * One statement for each order and extent. The page is read from the mark before it; where the list has no
 * positions, because it is short or they are yet to be built, the function for all filters reads it.
 */
const laterPage = <Item>(listing: Listing<SelectedFields>, sort: Sort, extent: Extent) =>
  pageStatement<LaterSlice<Item>>((db) => {
    const { kind, listed, table, fields } = listing;
    const list = listOf(listed, sort);
    const placed = placeOf({
      list,
      part: sql`${parameter("part")}`,
      inPart: members(move, extent),
      offset: sql`${parameter("offset")}::int`,
    });
    const columns = {
      adult: sql`${table.adult}`,
      genre_mask: sql`${table.genre_mask}`,
      year: sql`${table.year}`,
    };
    const ids = sql`case when placed.total is null then other.ids
      else array(select id from ${idsFrom(list, members(columns, extent))} found limit ${parameter("page_size")}) end`;
    const rows = subquery
      .select(fields)
      .from(sql`unnest(${ids}) with ordinality as place (title_id, n)`)
      .innerJoin(table, sql`${table.id} = place.title_id`)
      .orderBy(sql`place.n`);
    // OFFSET 0 keeps the condition inside, so that the function runs only where it has to.
    const other = sql`(select * from ${filteredIds(kind)} found where placed.total is null offset 0) other`;
    return db
      .select({
        is_placed: sql<boolean>`placed.total is not null`.as("is_placed"),
        total_results: sql<number>`coalesce(placed.total, other.total)`.as("total_results"),
        results: jsonText(jsonArray(rows as never) as SQL<Item[]>).as("results"),
      })
      .from(
        sql`${placed} left join lateral ${other} on true ${isCommon(sort, extent) ? sql`` : rare}`,
      ) as never;
  }, listing.includes);

/** For so long a list that had no positions is read by the function for all filters at once. */
const ABSENT_MS = 10_000;

/** Reads later pages; undefined if the list had no positions a moment ago. */
export function laterPages<Item>(listing: Listing<SelectedFields>) {
  const statements = new Map<string, ReturnType<typeof laterPage<Item>>>();
  const absentUntil = new WeakMap<Db, Map<string, number>>();
  return async (
    db: Db,
    values: Values,
    extent: Extent,
    asked: Asked = {},
  ): Promise<JsonSlice<Item> | undefined> => {
    const { sort } = values;
    const part = partOf(values);
    const absent = absentUntil.get(db) ?? new Map<string, number>();
    absentUntil.set(db, absent);
    const list = `${sort} ${part}`;
    if (performance.now() < (absent.get(list) ?? 0)) return undefined;
    const name = `${sort} ${extent}`;
    const statement = statements.get(name) ?? laterPage<Item>(listing, sort, extent);
    statements.set(name, statement);
    const { is_placed, ...slice } = only(await statement(db, { ...values, part }, asked));
    if (!is_placed) absent.set(list, performance.now() + ABSENT_MS);
    return slice;
  };
}
