import { type SQL, sql } from "drizzle-orm";
import { array } from "~/db/sql";
import { kindNumber } from "./kinds";
import type { SearchQuery } from "./model";
import { kindsOf } from "./parameters";

/** The part of a search that says which entities it may find. */
export type Filters = Pick<SearchQuery, "type" | "year" | "include_adult">;

/** The numbers of the kinds that a search is for. */
export const kindNumbers = ({ type }: Filters): SQL =>
  sql`${array(kindsOf(type).map(kindNumber), "int")}::smallint[]`;

/** Whether a search may find the entity of the row `n` of search_name. */
export const isAllowed = (filters: Filters): SQL => sql`
  search_allowed(n.kind, n.year, n.adult, ${kindNumbers(filters)}, ${filters.year ?? null}::int,
    ${filters.include_adult === "true"}::boolean)`;
