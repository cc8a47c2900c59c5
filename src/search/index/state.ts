import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { only, timestamp } from "~/db/sql";
import type { SearchIndexState } from "~/vocabulary";

/**
 * Makes every catalog write add what it changes to the outbox from now on. Transactions that started
 * earlier may not do so; this waits until they have ended, at most `timeout_ms`.
 */
export async function startChangeTracking(db: Db, timeout_ms = 60_000): Promise<void> {
  const rows = await db.execute<{ dormant: boolean; xid: string }>(sql`
    with before as (select not search_is_relayed() as dormant)
    insert into search_index as i (only_one) values (true)
    on conflict (only_one) do update set relayed_at = now()
    returning (select dormant from before) as dormant, pg_current_xact_id()::text as xid`);
  const deadline = performance.now() + timeout_ms;
  const xid = rows[0]?.xid ?? "0";
  while (rows[0]?.dormant && performance.now() < deadline) {
    const [older] = await db.execute<{ any: boolean }>(sql`
      select pg_snapshot_xmin(pg_current_snapshot()) <= ${xid}::xid8 as any`);
    if (!older?.any) return;
    await Bun.sleep(20);
  }
}

/** Records that the relay is alive; change tracking stops when it has not been for 7 days. */
export const recordHeartbeat = (db: Db) =>
  db.execute(sql`update search_index set relayed_at = now()`);

/** Requests a rebuild and returns its number. A repeated request by the same name `by` is the same rebuild. */
export async function requestRebuild(db: Db, by: string): Promise<number> {
  const rows = await db.execute<{ number: number }>(sql`
    insert into search_index as i (rebuilds_wanted, rebuild_wanted_by) values (1, ${by})
    on conflict (only_one) do update set rebuild_wanted_by = ${by},
      rebuilds_wanted = i.rebuilds_wanted + (i.rebuild_wanted_by is distinct from ${by})::int
    returning rebuilds_wanted as number`);
  return rows[0]?.number ?? 1;
}

/** The numbers of the latest rebuild requested and done, and the progress of the one that runs. */
export type RebuildState = {
  wanted: number;
  done: number;
  rebuilding: boolean;
  progress_done: number;
  progress_total: number;
};

/** Reads the {@link RebuildState}; all zero before the first relay. */
export async function readRebuildState(db: Db): Promise<RebuildState> {
  const rows = await db.execute<RebuildState>(sql`
    select rebuilds_wanted as wanted, rebuilds_done as done, rebuilding, progress_done, progress_total
    from search_index`);
  return rows[0] ?? { wanted: 0, done: 0, rebuilding: false, progress_done: 0, progress_total: 0 };
}

/** Records the progress of the rebuild that runs, in documents. */
export const recordProgress = (db: Db, done: number, total: number) =>
  db.execute(sql`
    update search_index set rebuilding = true, progress_done = ${done}, progress_total = ${total}`);

/** Records that the rebuild with this number is done, and with it all requested earlier. */
export const recordRebuilt = (db: Db, number: number) =>
  db.execute(sql`
    update search_index set rebuilding = false, rebuilds_done = ${number}, rebuilt_at = now(),
      progress_done = progress_total`);

/** Records how many documents the latest comparison with the catalog found wrong. */
export const recordReconciled = (db: Db, drift: number) =>
  db.execute(sql`update search_index set drift = ${drift}, reconciled_at = now()`);

/** Records the number of documents in the index. */
export const recordDocuments = (db: Db, documents: number) =>
  db.execute(sql`update search_index set documents = ${documents}
    where documents is distinct from ${documents}`);

/** Records why Meilisearch cannot be used; undefined: it can be used again. */
export const recordFailure = (db: Db, failure: string | undefined) =>
  db.execute(
    failure === undefined
      ? sql`update search_index set failing_since = null, failure = null where failing_since is not null`
      : sql`update search_index set failing_since = coalesce(failing_since, now()), failure = ${failure}`,
  );

/** The state of the index, for operators, readiness and metrics. */
export type IndexState = {
  state: SearchIndexState;
  /** Entities in the outbox, and the age of the oldest entry. */
  pending: number;
  lag_seconds: number;
  /** Documents in the index; null before the first check. */
  documents: number | null;
  /** Documents that the latest comparison found wrong and repaired; null before the first comparison. */
  drift: number | null;
  reconciled_at: string | null;
  failing_since: string | null;
};

/** Reads the {@link IndexState} from the database, without a call to Meilisearch. */
export async function readIndexState(db: Db): Promise<IndexState> {
  const time = (column: string) => timestamp(sql`${sql.identifier(column)}`);
  const rows = await db.execute<Omit<IndexState, "pending" | "lag_seconds">>(sql`
    select case when failing_since is not null then 'failing'
        when rebuilding or rebuilds_wanted > rebuilds_done then 'rebuilding' else 'ready' end as state,
      documents, drift, ${time("reconciled_at")} as reconciled_at,
      ${time("failing_since")} as failing_since
    from search_index`);
  const unknown = { documents: null, drift: null, reconciled_at: null, failing_since: null };
  return { ...(rows[0] ?? { state: "waiting", ...unknown }), ...(await readBacklog(db)) };
}

/** The part of the {@link IndexState} that readiness shows. */
export async function readIndexSummary(
  db: Db,
): Promise<Pick<IndexState, "state" | "pending" | "lag_seconds">> {
  const { state, pending, lag_seconds } = await readIndexState(db);
  return { state, pending, lag_seconds };
}

/** How many entries the outbox has, and the age of the oldest in seconds. */
async function readBacklog(db: Db): Promise<Pick<IndexState, "pending" | "lag_seconds">> {
  return only(
    await db.execute<{ pending: number; lag_seconds: number }>(sql`
      select count(*)::int as pending,
        coalesce(extract(epoch from now() - min(marked_at)), 0)::float8 as lag_seconds
      from search_outbox`),
  );
}
