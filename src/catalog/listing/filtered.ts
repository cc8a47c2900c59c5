/** The statement behind pages of GET /movies and GET /series with filters, and behind later pages. */

import { type SQL, sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/pg-core";
import { pageStatement } from "~/catalog/records/page";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter } from "~/db/prepared-statement";
import type { JsonSlice } from "~/http/request/page";
import type { TitleKind } from "~/vocabulary";
import type { Listing } from "./listing";
import type { Values } from "./values";

const functions = { movie: sql`list_movies`, series: sql`list_series` };

/** The parameters of both functions, in their order. */
const parameters = [
  "sort",
  "offset",
  "page_size",
  "adult",
  "genre",
  "genre_id",
  "genre_bits",
  "least_genre_bits",
  "year",
  "status",
  "keyword_id",
  "keyword_name",
  "votes",
] as const satisfies (keyof Values)[];

/** The call of the function, with the total and the ids of a page. */
export const filteredIds = (kind: TitleKind): SQL =>
  sql`${functions[kind]}(${sql.join(parameters.map(parameter), sql`, `)})`;

/**
 * One statement for every combination of filters and orders. `list_movies` or `list_series` determines the
 * total and the ids of the page in order, with a plan for each of its steps that the connection keeps
 * (docs/sql/functions/list_movies.sql).
 */
export const filteredPage = <Item>({ kind, table, fields, includes }: Listing<SelectedFields>) =>
  pageStatement<JsonSlice<Item>>((db) => {
    const rows = subquery
      .select(fields)
      .from(sql`unnest(listed.ids) with ordinality as place (title_id, n)`)
      .innerJoin(table, sql`${table.id} = place.title_id`)
      .orderBy(sql`place.n`);
    return db
      .select({
        total_results: sql<number>`listed.total`.as("total_results"),
        results: jsonText(jsonArray(rows as never) as SQL<Item[]>).as("results"),
      })
      .from(sql`${filteredIds(kind)} listed`) as never;
  }, includes);
