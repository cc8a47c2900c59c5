import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { timestamp } from "~/db/sql";
import type { SearchIndexState } from "~/vocabulary";
import { backlog } from "./outbox";

/** Of one relay at a time in all processes: PostgreSQL's advisory lock with this key. */
const RELAY_LOCK = 7_723_901;

/**
 * Whether this session is the one that relays: `gained` when it became so by this call. The database
 * handed in has to have one connection only, whose end is the end of the lock.
 */
export async function lead(db: Db): Promise<"held" | "gained" | "elsewhere"> {
  const rows = await db.execute<{ held: boolean; gained: boolean }>(sql`
    select held, case when not held then pg_try_advisory_lock(${RELAY_LOCK}::bigint) else false end as gained
    from (select exists (
      select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted
        and classid = 0 and objid = ${RELAY_LOCK}::bigint::oid and objsubid = 1) as held) now`);
  const [row] = rows;
  if (row?.held) return "held";
  return row?.gained ? "gained" : "elsewhere";
}

/** Lets go of the lock before the session ends. */
export async function yieldLead(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_unlock(${RELAY_LOCK}::bigint)`);
}

/**
 * From now on every catalog write marks what it changes. A transaction that looked before is waited
 * for, at most `patience_ms`: it may have marked nothing.
 */
export async function startMarking(db: Db, patience_ms = 60_000): Promise<void> {
  const rows = await db.execute<{ dormant: boolean; xid: string }>(sql`
    with before as (select not search_is_relayed() as dormant)
    insert into search_index as i (only_one) values (true)
    on conflict (only_one) do update set relayed_at = now()
    returning (select dormant from before) as dormant, pg_current_xact_id()::text as xid`);
  const deadline = performance.now() + patience_ms;
  const xid = rows[0]?.xid ?? "0";
  while (rows[0]?.dormant && performance.now() < deadline) {
    const [older] = await db.execute<{ any: boolean }>(sql`
      select pg_snapshot_xmin(pg_current_snapshot()) <= ${xid}::xid8 as any`);
    if (!older?.any) return;
    await Bun.sleep(20);
  }
}

/** The relay's sign of life. */
export const signOfLife = (db: Db) => db.execute(sql`update search_index set relayed_at = now()`);

/** Asks for a rebuild; `by` names who, and asking again under the same name asks for the same one. Returns its number. */
export async function wantRebuild(db: Db, by: string): Promise<number> {
  const rows = await db.execute<{ number: number }>(sql`
    insert into search_index as i (rebuilds_wanted, rebuild_wanted_by) values (1, ${by})
    on conflict (only_one) do update set rebuild_wanted_by = ${by},
      rebuilds_wanted = i.rebuilds_wanted + (i.rebuild_wanted_by is distinct from ${by})::int
    returning rebuilds_wanted as number`);
  return rows[0]?.number ?? 1;
}

/** How far rebuilds are. */
export type RebuildState = {
  wanted: number;
  done: number;
  rebuilding: boolean;
  progress_done: number;
  progress_total: number;
};

/** How far rebuilds are; all zero before the first relay. */
export async function rebuildState(db: Db): Promise<RebuildState> {
  const rows = await db.execute<RebuildState>(sql`
    select rebuilds_wanted as wanted, rebuilds_done as done, rebuilding, progress_done, progress_total
    from search_index`);
  return rows[0] ?? { wanted: 0, done: 0, rebuilding: false, progress_done: 0, progress_total: 0 };
}

/** Notes how far the rebuild is that runs. */
export const noteProgress = (db: Db, done: number, total: number) =>
  db.execute(sql`
    update search_index set rebuilding = true, progress_done = ${done}, progress_total = ${total}`);

/** The rebuild with this number, and those asked for before it, are done. */
export const noteRebuilt = (db: Db, number: number) =>
  db.execute(sql`
    update search_index set rebuilding = false, rebuilds_done = ${number}, rebuilt_at = now(),
      progress_done = progress_total`);

/** What the latest comparison of database and index found. */
export const noteReconciled = (db: Db, drift: number) =>
  db.execute(sql`update search_index set drift = ${drift}, reconciled_at = now()`);

/** How many documents the index has. */
export const noteDocuments = (db: Db, documents: number) =>
  db.execute(sql`update search_index set documents = ${documents}
    where documents is distinct from ${documents}`);

/** Meilisearch cannot be used, for this reason; undefined: it can again. */
export const noteFailure = (db: Db, failure: string | undefined) =>
  db.execute(
    failure === undefined
      ? sql`update search_index set failing_since = null, failure = null where failing_since is not null`
      : sql`update search_index set failing_since = coalesce(failing_since, now()), failure = ${failure}`,
  );

/** How the secondary index is, for operators, probes and metrics. */
export type IndexState = {
  state: SearchIndexState;
  /** Entities whose documents are still to be sent, and for how long the first of them has waited. */
  pending: number;
  lag_seconds: number;
  /** Documents in the index; null before it was looked at. */
  documents: number | null;
  /** Documents that the latest comparison found to differ and repaired; null before the first one. */
  drift: number | null;
  reconciled_at: string | null;
  failing_since: string | null;
};

/** Reads {@link IndexState}: two short statements, no call to Meilisearch. */
export async function indexState(db: Db): Promise<IndexState> {
  const moment = (column: string) => timestamp(sql`${sql.identifier(column)}`);
  const rows = await db.execute<Omit<IndexState, "pending" | "lag_seconds">>(sql`
    select case when failing_since is not null then 'failing'
        when rebuilding or rebuilds_wanted > rebuilds_done then 'rebuilding' else 'ready' end as state,
      documents, drift, ${moment("reconciled_at")} as reconciled_at,
      ${moment("failing_since")} as failing_since
    from search_index`);
  const none = { documents: null, drift: null, reconciled_at: null, failing_since: null };
  return { ...(rows[0] ?? { state: "waiting", ...none }), ...(await backlog(db)) };
}

/** As {@link indexState}, what probes want to know. */
export async function indexReport(
  db: Db,
): Promise<Pick<IndexState, "state" | "pending" | "lag_seconds">> {
  const { state, pending, lag_seconds } = await indexState(db);
  return { state, pending, lag_seconds };
}
