import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./client";
import { columnsIn, distinctBy, list, name, names, type Row, recordset, tuple } from "./recordset";

type Keys = {
  /** Columns naming the owner; the rows carry them. */
  owner: readonly string[];
  /** Columns that tell the children of one owner apart. */
  key: readonly string[];
  /** Rows that are not named stay: for a list that is known to be incomplete. */
  keep?: boolean;
};

/**
 * Makes the children of the owners found in `rows` equal to `rows`, in one statement: those gone
 * are removed, kept ones keep their ids, only changed ones are written. An owner without a row
 * keeps all its children: the provider said nothing, or emptied a list, and neither wipes data (M134).
 */
export async function reconcileChildren(
  db: Db,
  table: PgTable,
  { owner, key, keep = false }: Keys,
  rows: readonly Row[],
): Promise<void> {
  const keys = [...owner, ...key];
  const unique = distinctBy(rows, keys);
  const [first] = unique;
  if (first === undefined) return;
  const columns = columnsIn(table, first);
  const target = sql.identifier(getTableName(table));
  const data = columns.filter((c) => c.name !== "id" && !keys.includes(c.name));
  const taken = (from: SQL) => tuple(data.map((c) => sql`${from}.${name(c)}`));
  const written = names(columns.map((c) => c.name));
  const assignments = data.map((c) => sql`${name(c)} = excluded.${name(c)}`);
  const action =
    data.length === 0
      ? sql`do nothing`
      : sql`do update set ${list(assignments)} where ${taken(sql`stored`)} is distinct from ${taken(sql`excluded`)}`;
  const gone = sql`, gone as (
      delete from ${target} stored
      where (${names(owner)}) in (select ${names(owner)} from incoming)
        and (${names(keys)}) not in (select ${names(keys)} from incoming)
    )`;
  await db.execute(sql`
    with incoming as materialized (${recordset(columns, unique)})${keep ? sql`` : gone}
    insert into ${target} as stored (${written})
    select ${written} from incoming order by ${names(keys)}
    on conflict (${names(keys)}) ${action}`);
}
