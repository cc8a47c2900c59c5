import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./client";
import {
  all,
  columnsIn,
  columnsOf,
  distinctBy,
  list,
  name,
  names,
  overRows,
  type Row,
  tuple,
} from "./recordset";

export type Outcome = "created" | "updated" | "unchanged";

/** The stored record of an incoming row: its id, the key columns and what happened to it. */
export type Merged = Row & { id: string; outcome: Outcome };

type Options = {
  /** Columns in which null has a meaning ("no next episode") and overwrites the stored value. */
  replace?: readonly string[];
  /** Columns that are written only while they are null. */
  fill?: readonly string[];
  /** Locks every row until the commit, even if its columns do not change. */
  lock?: boolean;
};

/**
 * Writes records in one statement: new ones are inserted, existing ones are updated only where a value
 * differs (triggers then move `updated_at`). Null never overwrites a stored value, because providers leave fields out. Rows are locked in
 * key order, so two transactions that write the same records cannot deadlock; one that does not change is
 * not locked. Stored rows are looked up one by one, also if the planner takes the table for small: the plan
 * is kept while the table grows. Each row has an `id` in case it is new; the result has the stored id. Of rows with the same `key` the first one counts.
 */
export async function mergeRecords(
  db: Db,
  table: PgTable,
  key: readonly string[],
  rows: readonly Row[],
  options: Options = {},
): Promise<Merged[]> {
  const statement = mergeStatement(table, key, rows, options);
  if (statement === undefined) return [];
  const merged = [...(await db.execute<Merged>(statement))];
  const unseen = merged.filter((record) => record.id === null);
  if (unseen.length === 0) return merged;
  const seen = await db.execute<Merged>(lookupStatement(table, key, unseen));
  return [...merged.filter((record) => record.id !== null), ...seen];
}

/**
 * The records that another transaction stored after the snapshot of a merge, with the values that we
 * have: they are locked now, and only a later statement sees their ids. It locks nothing more: locks of
 * a second merge would come out of order.
 */
const lookupStatement = (table: PgTable, key: readonly string[], rows: readonly Row[]): SQL => {
  const columns = columnsOf(table).filter((column) => key.includes(column.name));
  const statementName = JSON.stringify(["look up", getTableName(table), key]);
  return overRows(
    statementName,
    columns,
    rows,
    (incoming) => sql`
      select found.id, 'unchanged' as outcome, incoming.* from (${incoming}) incoming
      join lateral (
        select id from ${sql.identifier(getTableName(table))} stored
        where ${all(key.map((k) => sql`stored.${names([k])} = incoming.${names([k])}`))} limit 1
      ) found on true`,
  );
};

/** The statement of {@link mergeRecords}, for records that no other transaction can create meanwhile. */
export function mergeStatement(
  table: PgTable,
  key: readonly string[],
  rows: readonly Row[],
  options: Options = {},
): SQL | undefined {
  const unique = distinctBy(rows, key);
  const [first] = unique;
  if (first === undefined) return undefined;
  const columns = columnsIn(table, first);
  const statementName = JSON.stringify(["merge", getTableName(table), key, options]);
  return overRows(statementName, columns, unique, (incoming) =>
    mergingStatement(table, columns, key, incoming, options),
  );
}

function mergingStatement(
  table: PgTable,
  columns: PgColumn[],
  key: readonly string[],
  incoming: SQL,
  { lock = false, ...rules }: Options,
): SQL {
  const target = sql.identifier(getTableName(table));
  const data = columns.filter((c) => c.name !== "id" && !key.includes(c.name));
  const written = columns.map((c) => c.name);
  const reported = key.filter((column) => column !== "id");
  const next = (from: SQL) => data.map((c) => nextValue(c, from, rules));
  const differs = (from: SQL) =>
    sql`${tuple(data.map((c) => sql`stored.${name(c)}`))} is distinct from ${tuple(next(from))}`;
  const assignments = next(sql`excluded`).map((value, i) => sql`${name(at(data, i))} = ${value}`);
  const action =
    data.length === 0
      ? sql`do nothing`
      : sql`do update set ${list(assignments)} where ${differs(sql`excluded`)}`;
  const same = (left: SQL, right: SQL) =>
    all(key.map((k) => sql`${left}.${names([k])} = ${right}.${names([k])}`));
  return sql`
    with incoming as materialized (${incoming}),
    known as materialized (
      select stored.id as stored_id, ${data.length === 0 ? sql`false` : differs(sql`incoming`)} as differs,
        incoming.*
      from incoming left join lateral (
        select * from ${target} found where ${same(sql`found`, sql`incoming`)} limit 1
      ) stored on true
    ),
    written as (
      insert into ${target} as stored (${names(written)})
      select ${names(written)} from known${lock ? sql`` : sql` where stored_id is null or differs`} order by ${names(key)}
      on conflict (${names(key)}) ${action}
      returning ${list([sql`stored.id as written_id`, ...key.map((k) => sql`stored.${names([k])}`)])}
    )
    select ${list([
      sql`coalesce(written.written_id, known.stored_id) as id`,
      sql`case when known.stored_id is null then 'created' when known.differs then 'updated' else 'unchanged' end as outcome`,
      ...reported.map((k) => sql`known.${names([k])}`),
    ])}
    from known left join written on ${same(sql`written`, sql`known`)}`;
}

/** The new value of a column: external ids are merged, null keeps the stored value, others overwrite it. */
function nextValue(column: PgColumn, from: SQL, { replace, fill }: Options): SQL {
  const [stored, incoming] = [sql`stored.${name(column)}`, sql`${from}.${name(column)}`];
  if (replace?.includes(column.name)) return incoming;
  if (fill?.includes(column.name)) return sql`coalesce(${stored}, ${incoming})`;
  if (column.name === "external_ids") {
    return sql`coalesce(${stored} || ${incoming}, ${incoming}, ${stored})`;
  }
  return sql`coalesce(${incoming}, ${stored})`;
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`No element ${index} among ${values.length}.`);
  return value;
}
