import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { adultFilter } from "~/catalog/adult";
import { pagesOf } from "~/catalog/listing/page";
import { type Db, rare } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { people, person_counts } from "~/db/schema";
import { mostResults, only } from "~/db/sql";
import type { JsonSlice } from "~/http/request/page";
import { listedPeople, listOf } from "~/positions/lists";
import { orderByColumns } from "~/positions/order";
import { partName } from "~/positions/parts";
import { idsFrom, placeOf } from "~/positions/place";
import type { PersonFilter, PersonSort, PersonSummary } from "./model";
import { personSummary } from "./queries";

const orders = {
  popularity: "popularity.desc",
  "popularity.desc": "popularity.desc",
  "popularity.asc": "popularity.asc",
  name: "name.asc",
  "name.asc": "name.asc",
  "name.desc": "name.desc",
} as const satisfies Record<PersonSort, string>;
type Order = (typeof orders)[PersonSort];

/** How many people there are, from the counters that triggers keep. */
const totalOf = (department?: SQLWrapper): SQL => sql`(
  select coalesce(sum(${person_counts.n}), 0)::int from ${person_counts} where ${and(
    department === undefined ? undefined : eq(person_counts.department, department),
    sql`${person_counts.adult} <= ${parameter("adult")}`,
  )})`;

/** Only these are prepared: a connection keeps each statement with its plan, 300 KB. */
const isCommon = (order: Order) => order === "popularity.desc" || order === "name.asc";

/** A later page of all people, from the mark before it; by OFFSET where positions are yet to be built. */
const laterPage = (order: Order) =>
  preparedStatement<JsonSlice<PersonSummary>>((db) => {
    const list = listOf(listedPeople, order);
    const placed = placeOf({
      list,
      part: sql`${parameter("part")}`,
      inPart: sql`move.adult <= ${parameter("adult")}`,
      offset: sql`${parameter("offset")}::int`,
    });
    const listed = sql`${people.adult} <= ${parameter("adult")}`;
    const counted = sql`(select ${people.id} from ${people} where placed.total is null and ${listed}
      order by ${orderByColumns(list)} limit ${mostResults.full} offset ${parameter("offset")})`;
    const ids = sql`array(select id from (${idsFrom(list, and(sql`placed.total is not null`, listed))} union all ${counted}) found
      limit ${parameter("page_size")})`;
    const rows = subquery
      .select(personSummary)
      .from(sql`unnest(${ids}) with ordinality as place (person_id, n)`)
      .innerJoin(people, sql`${people.id} = place.person_id`)
      .orderBy(sql`place.n`);
    const total = sql<number>`coalesce(placed.total, ${totalOf()})`;
    return db
      .select({
        total_results: total.as("total_results"),
        results: jsonText(jsonArray(rows) as SQL<PersonSummary[]>).as("results"),
      })
      .from(isCommon(order) ? placed : sql`${placed} ${rare}`) as never;
  });

const laterPages = Object.fromEntries(
  Object.values(orders).map((order) => [order, laterPage(order)]),
) as Record<Order, ReturnType<typeof laterPage>>;

const pagesBy = (order: Order, include_adult: PersonFilter["include_adult"]) => {
  const list = {
    fields: personSummary,
    from: people,
    order: [orderByColumns(listOf(listedPeople, order))],
  };
  const listed = adultFilter(people.adult, include_adult);
  const department = parameter("department");
  const ofDepartment = and(eq(people.known_for_department, department), listed);
  return {
    all: pagesOf({ ...list, where: listed, total: totalOf() }),
    ofDepartment: pagesOf({ ...list, where: ofDepartment, total: totalOf(sql`${department}`) }),
  };
};
const pagesOfOrder = (order: Order) => ({
  true: pagesBy(order, "true"),
  false: pagesBy(order, "false"),
});
const firstPages = {
  "popularity.desc": pagesOfOrder("popularity.desc"),
  "popularity.asc": pagesOfOrder("popularity.asc"),
  "name.asc": pagesOfOrder("name.asc"),
  "name.desc": pagesOfOrder("name.desc"),
} satisfies Record<Order, unknown>;

/** A page of people; empty for a department that nobody is known for. */
export async function listPeople(db: Db, filter: PersonFilter): Promise<JsonSlice<PersonSummary>> {
  const { known_for_department, include_adult, sort_by, page, page_size } = filter;
  if (known_for_department?.includes("\0")) return { results: "[]", total_results: 0 };
  const order = orders[sort_by];
  const adult = include_adult === "true";
  if (known_for_department === undefined && page > 1) {
    const offset = (page - 1) * page_size;
    const values = { part: partName({ adult }), adult, offset, page_size };
    return only(await laterPages[order](db, values));
  }
  const pages = firstPages[order][include_adult];
  const values = { adult, department: known_for_department };
  return (known_for_department === undefined ? pages.all : pages.ofDepartment)(db, filter, values);
}
