/** The statement behind later pages of long lists: of all titles, of one genre and of one year. */

import { and, type SQL, sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/pg-core";
import { rare } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import type { JsonSlice } from "~/http/request/page";
import { listOf } from "~/positions/lists";
import { partName } from "~/positions/parts";
import { idsFrom, placeOf } from "~/positions/place";
import type { Sort } from "./filter";
import { filteredIds } from "./filtered";
import type { Listing } from "./orders";
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
export const partOf = ({ adult, genre, year }: Values): string =>
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

/**
 * One statement for each order and extent. The page is read from the mark before it; where the list has no
 * positions, because it is short or they are yet to be built, the function for all filters reads it.
 */
export const laterPage = <Item>(listing: Listing<SelectedFields>, sort: Sort, extent: Extent) =>
  preparedStatement<JsonSlice<Item>>((db) => {
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
        total_results: sql<number>`coalesce(placed.total, other.total)`.as("total_results"),
        results: jsonText(jsonArray(rows as never) as SQL<Item[]>).as("results"),
      })
      .from(
        sql`${placed} left join lateral ${other} on true ${isCommon(sort, extent) ? sql`` : rare}`,
      ) as never;
  });
