/** Keeps the blocks of a list near their size: large ones are split, small ones joined to the one before. */

import { sql } from "drizzle-orm";
import { type Db, rare } from "~/db/client";
import { list_blocks, list_marks, list_starts } from "~/db/schema";
import type { Sizes } from "./build";
import { isListed, type List } from "./lists";
import { markFacts, orderByFacts } from "./order";
import { countedByPart } from "./parts";
import { literal, recordsFrom } from "./place";

type Block = { block: number; mark: number; n: number };

/** Splits and joins blocks until none is too large or too small, in the transaction that folds. */
export async function resize(tx: Db, list: List, sizes: Sizes): Promise<void> {
  for (;;) {
    const [found] = await misfits(tx, list, sizes);
    if (found === undefined) return;
    if (found.n < sizes.block) await join(tx, list, found);
    else await split(tx, list, found);
  }
}

const misfits = (tx: Db, list: List, { block }: Sizes) =>
  tx.execute<Block>(sql`
    select block::int, mark, n from (
      select block, mark, coalesce(lead(start) over (order by block), total) - start as n
      from ${list_starts} stored join ${list_blocks} blocks using (list)
      cross join lateral unnest(starts, marks) with ordinality started (start, mark, block)
      where list = ${literal(list)} and part = 'all') sized
    where n > 2 * ${block} or (block > 1 and 5 * n < ${block})
    order by block limit 1 ${rare}`);

const join = (tx: Db, list: List, { block, mark }: Block) =>
  tx.execute(sql`
    with forgotten as (delete from ${list_marks} where list = ${literal(list)} and mark = ${mark}),
      joined as (update ${list_blocks} set marks = marks[:${block}::int - 1] || marks[${block}::int + 1:] where list = ${literal(list)})
    update ${list_starts} set starts = starts[:${block}::int - 1] || starts[${block}::int + 1:]
    where list = ${literal(list)} ${rare}`);

/** Splits a block in halves. A list that lacks the records its starts promise is forgotten, to be built anew. */
async function split(tx: Db, list: List, { block, mark, n }: Block): Promise<void> {
  const { listed, keys } = list;
  const half = sql`${Math.floor(n / 2)}::int`;
  const facts = sql.join(
    keys.map(({ fact }) => sql.identifier(fact)),
    sql`, `,
  );
  const facets = sql.join(
    Object.entries(listed.facets).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  );
  const done = await tx.execute(sql`
    with placed as (
      select ${markFacts(keys, "mark")} from (select) one left join ${list_marks} mark on list = ${literal(list)} and mark = ${mark}
    ), passed as (
      select *, row_number() over (order by ${orderByFacts(keys)}) - 1 as at
      from (select found.* from placed cross join lateral (
        select * from ${recordsFrom(list, isListed(listed), sql`${half} + 1`)} limit ${half} + 1) found) reached
    ), marked as (
      insert into ${list_marks} (list, mark, id, ${facts})
      select ${literal(list)}, 1 + (select max(mark) from unnest(marks) mark), id, ${facts}
      from passed, ${list_blocks} where at = ${half} and list = ${literal(list)}
      returning mark
    ), divided as (
      update ${list_blocks} set marks = marks[:${block}::int] || mark || marks[${block}::int + 1:]
      from marked where list_blocks.list = ${literal(list)}
    ), counted as (
      select part, n from ${countedByPart(
        listed,
        sql`(select 1 as n, 0 as block, ${facets}
        from passed join ${listed.table} using (id) where at < ${half}) passed`,
      )} counted
    )
    update ${list_starts} stored set
      starts = starts[:${block}::int] || starts[${block}::int] + coalesce((select n from counted where part = stored.part), 0)
        || starts[${block}::int + 1:]
    from marked where stored.list = ${literal(list)} returning stored.part ${rare}`);
  if (done.length > 0) return;
  for (const table of [list_blocks, list_marks, list_starts]) {
    await tx.execute(sql`delete from ${table} where list = ${list.name} ${rare}`);
  }
}
