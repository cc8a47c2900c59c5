/** Builds the blocks of a list from its table. */

import { sql } from "drizzle-orm";
import { type Db, rare } from "~/db/client";
import { list_blocks, list_marks, list_starts } from "~/db/schema";
import { isListed, type List } from "./lists";
import { factsOf, orderByColumns } from "./order";
import { countedByPart } from "./parts";
import { literal } from "./place";

export type Sizes = {
  /** Records in a block when it is built; it is split at twice as many, and joined to another below a fifth. */
  block: number;
  /** A genre or year with fewer records is no part of its own: they are collected and sorted instead. */
  long: number;
};
export const usualSizes: Sizes = { block: 1_000, long: 10_000 };

/** Builds a list anew, inside a transaction that sees an empty log. */
export async function build(tx: Db, list: List, sizes: Sizes): Promise<void> {
  const block = sql.raw(String(sizes.block));
  const { listed, keys } = list;
  const facts = sql.join(
    keys.map(({ fact }) => sql.identifier(fact)),
    sql`, `,
  );
  for (const table of [list_blocks, list_marks, list_starts]) {
    await tx.execute(sql`delete from ${table} where list = ${list.name} ${rare}`);
  }
  const facets = Object.entries(listed.facets).map(
    ([name, value]) => sql`${value} as ${sql.identifier(name)}`,
  );
  const numbered = sql`(select 1 as n, ${sql.join(facets, sql`, `)},
    (row_number() over (order by ${orderByColumns(list)}) - 1) / ${block} as block from ${listed.table}
    where ${isListed(listed)}) numbered`;
  await tx.execute(sql`
    insert into ${list_marks} (list, mark, id, ${facts})
    select ${literal(list)}, at / ${block}, id, ${facts}
    from (select ${factsOf(list)}, row_number() over (order by ${orderByColumns(list)}) - 1 as at from ${listed.table}
      where ${isListed(listed)}) placed
    where at > 0 and at % ${block} = 0 ${rare}`);
  await tx.execute(sql`
    insert into ${list_blocks} (list, marks)
    select ${literal(list)}, array[0] || coalesce(array_agg(mark order by mark), '{}') from ${list_marks}
    where list = ${literal(list)} ${rare}`);
  await tx.execute(sql`
    with counted as (
      select * from ${countedByPart(listed, numbered)} counted
    ), kept as (
      select part, sum(n)::int as total from counted group by part
      having part in ('all', 'visible') or sum(n) >= ${sizes.long}
      union select name, 0 from unnest(array['all', 'visible']) name where not exists (select from counted where part = name)
    )
    insert into ${list_starts} (list, part, starts, total)
    select ${literal(list)}, part, array_agg(start order by block), total
    from (
      select part, total, block, (sum(coalesce(n, 0)) over (partition by part order by block) - coalesce(n, 0))::int as start
      from kept cross join (
        select generate_series(0, cardinality(marks) - 1) as block from ${list_blocks} where list = ${literal(list)}) every
      left join counted using (part, block)) started
    group by part, total ${rare}`);
}
