/** The order of a list in SQL: nulls last in both directions, the id at the end. */

import { and, type SQL, sql } from "drizzle-orm";
import type { Fact, Key, List } from "./lists";

/** A row by its alias, with the names of facts as columns. */
const factOf =
  (row: string) =>
  (fact: Fact): SQL =>
    inOrder(fact, sql`${sql.identifier(row)}.${sql.identifier(fact)}`);

const inOrder = (fact: Fact, value: SQL): SQL =>
  fact === "name" ? sql`${value} collate name_order` : value;

/** The column of a list's table behind a fact. */
function columnOf({ listed }: List, fact: Fact): SQL {
  const column = listed.columns[fact];
  if (column === undefined) throw new Error(`${listed.name} have no ${fact}.`);
  return sql`${column}`;
}

/** The facts of a list's order as columns of its table under their own names, and the id. */
export const factsOf = (list: List): SQL =>
  sql.join(
    [
      ...list.keys.map(({ fact }) => sql`${columnOf(list, fact)} as ${sql.identifier(fact)}`),
      sql`${list.listed.table}.id`,
    ],
    sql`, `,
  );

/** The ORDER BY over rows that have the facts as columns. */
export const orderByFacts = (keys: Key[]): SQL =>
  sql.join(
    [...keys.map((key) => step(key, inOrder(key.fact, sql`${sql.identifier(key.fact)}`))), sql`id`],
    sql`, `,
  );

/** The ORDER BY over the list's table as its index has it. */
export const orderByColumns = (list: List): SQL =>
  sql.join(
    [
      ...list.keys.map((key) => step(key, inOrder(key.fact, columnOf(list, key.fact)))),
      sql`${list.listed.table}.id`,
    ],
    sql`, `,
  );

// A name is never null.
const step = ({ fact, falling }: Key, value: SQL): SQL =>
  fact === "name"
    ? sql`${value} ${sql.raw(falling ? "desc" : "asc")}`
    : sql`${value} ${sql.raw(falling ? "desc" : "asc")} nulls last`;

const LOWEST_ID = sql.raw("'00000000-0000-0000-0000-000000000000'::uuid");

/** A value below and above all others of a fact. */
const least = {
  popularity: "'-infinity'::float8",
  vote_average: "'-infinity'::float8",
  vote_count: "-2147483648",
  date: "'-infinity'::date",
  name: "''",
};
const most = {
  popularity: "'infinity'::float8",
  vote_average: "'infinity'::float8",
  vote_count: "2147483647",
  date: "'infinity'::date",
  name: "''",
};
const firstOf = ({ fact, falling }: Key): SQL => sql.raw((falling ? most : least)[fact]);
const lastOf = ({ fact, falling }: Key): SQL => sql.raw((falling ? least : most)[fact]);

/** Whether the row `row` comes before the row `mark` in the order; both are aliases with the facts as columns. */
export function before(keys: Key[], row: string, mark: string): SQL {
  const [key, ...rest] = keys;
  if (key === undefined) return sql`${sql.identifier(row)}.id < ${sql.identifier(mark)}.id`;
  const [a, b] = [row, mark].map((alias) => {
    const value = factOf(alias)(key.fact);
    return key.fact === "name" ? value : sql`coalesce(${value}, ${lastOf(key)})`;
  }) as [SQL, SQL];
  const ahead = key.falling ? sql`${a} > ${b}` : sql`${a} < ${b}`;
  return sql`(${ahead} or (${a} = ${b} and ${before(rest, row, mark)}))`;
}

/**
 * The facts and the id of the row `mark` that was joined from the left: without one, those that come before
 * every record. No name comes after all others, so that of a falling order is null then.
 */
export function markFacts(keys: Key[], mark: string): SQL {
  const row = sql.identifier(mark);
  const facts = keys.map((key) => {
    const name = sql.identifier(key.fact);
    if (key.fact === "name" && key.falling) return sql`${row}.name`;
    return sql`case when ${row}.mark is null then ${firstOf(key)} else ${row}.${name} end as ${name}`;
  });
  return sql.join([...facts, sql`coalesce(${row}.id, ${LOWEST_ID}) as id`], sql`, `);
}

/**
 * The conditions of ranges of the list's index that hold, together and one after another, the row `mark`
 * (of {@link markFacts}) and everything behind it. A plain row comparison is no range where directions differ and nulls come last.
 */
export function rangesFrom(list: List, mark: string): SQL[] {
  const fact = factOf(mark);
  const behind = ranges(list, list.keys, fact, sql`${sql.identifier(mark)}.id`);
  const [{ fact: first, falling } = {}] = list.keys;
  return first === "name" && falling ? [sql`${fact("name")} is null`, ...behind] : behind;
}

function ranges(list: List, keys: Key[], fact: (fact: Fact) => SQL, id: SQL): SQL[] {
  const [key, ...rest] = keys;
  if (key === undefined) return [sql`${list.listed.table}.id >= ${id}`];
  const column = inOrder(key.fact, columnOf(list, key.fact));
  const value = fact(key.fact);
  const equal = ranges(list, rest, fact, id).map((range) => and(sql`${column} = ${value}`, range));
  const beyond = sql`${column} ${sql.raw(key.falling ? "<" : ">")} ${value}`;
  if (key.fact === "name") return [...equal, beyond] as SQL[];
  // All nulls if the mark is no null itself, else those from its place on.
  const orFirst = (first: SQL, of: SQL) =>
    sql`case when ${value} is null then ${of} else ${first} end`;
  const restOf = new Map(
    rest.map((other) => [other.fact, orFirst(firstOf(other), fact(other.fact))]),
  );
  const nulls = ranges(list, rest, (of) => restOf.get(of) ?? fact(of), orFirst(LOWEST_ID, id));
  return [...equal, beyond, ...nulls.map((range) => and(sql`${column} is null`, range))] as SQL[];
}
