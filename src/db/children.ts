import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./client";
import { sendAll } from "./pipeline";
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
  /** Columns that name the owner; the rows contain them. */
  owner: readonly string[];
  /** Columns that identify a child within its owner. */
  key: readonly string[];
  /**
   * For lists whose key is a position: the columns that identify what a row is about. If they differ, the
   * stored row at that position is about something else.
   */
  same?: readonly string[];
  /**
   * For a list that is known to be incomplete: rows that are not in it stay. If the key is a position,
   * later rows may have moved, so a stored list stays unchanged.
   */
  keep?: boolean;
  /**
   * Columns of which a child has at least one value. A row without any says that the child is there and nothing
   * about it: a stored one stays as it is, and none is added. Not for `fresh` owners.
   */
  values?: readonly string[];
  /** The owner came into the catalog in this transaction: it has no children yet. */
  fresh?: boolean;
};

/**
 * The statement that makes the children of the owners in `rows` equal to `rows`. Children that are not in
 * `rows` are deleted, others keep their ids, only changed ones are written, and null overwrites no stored
 * value. An owner without a row keeps all its children: an absent or empty list deletes no data, and an
 * empty list needs no statement.
 */
export function childrenStatement(
  table: PgTable,
  keys: Keys,
  rows: readonly Row[],
): SQL | undefined {
  const unique = distinctBy(rows, [...keys.owner, ...keys.key]);
  const [first] = unique;
  if (first === undefined) return undefined;
  const columns = columnsIn(table, first);
  const statementName = JSON.stringify(["children", getTableName(table), keys]);
  return overRows(statementName, columns, unique, (incoming) =>
    keys.fresh
      ? sql`insert into ${sql.identifier(getTableName(table))} (${list(columns.map(name))}) ${incoming}`
      : reconcilingStatement(table, columns, keys, incoming),
  );
}

/** Sends {@link childrenStatement}. */
export const reconcileChildren = (
  db: Db,
  table: PgTable,
  keys: Keys,
  rows: readonly Row[],
): Promise<void> => sendAll(db, [childrenStatement(table, keys, rows)]);

function reconcilingStatement(
  table: PgTable,
  columns: PgColumn[],
  { owner, key, same, keep = false, values }: Keys,
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
  const [first = "", ...others] = owner.map((k) => names([k]));
  const ofOwners = list(
    [
      sql`stored.${first} = any(array(select distinct ${first} from incoming))`,
      // "is true" keeps the planner from making a join of it, for which it would read the whole table.
      ...(others.length > 0
        ? [sql`((${names(owner)}) in (select ${names(owner)} from incoming)) is true`]
        : []),
    ],
    sql` and `,
  );
  const gone = sql`, gone as (
      delete from ${target} stored
      where ${ofOwners} and (${names(keys)}) not in (select ${names(keys)} from incoming)
    )`;
  const ofOwner = all(owner.map((k) => sql`stored.${names([k])} = incoming.${names([k])}`));
  const untouched =
    keep && same !== undefined
      ? sql` where not exists (select from ${target} stored where ${ofOwner})`
      : sql``;
  const telling = values === undefined ? untouched : sql` where num_nonnulls(${names(values)}) > 0`;
  return sql`
    with incoming as materialized (${incoming})${keep ? sql`` : gone}
    insert into ${target} as stored (${written})
    select ${written} from incoming${telling} order by ${names(keys)}
    on conflict (${names(keys)}) ${action}`;
}

/** Null keeps the stored value, but only if the stored row is about the same thing. */
function nextValue(column: PgColumn, same: readonly string[] | undefined): SQL {
  const [stored, incoming] = [sql`stored.${name(column)}`, sql`excluded.${name(column)}`];
  if (same === undefined) return sql`coalesce(${incoming}, ${stored})`;
  if (same.includes(column.name)) return incoming;
  const unmoved = all(same.map((k) => sql`stored.${names([k])} = excluded.${names([k])}`));
  return sql`case when ${unmoved} then coalesce(${incoming}, ${stored}) else ${incoming} end`;
}
