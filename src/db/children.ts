import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./client";
import {
  all,
  columnsIn,
  distinctBy,
  list,
  name,
  names,
  overRows,
  type Row,
  tuple,
} from "./recordset";

type Keys = {
  /** Columns naming the owner; the rows carry them. */
  owner: readonly string[];
  /** Columns that tell the children of one owner apart. */
  key: readonly string[];
  /**
   * For lists whose key is a mere place in the list: the columns that make a row the same thing as
   * the one stored there.
   */
  same?: readonly string[];
  /**
   * For a list that is known to be incomplete: rows that are not named stay. Where the key is a
   * place, every later row may have moved up, so a stored list stays as it is.
   */
  keep?: boolean;
};

/**
 * Makes the children of the owners found in `rows` equal to `rows`, in one statement: those gone
 * are removed, kept ones keep their ids, only changed ones are written, and null overwrites no
 * value of a kept one. An owner without a row keeps all its children: the provider said nothing, or
 * emptied a list, and neither wipes data (M134).
 */
export async function reconcileChildren(
  db: Db,
  table: PgTable,
  keys: Keys,
  rows: readonly Row[],
): Promise<void> {
  const unique = distinctBy(rows, [...keys.owner, ...keys.key]);
  const [first] = unique;
  if (first === undefined) return;
  const columns = columnsIn(table, first);
  const named = JSON.stringify(["children", getTableName(table), keys]);
  await db.execute(
    overRows(named, columns, unique, (incoming) =>
      childrenStatement(table, columns, keys, incoming),
    ),
  );
}

function childrenStatement(
  table: PgTable,
  columns: PgColumn[],
  { owner, key, same, keep = false }: Keys,
  incoming: SQL,
): SQL {
  const keys = [...owner, ...key];
  const target = sql.identifier(getTableName(table));
  const data = columns.filter((c) => c.name !== "id" && !keys.includes(c.name));
  const written = names(columns.map((c) => c.name));
  const next = data.map((column) => nextValue(column, same));
  const assignments = data.map((c, index) => sql`${name(c)} = ${next[index]}`);
  const action =
    data.length === 0
      ? sql`do nothing`
      : sql`do update set ${list(assignments)} where ${tuple(data.map((c) => sql`stored.${name(c)}`))} is distinct from ${tuple(next)}`;
  const gone = sql`, gone as (
      delete from ${target} stored
      where (${names(owner)}) in (select ${names(owner)} from incoming)
        and (${names(keys)}) not in (select ${names(keys)} from incoming)
    )`;
  const ofOwner = all(owner.map((k) => sql`stored.${names([k])} = incoming.${names([k])}`));
  const untouched =
    keep && same !== undefined
      ? sql` where not exists (select from ${target} stored where ${ofOwner})`
      : sql``;
  return sql`
    with incoming as materialized (${incoming})${keep ? sql`` : gone}
    insert into ${target} as stored (${written})
    select ${written} from incoming${untouched} order by ${names(keys)}
    on conflict (${names(keys)}) ${action}`;
}

/** A null keeps the stored value of the same thing; what else stands at its place counts as another. */
function nextValue(column: PgColumn, same: readonly string[] | undefined): SQL {
  const [stored, incoming] = [sql`stored.${name(column)}`, sql`excluded.${name(column)}`];
  if (same === undefined) return sql`coalesce(${incoming}, ${stored})`;
  if (same.includes(column.name)) return incoming;
  const unmoved = all(same.map((k) => sql`stored.${names([k])} = excluded.${names([k])}`));
  return sql`case when ${unmoved} then coalesce(${incoming}, ${stored}) else ${incoming} end`;
}
