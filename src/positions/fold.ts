/** Takes the log of a table into the starts of its lists. */

import { sql } from "drizzle-orm";
import { type Db, rare } from "~/db/client";
import { list_marks, list_starts } from "~/db/schema";
import type { List } from "./lists";
import { orderByFacts } from "./order";
import { countedByPart } from "./parts";
import { literal } from "./place";

/**
 * Adds up what the log moved between the blocks of one list. Marks and moves are sorted together: a move
 * belongs to the block of the last mark at or before it.
 */
export async function foldInto(tx: Db, list: List): Promise<void> {
  const { listed, keys } = list;
  const facts = sql.join(
    keys.map(({ fact }) => sql.identifier(fact)),
    sql`, `,
  );
  const names = Object.keys(listed.facets);
  const facets = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const nothing = sql.join(
    names.map(() => sql`null`),
    sql`, `,
  );
  await tx.execute(sql`
    with placed as (
      select n, ${facets}, 1 + sum(is_mark) over (order by ${orderByFacts(keys)}, is_mark desc rows unbounded preceding) as block
      from (
        select ${facts}, id, n, 0 as is_mark, ${facets} from ${listed.moves}
        union all
        select ${facts}, id, 0, 1, ${nothing} from ${list_marks} where list = ${literal(list)}) sorted
    ), moved as (
      select part, array_agg(block::int order by block) as blocks, array_agg(n order by block) as numbers, sum(n) as n
      from ${countedByPart(listed, sql`(select * from placed where n <> 0) placed`)} counted
      where n <> 0 group by part
    )
    update ${list_starts} stored set
      starts = moved_starts(stored.starts, moved.blocks, moved.numbers), total = total + moved.n
    from moved
    where stored.list = ${literal(list)} and stored.part = moved.part ${rare}`);
}
