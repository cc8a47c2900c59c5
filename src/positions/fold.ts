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
      select * from ${countedByPart(listed, sql`placed`)} counted where n <> 0
    )
    update ${list_starts} stored set
      starts = (
        select array_agg((start + coalesce(earlier, 0))::int order by block)
        from (
          select block, start, sum(n) over (order by block rows between unbounded preceding and 1 preceding) as earlier
          from unnest(stored.starts) with ordinality started (start, block)
          left join (select * from moved where moved.part = stored.part) here using (block)) shifted),
      total = total + change.n
    from (select part, sum(n) as n from moved group by part) change
    where stored.list = ${literal(list)} and stored.part = change.part ${rare}`);
}
