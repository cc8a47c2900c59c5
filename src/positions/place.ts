/** Where a page of a sorted list begins: at a mark shortly before it, and how many records to skip from there. */

import { and, type SQL, sql } from "drizzle-orm";
import { list_blocks, list_marks, list_starts } from "~/db/schema";
import { mostResults } from "~/db/sql";
import type { List } from "./lists";
import { before, factsOf, markFacts, orderByColumns, orderByFacts, rangesFrom } from "./order";

type Asked = {
  list: List;
  /** The name of the part, and whether a row of the log, `move`, is in it. */
  part: SQL;
  inPart: SQL | undefined;
  /** How many records of the part come before the page. */
  offset: SQL;
};

/** The name of a list as a literal, so that plans know it. */
export const literal = ({ name }: List): SQL => sql.raw(`'${name}'`);

/**
 * The subquery `placed` with one row: `total`, the number of records of the part, null where it has no
 * starts; the facts of the mark; and `skip`, the number of records of the part from the mark to the page.
 * The block is the last one that surely begins at or before the page: since the last fold, no start can
 * have moved down the list further than records came in. Its true start is the one that was folded, plus
 * what came in before its mark, minus what left there.
 */
export function placeOf({ list, part, inPart, offset }: Asked): SQL {
  const { moves } = list.listed;
  const log = sql`${moves} as move`;
  const shift = and(inPart, before(list.keys, "move", "mark"));
  return sql`(select ${markFacts(list.keys, "mark")}, block.total + asked.net as total, asked.at - coalesce(block.start + moved.shift, 0) as skip
    from (
      select ${offset} as at, (count(*) filter (where move.n > 0))::int as arrived, coalesce(sum(move.n), 0)::int as net
      from ${log} ${inPart ? sql`where ${inPart}` : sql``} offset 0) asked
    left join lateral (
      select stored.starts[last.block] as start, list_blocks.marks[last.block] as mark, stored.total
      from ${list_starts} stored join ${list_blocks} on list_blocks.list = stored.list
      cross join lateral (select greatest(1, width_bucket(asked.at - asked.arrived, stored.starts)) as block) last
      where stored.list = ${literal(list)} and stored.part = ${part}) block on true
    left join ${list_marks} mark on mark.list = ${literal(list)} and mark.mark = block.mark
    left join lateral (
      select coalesce(sum(move.n), 0)::int as shift from ${log} where ${shift}) moved on mark.mark is not null) placed`;
}

/**
 * Up to `most` records of a list, with the facts of its order, from the mark `placed` on: ranges of the
 * index of the order, merged without a sort.
 */
export function recordsFrom(list: List, where: SQL | undefined, most: SQL): SQL {
  const { table } = list.listed;
  const ranges = rangesFrom(list, "placed").map(
    (range) => sql`(select ${factsOf(list)} from ${table}
      where ${and(range, where)} order by ${orderByColumns(list)} limit ${most})`,
  );
  return sql`(${sql.join(ranges, sql` union all `)}) reached order by ${orderByFacts(list.keys)}`;
}

/** The ids of the page that `placed` names, of the records that match `where`. */
export const idsFrom = (list: List, where: SQL | undefined): SQL =>
  sql`(select id from ${recordsFrom(list, where, sql`placed.skip + ${mostResults.full}`)} offset placed.skip limit ${mostResults.full})`;
